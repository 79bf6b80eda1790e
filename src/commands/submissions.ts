/** `npm run submissions -- list | export | erase`: what people have sent by the forms, for the team. */
import { existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { pino } from "pino";
import { ConfigError, readConfig } from "../config.js";
import { monthsBefore } from "../domain/submission.js";
import { DAY_MS } from "../domain/wall-clock.js";
import { submissionsCsv } from "../formats/submissions-csv.js";
import { formNames, isFormName } from "../site/forms.js";
import { fileIn, openDatabase } from "../storage/open-database.js";
import { reasonOf } from "../storage/reason.js";
import { type SubmissionFilter, type SubmissionStore, submissionStore } from "../storage/submissions.js";

/** The project's folder. services.ts has it too, and would load the whole site. */
const root = path.resolve(import.meta.dirname, "../..");

const usage = `npm run submissions -- list | export | erase [filters]

  list                     one line for each
  export --format csv      everything, as csv (default) or json, to standard output
  erase --yes              for good, with the mails about them; without --yes only says how many

Filters
  --form NAME              ${formNames.join(", ")}
  --email ADDRESS          of the sender
  --id ID
  --suspected              only those that look like a machine's
  --newer-than 7d          received within so many days (d) or months (m)
  --older-than 12m         received so many days (d) or months (m) ago, or earlier
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

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help) return void process.stdout.write(usage);
  const [command, ...rest] = positionals;
  const run = command !== undefined && Object.hasOwn(commands, command) ? commands[command as Command] : undefined;
  if (!run || rest.length > 0) throw new UsageError(`What to do is ${Object.keys(commands).join(", ")}.`);
  if (!["csv", "json"].includes(values.format)) throw new UsageError("--format is csv or json.");

  const filter = filterOf(values);
  const store = openStore();
  try {
    process.stdout.write(await run(store, filter, values));
  } finally {
    await store.close();
  }
}

type Command = keyof typeof commands;
type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>["values"];

const commands = {
  async list(store: SubmissionStore, filter: SubmissionFilter) {
    const submissions = await store.list(filter);
    const lines = submissions.map(({ id, receivedAt, form, locale, suspected, fields }) =>
      [
        receivedAt,
        form,
        locale,
        inOneLine(fields.name),
        inOneLine(fields.email),
        suspected ? "suspected" : "",
        id,
      ].join("  "),
    );
    return `${[...lines, `${submissions.length} in all`].join("\n")}\n`;
  },

  async export(store: SubmissionStore, filter: SubmissionFilter, { format }: Values) {
    const submissions = await store.list(filter);
    return format === "json" ? `${JSON.stringify(submissions, null, 2)}\n` : submissionsCsv(submissions);
  },

  async erase(store: SubmissionStore, filter: SubmissionFilter, { yes }: Values) {
    if (Object.values(filter).every((value) => value === undefined)) {
      throw new UsageError("Say which to erase: by --email, --older-than, --newer-than, --form, --id or --suspected.");
    }
    if (!yes) return `${await store.count(filter)} would be erased. Add --yes to do so.\n`;
    return `${await store.erase(filter)} erased.\n`;
  },
};

/** Only one that is there: an empty one, made in the wrong place, would say that nobody has sent anything. */
function openStore(): SubmissionStore {
  const { database } = readConfig();
  const file = database && "folder" in database ? fileIn(database.folder, root) : undefined;
  if (!database || (file && !existsSync(file)))
    throw new UsageError(`There is no ${file ?? "database"}: set DATABASE_URL or DATA_DIR as the site has it.`);
  const logger = pino({ level: "silent" });
  return submissionStore({ connect: () => openDatabase(database, root, logger), clock: Date.now });
}

function filterOf({ form, email, id, suspected, "newer-than": since, "older-than": age }: Values): SubmissionFilter {
  if (form !== undefined && !isFormName(form)) throw new UsageError(`--form is one of ${formNames.join(", ")}.`);
  for (const [name, value] of Object.entries({ email, id })) {
    if (value?.trim() === "") throw new UsageError(`--${name} is empty.`); // as of a variable that is not set
  }
  return {
    form,
    email: email?.trim(),
    id: id?.trim(),
    suspected,
    from: since === undefined ? undefined : momentBefore(since, "newer-than"),
    before: age === undefined ? undefined : momentBefore(age, "older-than"),
  };
}

function momentBefore(age: string, option: string): string {
  const [, number, unit] = /^(\d{1,4})([dm])$/.exec(age) ?? [];
  if (number === undefined) throw new UsageError(`--${option} is a number of days or months: 90d, 12m.`);
  const now = Date.now();
  if (unit === "m") return monthsBefore(new Date(now).toISOString(), Number(number));
  return new Date(now - Number(number) * DAY_MS).toISOString();
}

/** What was typed must not write to the terminal of who reads it. */
function inOneLine(text = ""): string {
  return text.replaceAll(/[\s\p{C}]+/gu, " ");
}

function isUnknownOption(error: unknown): boolean {
  return String((error as { code?: unknown }).code).startsWith("ERR_PARSE_ARGS");
}

try {
  await main();
} catch (error) {
  const isTold = error instanceof UsageError || error instanceof ConfigError || isUnknownOption(error);
  process.stderr.write(`${reasonOf(error)}\n${isTold ? `\n${usage}` : ""}`);
  process.exitCode = 1;
}
