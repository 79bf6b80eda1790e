import { submissionsCsv } from "../formats/submissions-csv.js";
import type { SubmissionFilter } from "../storage/submission-rows.js";
import { type SubmissionStore, submissionStore } from "../storage/submissions.js";
import { existingLocation, nameOf, openExisting } from "./submission-database.js";
import { type Command, filterFrom, UsageError, type Values } from "./submission-options.js";

export const list = withStore(async (store, filter) => {
  const submissions = await store.list(filter);
  const lines = submissions.map(({ id, receivedAt, form, locale, suspected, fields: { name, email } }) =>
    [receivedAt, form, locale, printable(name), printable(email), suspected ? "suspected" : "", id].join("  "),
  );
  return `${[...lines, `Total: ${submissions.length}`].join("\n")}\n`;
});

export const exportAll = withStore(async (store, filter, { format }) => {
  if (!["csv", "json"].includes(format)) throw new UsageError("--format must be csv or json.");
  const submissions = await store.list(filter);
  return format === "json" ? `${JSON.stringify(submissions, null, 2)}\n` : submissionsCsv(submissions);
});

export const erase = withStore(async (store, filter, { yes }) => {
  if (Object.values(filter).every((value) => value === undefined)) {
    throw new UsageError("erase needs a filter: --email, --older-than, --newer-than, --form, --id or --suspected.");
  }
  if (!yes) return `${await store.count(filter)} would be erased. Add --yes to erase them.\n`;
  return `${await store.erase(filter)} erased.\n`;
});

function withStore(
  run: (store: SubmissionStore, filter: SubmissionFilter, values: Values) => Promise<string>,
): Command {
  return async (values) => {
    const filter = filterFrom(values);
    const location = existingLocation();
    process.stderr.write(`Database: ${nameOf(location)}\n`); // not on stdout, which an export can be written from
    const store = submissionStore({ connect: () => openExisting(location), clock: Date.now });
    try {
      return await run(store, filter, values);
    } finally {
      await store.close();
    }
  };
}

/** Control characters could manipulate the terminal. */
function printable(text = ""): string {
  return text.replaceAll(/[\s\p{C}]+/gu, " ");
}
