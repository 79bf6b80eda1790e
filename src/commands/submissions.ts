/** `npm run submissions` */
import { parseArgs } from "node:util";
import { formNames } from "../addresses/pages.js";
import { errorMessage } from "../storage/errors.js";
import { SubmissionStore } from "../storage/store.js";
import { backup, copy, openExisting, restore } from "./submission-database.js";
import * as lists from "./submission-lists.js";
import { filters, type OptionName, options, UsageError, type Values } from "./submission-lists.js";
import { notify } from "./submission-notices.js";

const usage = `npm run submissions -- COMMAND [filters]

  list                     prints one line for each submission, with the first line of its message
  show ID                  prints one submission with all fields
  dates                    prints the next ten dates, later ones with sign-ups, and how many signed up for each;
                           --city CITY prints those of one city
  waiting                  prints how many mails and messages wait to be sent, how often they were tried, and when the
                           next is due
  export                   prints all fields, as --format csv (default) or json; --delimiter ";" is for
                           spreadsheets set to Swedish or Norwegian; --event ID --format html is a list for the door
  erase --yes              deletes submissions and their mails; without --yes prints how many
  cancel REFERENCE         takes a sign-up off its list, with all others of the mailbox for the date
  notify --event ID --yes  mails those who signed up for a date that it was moved, cancelled or postponed, or has a
                           new place, each once; without --yes prints who they are. --only or --except REFERENCE,…
                           chooses among them; --new-address tells all on the list an address that is new, although
                           the place has the same name
  backup FILE              copies the database file, also while the site runs
  restore FILE             makes the database file from a backup; there must be none yet
  copy --to postgres://…   copies what is missing there from the database file; can be repeated

Filters of list, export and erase
  --form NAME              ${formNames.join(", ")}
  --email ADDRESS          the sender's address; this and --id find cancelled sign-ups too
  --id ID
  --suspected              only suspected submissions
  --newer-than 7d          received within this many days (d) or months (m)
  --older-than 12m         received this many days (d) or months (m) ago, or earlier
  --event ID               about this date, once for each mailbox with all its references (not with erase)
`;

/** Resolves with what it prints. `argument` is the word after the command's name. */
type Run = (values: Values, argument: string, store: SubmissionStore) => Promise<string>;

const commands: Record<string, { run: Run; argument?: string; options?: readonly OptionName[] }> = {
  list: { run: lists.list, options: [...filters, "event"] },
  show: { run: lists.show, argument: "ID" },
  dates: { run: lists.dates, options: ["city"] },
  waiting: { run: lists.waiting },
  export: { run: lists.exportAll, options: [...filters, "event", "format", "delimiter"] },
  erase: { run: lists.erase, options: [...filters, "yes"] },
  cancel: { run: lists.cancel, argument: "REFERENCE" },
  notify: { run: notify, options: ["event", "only", "except", "new-address", "yes"] },
  backup: { run: backup, argument: "FILE" },
  restore: { run: restore, argument: "FILE" },
  copy: { run: copy, options: ["to"] },
};

async function main(): Promise<string> {
  const { values, positionals, tokens } = parseArgs({ options, allowPositionals: true, tokens: true });
  if (values.help) return usage;
  const [name = "", argument = ""] = positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UsageError(`The command must be one of ${Object.keys(commands).join(", ")}.`);
  if (command.argument && !argument) throw new UsageError(`${name} needs ${command.argument}.`);
  const extra = positionals[command.argument ? 2 : 1];
  if (extra !== undefined) throw new UsageError(`${name} does not take ${JSON.stringify(extra)}.`);

  // An option that was ignored would select more than was meant.
  const given = tokens.flatMap((token) => (token.kind === "option" ? token.name : []));
  const unknown = given.find((option) => !command.options?.some((known) => known === option));
  if (unknown) throw new UsageError(`${name} does not take --${unknown}.`);
  const repeated = given.find((option, index) => given.indexOf(option) < index);
  if (repeated) throw new UsageError(`--${repeated} is given twice.`);

  const store = new SubmissionStore(openExisting, Date.now, 0);
  return command.run(values, argument, store).finally(() => store.close());
}

// A full disk fails the command. A reader that has seen enough, such as `head`, does not.
process.stdout.on("error", (error: NodeJS.ErrnoException) => error.code !== "EPIPE" && fail(error));
process.stderr.on("error", () => {}); // nothing can be said any more
await main().then((text) => process.stdout.write(text), fail);

function fail(error: unknown): void {
  const isUsage =
    error instanceof UsageError || String((error as { code?: unknown }).code).startsWith("ERR_PARSE_ARGS");
  process.stderr.write(`${errorMessage(error)}\n${isUsage ? `\n${usage}` : ""}`);
  process.exitCode = 1;
}
