import { shareImagePath } from "../addresses/paths.js";
import { viewIds } from "../addresses/sections.js";
import { upcoming } from "../events/agenda.js";
import { type EventRow, eventRow } from "../events/board.js";
import type { Occurrence } from "../events/event.js";
import { googleCalendarUrl, mapUrl } from "../events/links.js";
import type { EventRecord } from "../events/record-schema.js";
import { eventInWords, factInWords, placeInWords } from "../events/words.js";
import { occurrenceFormPresenter } from "../forms/on-date.js";
import type { FormState } from "../forms/present.js";
import type { Site } from "../site.js";
import { dateInWords } from "../text/in-words.js";
import type { Locale } from "../text/locale.js";
import { dateAt } from "../text/wall-clock.js";
import { aboutSite, addressesOf, type SitePage, trailTo } from "./links.js";
import { heading, markdownDocument } from "./markdown-document.js";
import { rowMarkdown } from "./markdown-events.js";
import { formBlocks } from "./markdown-page.js";
import { pageGraph } from "./structured-data.js";

export function occurrencePresenter(site: Site) {
  const { assets, baseUrl, clock, getFixedT, library } = site;
  const { presentOccurrenceForm } = occurrenceFormPresenter(site);
  const { occurrencePath, pathTo } = library.addresses;

  /** Other coming dates of the same concept and city. */
  const datesLike = ({ id, event: { concept, city } }: Occurrence, locale: Locale) => {
    const others = upcoming({ concept, city, locale }, site).filter((other) => other.id !== id);
    return others.map((other) => eventRow(other, locale, site));
  };

  /** The link to sign up, else to the next date or to all dates. Null if a date that is ahead needs no sign-up. */
  const actionOf = (row: EventRow, isOver: boolean, others: readonly EventRow[], locale: Locale) => {
    const { action, record } = row;
    const mailto = `mailto:${library.organisation.mail}?subject=${encodeURIComponent(eventInWords(record))}`;
    if (action) return action.path === record.path ? { ...action, path: mailto } : action; // this page has no form
    if (!isOver && row.takesPlace && row.signUp === "") return null;
    const t = getFixedT(locale);
    const next = others.find((other) => other.action && other.record.audience === record.audience);
    if (next) return { path: next.record.path, label: t("events:date.next", { date: next.record.dateText }) };
    return { path: pathTo("dates", locale), label: t("events:date.all") };
  };

  const trailOf = ({ startsAt, path }: EventRecord, locale: Locale) =>
    trailTo("dates", locale, site, { label: dateInWords(startsAt.slice(0, 10), locale), path });

  return (occurrence: Occurrence, locale: Locale) => {
    const { id, event, updated, ends } = occurrence;
    const t = getFixedT(locale);
    const row = eventRow(occurrence, locale, site);
    const { record, concept } = row;
    const { title, summary, url, path } = record;
    const ownPaths = { address: occurrencePath(id, locale), canonicalPath: path };

    return {
      ...ownPaths,
      locale: record.locale,
      title: eventInWords(record),
      description: summary,
      updated: record.updatedAt,
      hasId: (id: string) => id === viewIds.form,
      view: "pages/dates/show.njk",

      model(state?: FormState) {
        const dates = datesLike(occurrence, locale);
        const form = presentOccurrenceForm(occurrence, locale, state);
        const isOver = ends <= clock();
        const dateText = dateInWords(record.startsAt.slice(0, 10), locale);
        const page = {
          title: row.takesPlace
            ? eventInWords({ title, dateText })
            : t(`forms:notice.${occurrence.status}`, { title, date: dateText }),
          description: `${record.dateText}. ${summary}`,
          heading: title,
          updated: dateAt(updated, event.zone),
          sections: [],
        };
        return {
          ...addressesOf(ownPaths, (other) => occurrencePath(id, other), record.locales, baseUrl),
          name: null,
          menuEntry: "dates",
          theme: concept.slug,
          page,
          row,
          record,
          dates,
          form,
          action: form ? null : actionOf(row, isOver, dates, locale),
          forWhom: t(`events:forWhom.${event.audience}`),
          isOver,
          place: record.venue && placeInWords(record.venue),
          mapUrl: record.venue && mapUrl(record.venue),
          googleCalendar: googleCalendarUrl(record),
          paragraphs: event.texts[record.locale]!.description.split("\n\n"),
          suggestions: library.page(concept.slug, locale).ask,
          trail: trailOf(record, locale),
          shareImage: assets.findAddress(shareImagePath(concept.slug, record.locale)),
          structuredData: pageGraph({
            page,
            kind: "WebPage",
            url,
            trail: trailOf(record, record.locale),
            ...aboutSite(site, record.locale),
            events: [record],
          }),
        };
      },

      text(origin = baseUrl) {
        const { recurrence, description, updatedAt } = record;
        const dates = datesLike(occurrence, locale).map((other) => `- ${rowMarkdown(other, t)}`);
        const form = presentOccurrenceForm(occurrence, locale);
        return markdownDocument({ title, description: summary, lang: record.locale, url, updated: updatedAt }, origin, [
          heading(1, title),
          rowMarkdown(row, t),
          recurrence ? `${t("events:date.recurrence")}: ${recurrence.text}.` : "",
          factInWords("language", record.language, t),
          description,
          ...(form ? [heading(2, form.heading), form.text, ...formBlocks(form, t)] : []),
          ...(dates.length > 0 ? [heading(2, t("events:date.others")), dates.join("\n")] : []),
        ]);
      },
    } satisfies SitePage;
  };
}
