import type { parseArgs } from "node:util";
import { formNames, isFormName } from "../addresses/site-map.js";
import type { SubmissionFilter } from "../storage/submissions.js";
import { DAY_MS, type Instant, monthsBefore } from "../text/wall-clock.js";

export const usage = `npm run submissions -- COMMAND [filters]

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
                           leaves out others; --new-address tells all on the list an address that is new, although
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

export const options = {
  form: { type: "string" },
  email: { type: "string" },
  id: { type: "string" },
  suspected: { type: "boolean" },
  "newer-than": { type: "string" },
  "older-than": { type: "string" },
  format: { type: "string", default: "csv" },
  delimiter: { type: "string" },
  yes: { type: "boolean", default: false },
  to: { type: "string" },
  event: { type: "string" },
  city: { type: "string" },
  only: { type: "string" },
  "new-address": { type: "boolean", default: false },
  except: { type: "string" },
  help: { type: "boolean", short: "h", default: false },
} as const;

export type OptionName = keyof typeof options;

export const filters: readonly OptionName[] = ["form", "email", "id", "suspected", "newer-than", "older-than"];

export type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>["values"];

export class UsageError extends Error {}

export function filterFrom(values: Values): SubmissionFilter {
  const { form, email, id, suspected, "newer-than": maxAge, "older-than": minAge } = values;
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

function instantBefore(age: string, option: string): Instant {
  const [, number, unit] = /^(\d{1,4})([dm])$/.exec(age) ?? [];
  if (number === undefined) throw new UsageError(`--${option} must be a number of days or months, such as 90d or 12m.`);
  return unit === "m" ? monthsBefore(Date.now(), Number(number)) : Date.now() - Number(number) * DAY_MS;
}
