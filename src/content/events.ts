import { z } from "zod";
import type { City } from "../domain/city.js";
import { concepts } from "../domain/concept.js";
import { escapeMarkdown } from "../domain/escape-markdown.js";
import { type Event, type EventText, localesOf, type Override, ruleDates, type Texts } from "../domain/event.js";
import { type Locale, locales } from "../domain/locale.js";
import { parseRule } from "../domain/parse-recurrence.js";
import { isSlug } from "../domain/slug.js";
import { DAY_MS, isLocalDate, isLocalDateTime, isZone, type LocalDate } from "../domain/wall-clock.js";
import { isPageName } from "../site/paths.js";
import { type Facts, filler } from "./facts.js";
import type { ContentFiles } from "./files.js";
import { readFrontMatter } from "./front-matter.js";
import { textOf } from "./markdown.js";
import type { Refuse } from "./problems.js";

const LONGEST_DAYS = 14;

const localDate = z.string().refine(isLocalDate, "must be a date that exists: 2027-05-06");
const localDateTime = z.string().refine(isLocalDateTime, "must be a date and time on the wall clock: 2027-05-06T17:30");
const instant = z.iso
  .datetime({ error: "must be an instant in UTC: 2026-11-02T09:00:00Z" })
  .transform((text) => Date.parse(text))
  .refine((time) => time >= Date.UTC(2026, 0), "must not lie before 2026");
const inLanguages = z.partialRecord(z.enum(locales), z.string().min(3).max(160));
const changed = { reason: inLanguages, updated: instant };

const override = z.discriminatedUnion("status", [
  z.strictObject({ status: z.literal("moved"), start: localDateTime, end: localDateTime, ...changed }),
  z.strictObject({ status: z.literal("cancelled"), ...changed }),
  z.strictObject({ status: z.literal("postponed"), ...changed }),
]);
const venue = z.strictObject({
  name: inLanguages,
  address: z.string().min(1).nullable().default(null),
  postalCode: z.string().min(1).nullable().default(null),
  latitude: z.number().min(-90).max(90).nullable().default(null),
  longitude: z.number().min(-180).max(180).nullable().default(null),
});
const eventFile = z.strictObject({
  concept: z.enum(concepts.map(({ code }) => code)),
  city: z.string(),
  attendance: z.enum(["in-person", "online", "hybrid"]),
  venue: venue.nullable(),
  start: localDateTime,
  end: localDateTime,
  timezone: z.string().refine(isZone, "must be a zone of the IANA database: Europe/Stockholm"),
  recurrence: z.string().optional(),
  exceptions: z.array(localDate).default([]),
  overrides: z.record(localDate, override).default({}),
  status: z.enum(["confirmed", "tentative"]).default("confirmed"),
  price: z
    .strictObject({ amount: z.number().positive(), currency: z.string().regex(/^[A-Z]{3}$/) })
    .nullable()
    .default(null),
  action: z.string().refine(isPageName, "must be the name of a page in src/site/paths.ts").nullable().default(null),
  updated: instant,
});
const textFile = z.strictObject({ title: z.string().min(3).max(60), summary: z.string().min(40).max(160) });

/** Every event in events/<slug>/: event.json, and a text in at least one language beside it. */
export function readEvents(
  files: ContentFiles,
  cities: readonly City[],
  factsIn: (locale: Locale) => Facts | undefined,
): Event[] {
  const slugs = new Set<string>();
  for (const file of files.below("events")) {
    const [slug = "", name = "", ...rest] = file.split("/");
    if (
      !isSlug(`${slug}-2026-01-01`) ||
      rest.length > 0 ||
      !["event.json", ...locales.map((locale) => `${locale}.md`)].includes(name)
    )
      files.refuse(`events/${file}`, "", "belongs to no event: it is not events/<slug>/event.json or <locale>.md");
    else slugs.add(slug);
  }
  return [...slugs].map((slug) => readEvent(files, slug, cities, factsIn)).filter((event) => event !== undefined);
}

