import { readFileSync } from "node:fs";
import * as z from "zod";
import { ContentError } from "../content/problems.js";
import type { Event, Occurrence } from "../domain/event.js";
import { locales } from "../domain/locale.js";
import { hasUsualVenue, ruleDates } from "../domain/occurrences.js";
import { isLocalDate } from "../domain/wall-clock.js";

const texts = z.record(z.enum(locales), z.string().trim().min(3).max(1000));
const schema = z.record(z.string(), z.strictObject({ address: texts, note: texts.optional() }));

/** Addresses and notes that stand only in confirmations, by the slug of an event or the id of a date. */
export type PrivateDetails = Readonly<z.infer<typeof schema>>;

/** Problems name the entry and never its text, because they are logged. */
export function readPrivateDetails(file: string, events: readonly Event[]): PrivateDetails {
  const error = ({ input }: { input?: unknown }) => (input === undefined ? "is missing" : undefined);
  const result = schema.safeParse(readJson(file), { error });
  const keys = Object.keys(result.data ?? {});
  const problems = [
    ...(result.error?.issues ?? []).map(({ path, message }) => ({ file, field: path.join("."), message })),
    ...keys.map((field) => ({ file, field, message: problemOf(field, events) })).filter(({ message }) => message),
  ];
  if (problems.length > 0) throw new ContentError(problems);
  return result.data!;
}

/** The entry of the event is not for a date at another venue. */
export function detailsOf(occurrence: Occurrence, details: PrivateDetails, events: readonly Event[]) {
  return details[occurrence.id] ?? (hasUsualVenue(occurrence, events) ? details[occurrence.event.slug] : undefined);
}

function problemOf(key: string, events: readonly Event[]): string {
  const [, slug = key, date] = /^(.+)-(\d{4}-\d\d-\d\d)$/.exec(key) ?? [];
  const event = events.find((event) => event.slug === slug);
  const hasDate = event && (!date || (isLocalDate(date) && ruleDates(event, date, date).length > 0));
  if (!hasDate) return "is neither the slug of an event nor the id of a date";
  return event.audience === "application" ? "has no confirmation, because its seats are applied for" : "";
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    const message = error instanceof SyntaxError ? "is not JSON" : (error as Error).message; // V8 quotes the text
    throw new ContentError([{ file, field: "", message }]);
  }
}
