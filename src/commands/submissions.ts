/** `npm run submissions -- list | export | erase` */
import { existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { pino } from "pino";
import { ConfigError, readConfig } from "../config.js";
import { monthsBefore } from "../domain/submission.js";
import { DAY_MS } from "../domain/wall-clock.js";
import { submissionsCsv } from "../formats/submissions-csv.js";
import { formNames, isFormName } from "../site/forms.js";
import { errorMessage } from "../storage/errors.js";
import { databaseFile, openDatabase } from "../storage/open-database.js";
import type { SubmissionFilter } from "../storage/submission-rows.js";
import { type SubmissionStore, submissionStore } from "../storage/submissions.js";

/** Importing root from services.ts would load the whole site. */
const root = path.resolve(import.meta.dirname, "../..");

const usage = `npm run submissions -- list | export | erase [filters]

  list                     prints one line for each submission
  export --format csv      prints all fields, as csv (default) or json
  erase --yes              deletes submissions and their mails; without --yes prints how many

Filters
  --form NAME              ${formNames.join(", ")}
  --email ADDRESS          the sender's address
  --id ID
  --suspected              only suspected submissions
  --newer-than 7d          received within this many days (d) or months (m)
  --older-than 12m         received this many days (d) or months (m) ago, or earlier
`;

const options = {
  form: { type: "string" },
  email: { type: "string" },
  id: { type: "string" },
  suspected: { type: "boolean" },
  "newer-than": { type: "string" },
  "older-than": { type: "string" },
  format: { type: "string", default: "csv" },
  yes: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const;

class UsageError extends Error {}

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>["values"];
type Command = (store: SubmissionStore, filter: SubmissionFilter, values: Values) => Promise<string>;

const commands: Readonly<Record<string, Command>> = {
  async list(store, filter) {
    const submissions = await store.list(filter);
    const lines = submissions.map(({ id, receivedAt, form, locale, suspected, fields: { name, email } }) =>
      [receivedAt, form, locale, printable(name), printable(email), suspected ? "suspected" : "", id].join("  "),
    );
    return `${[...lines, `Total: ${submissions.length}`].join("\n")}\n`;
  },

  async export(store, filter, { format }) {
    const submissions = await store.list(filter);
    return format === "json" ? `${JSON.stringify(submissions, null, 2)}\n` : submissionsCsv(submissions);
  },

  async erase(store, filter, { yes }) {
    if (Object.values(filter).every((value) => value === undefined)) {
      throw new UsageError("erase needs a filter: --email, --older-than, --newer-than, --form, --id or --suspected.");
    }
    if (!yes) return `${await store.count(filter)} would be erased. Add --yes to erase them.\n`;
    return `${await store.erase(filter)} erased.\n`;
  },
};

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help) return void process.stdout.write(usage);
  const [name = "", ...rest] = positionals;
  const run = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!run || rest.length > 0) throw new UsageError(`The command must be one of ${Object.keys(commands).join(", ")}.`);
  if (!["csv", "json"].includes(values.format)) throw new UsageError("--format must be csv or json.");

  const filter = filterFrom(values);
  const store = openStore();
  try {
    process.stdout.write(await run(store, filter, values));
  } finally {
    await store.close();
  }
}

/** An empty file created in the wrong place would look as if nobody had sent anything. */
function openStore(): SubmissionStore {
  const { database } = readConfig();
  const file = database && "folder" in database ? databaseFile(database.folder, root) : undefined;
  if (!database || (file && !existsSync(file)))
    throw new UsageError(`There is no ${file ?? "database"}. Set DATABASE_URL or DATA_DIR as for the site.`);
  const logger = pino({ level: "silent" });
  return submissionStore({ connect: () => openDatabase(database, root, logger), clock: Date.now });
}

function filterFrom({ form, email, id, suspected, "newer-than": maxAge, "older-than": minAge }: Values) {
  if (form !== undefined && !isFormName(form)) throw new UsageError(`--form must be one of ${formNames.join(", ")}.`);
  for (const [name, value] of Object.entries({ email, id })) {
    if (value?.trim() === "") throw new UsageError(`--${name} is empty.`);
  }
  return {
    form,
    email: email?.trim(),
    id: id?.trim(),
    suspected,
    from: maxAge === undefined ? undefined : instantBefore(maxAge, "newer-than"),
    before: minAge === undefined ? undefined : instantBefore(minAge, "older-than"),
  };
}

function instantBefore(age: string, option: string): string {
  const [, number, unit] = /^(\d{1,4})([dm])$/.exec(age) ?? [];
  if (number === undefined) throw new UsageError(`--${option} must be a number of days or months, such as 90d or 12m.`);
  const now = Date.now();
  if (unit === "m") return monthsBefore(new Date(now).toISOString(), Number(number));
  return new Date(now - Number(number) * DAY_MS).toISOString();
}

/** Control characters could manipulate the terminal. */
function printable(text = ""): string {
  return text.replaceAll(/[\s\p{C}]+/gu, " ");
}

function isUsageError(error: unknown): boolean {
  if (error instanceof UsageError || error instanceof ConfigError) return true;
  return String((error as { code?: unknown }).code).startsWith("ERR_PARSE_ARGS");
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${errorMessage(error)}\n${isUsageError(error) ? `\n${usage}` : ""}`);
  process.exitCode = 1;
}