function readEvent(
  files: ContentFiles,
  slug: string,
  cities: readonly City[],
  factsIn: (locale: Locale) => Facts | undefined,
): Event | undefined {
  const name = `events/${slug}/event.json`;
  const refuse = files.refuser(name);
  const texts = readTexts(files, slug, factsIn);
  const data = files.json(name, eventFile);
  if (!data) return undefined;

  const { start, end, timezone, recurrence, overrides, venue, ...same } = data;
  const city = cities.find((city) => city.slug === data.city);
  if (!city && cities.length > 0) refuse("city", `there is no "${data.city}" in content/cities.json`);

  const parsed = recurrence === undefined ? undefined : parseRule(recurrence);
  if (parsed && !parsed.ok) {
    for (const problem of parsed.problems) refuse("recurrence", problem);
    return undefined; // without a rule nothing can be said of its dates
  }

  const event: Event = {
    ...same,
    slug,
    starts: start,
    ends: end,
    zone: timezone,
    venue: venue && { ...venue, country: city?.country ?? "" },
    recurrence: parsed ? { text: recurrence!, rule: parsed.rule } : null,
    overrides: Object.fromEntries(Object.entries(overrides).map(([date, override]) => [date, overrideOf(override)])),
    texts,
  };
  checkEvent(event, refuse);
  return event;
}

function overrideOf(data: z.infer<typeof override>): Override {
  if (data.status !== "moved") return data;
  const { start, end, ...same } = data;
  return { ...same, starts: start, ends: end };
}

/** What no field can say alone. */
function checkEvent(event: Event, refuse: Refuse): void {
  const { starts, ends, attendance, venue, exceptions, overrides, recurrence } = event;
  const isOnRule = (date: LocalDate) => ruleDates(event, date, date).length > 0;
  const moved = Object.entries(overrides).flatMap(([date, override]) =>
    override.status === "moved" ? [{ date, ...override }] : [],
  );

  const times = [{ field: "end", starts, ends }, ...moved.map((to) => ({ ...to, field: `overrides.${to.date}.end` }))];
  for (const { field, starts, ends } of times) {
    const days = (Date.parse(`${ends}Z`) - Date.parse(`${starts}Z`)) / DAY_MS;
    if (days <= 0 || days > LONGEST_DAYS) refuse(field, `must be after the start, by at most ${LONGEST_DAYS} days`);
  }
  if ((attendance === "online") !== (venue === null)) refuse("venue", "is null exactly when attendance is online");
  if (venue && (venue.latitude === null) !== (venue.longitude === null))
    refuse("venue", "has latitude and longitude, or neither");

  if (recurrence && !isOnRule(starts.slice(0, 10))) refuse("start", "is on no date of the recurrence");
  for (const date of exceptions) if (!isOnRule(date)) refuse("exceptions", `${date} is no date of the recurrence`);
  for (const date of Object.keys(overrides)) {
    if (!isOnRule(date)) refuse(`overrides.${date}`, "is no date of the recurrence");
    if (exceptions.includes(date)) refuse(`overrides.${date}`, "is left out by exceptions, and so never published");
  }
  for (const { date, starts } of moved) {
    const to = starts.slice(0, 10);
    const another = isOnRule(to) && to !== date && !exceptions.includes(to) && overrides[to]?.status !== "moved";
    const twice = moved.some((other) => other.date !== date && other.starts.startsWith(to));
    if (another || twice) refuse(`overrides.${date}`, `another occurrence is on ${to}`);
  }

  const spoken = localesOf(event);
  const inAll = (field: string, given: Texts) => {
    for (const locale of spoken) if (!given[locale]) refuse(field, `has no words in ${locale}, which the event speaks`);
  };
  if (venue) inAll("venue.name", venue.name);
  for (const [date, { reason }] of Object.entries(overrides)) inAll(`overrides.${date}.reason`, reason);
}

function readTexts(files: ContentFiles, slug: string, factsIn: (locale: Locale) => Facts | undefined) {
  const texts: Partial<Record<Locale, EventText>> = {};
  const spoken = locales.filter((locale) => files.has(`events/${slug}/${locale}.md`));
  if (spoken.length === 0)
    files.refuse(`events/${slug}`, "", `has no text: ${locales.join(".md, ")}.md, or one of them`);

  for (const locale of spoken) {
    const name = `events/${slug}/${locale}.md`;
    const source = files.text(name);
    if (source === undefined) continue;

    const refuse = files.refuser(name);
    const fill = filler(factsIn(locale), refuse);
    const matter = readFrontMatter(source, textFile, fill, refuse);
    if (!matter) continue;
    const description = textOf(fill(matter.body, escapeMarkdown));
    if (description === "") refuse("", "has no text below its front matter");
    texts[locale] = { ...matter.data, description };
  }
  return texts;
}
