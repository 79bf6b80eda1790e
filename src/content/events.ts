import { escapeMarkdown } from "../text/escaping.js";
import { type Locale, locales } from "../text/locale.js";
import { isSlug, type Slug } from "../text/slug.js";
import { DAY_MS, type LocalDateTime } from "../text/wall-clock.js";
import { type Event, type EventText, eventFrontMatter, eventSchema, localesOf, type Override } from "./event.js";
import { type Facts, fillFacts } from "./facts.js";
import type { ContentFiles } from "./files.js";
import { plainTextOf } from "./markdown.js";
import type { ReportProblem } from "./problems.js";

const MAX_DAYS = 14;

export const eventFile = (slug: Slug) => `events/${slug}/event.json`;

export function readEvents(files: ContentFiles, facts: Record<Locale, Facts>): Event[] {
  const events: Event[] = [];
  for (const slug of files.slugsIn("events")) {
    const report = files.reporterFor(eventFile(slug));
    if (!isSlug(`${slug}-2026-01-01`)) report("", "has a folder whose name is too long for the id of a date");
    const texts = readEventTexts(files, slug, facts);
    const data = files.json(eventFile(slug), eventSchema);
    if (!data) continue;
    const { start, end, timezone, ...rest } = data;
    const event: Event = { ...rest, slug, starts: start, ends: end, zone: timezone, texts };
    checkEvent(event, report);
    events.push(event);
  }
  return events;
}

function readEventTexts(files: ContentFiles, slug: Slug, facts: Record<Locale, Facts>) {
  const texts: Partial<Record<Locale, EventText>> = {};
  const available = locales.filter((locale) => files.has(`events/${slug}/${locale}.md`));
  if (available.length === 0)
    files.report(`events/${slug}`, "", `needs a text in at least one language: ${locales.join(".md, ")}.md`);
  for (const locale of available) {
    const name = `events/${slug}/${locale}.md`;
    const report = files.reporterFor(name);
    const matter = files.frontMatter(name, eventFrontMatter, facts[locale]);
    if (!matter) continue;
    const description = plainTextOf(fillFacts(matter.body, facts[locale], report, escapeMarkdown));
    if (description === "") report("", "has no text below its front matter");
    texts[locale] = { ...matter.data, description };
  }
  return texts;
}

function checkEvent(event: Event, report: ReportProblem): void {
  const { starts, ends, attendance, venue, notes, recurrence, overrides } = event;
  checkEnd("end", starts, ends, report);
  if ((attendance === "online") !== (venue === null))
    report("venue", "must be null if attendance is online, and only then");
  if (notes && recurrence) report("notes", "must stand in the override of a date, because the event recurs");
  checkDetails("", event, event, report);
  for (const [date, override] of Object.entries(overrides)) {
    const at = `overrides.${date}.`;
    if (override.status === "moved") checkEnd(`${at}end`, override.start, override.end, report);
    if (override.venue && attendance === "online") report(`${at}venue`, "must be left out where attendance is online");
    checkDetails(at, override, event, report);
  }
}

function checkEnd(field: string, start: LocalDateTime, end: LocalDateTime, report: ReportProblem): void {
  const days = (Date.parse(`${end}Z`) - Date.parse(`${start}Z`)) / DAY_MS;
  if (days <= 0 || days > MAX_DAYS) report(field, `must be after the start, by at most ${MAX_DAYS} days`);
}

/** Checks what an event has, or an override of one of its dates. */
function checkDetails(at: string, details: Event | Override, event: Event, report: ReportProblem): void {
  const { venue, theme, notes } = details;
  const language = "language" in details ? details.language : null;
  const reason = "reason" in details ? details.reason : null;
  const texts = { "venue.name": venue?.name, theme, notes, language, reason };
  for (const [field, text] of Object.entries(texts))
    for (const locale of localesOf(event))
      if (text && !text[locale]) report(at + field, `has no text in ${locale}, a language of the event`);
  if (notes && event.concept === "BOARDROOM")
    report(`${at}notes`, "must be left out, because nothing leaves the room of a round table");
}
