import type { Request, Response } from "express";
import { cursorAfter, eventLocaleQuery, eventQuery } from "../contracts/event-query.js";
import type { EventList } from "../contracts/event-record.js";
import type { AgendaKeeper } from "../domain/agenda.js";
import { localesOf } from "../domain/event.js";
import { defaultLocale, type Locale } from "../domain/locale.js";
import { isSlug } from "../domain/slug.js";
import { HttpError } from "../http/errors.js";
import { entityTag, sendTagged } from "../http/etag.js";
import { known, refusedQuery } from "../http/known-query.js";
import type { Services } from "../services.js";
import { eventsPath } from "../site/paths.js";

const DEFAULT_LIMIT = 100;
const COMMA = Buffer.from(",");

/** The open events API (specification §4.3, contract §3). */
export function eventsController({
  agenda,
  records,
  clock,
  config: { baseUrl },
}: Pick<Services, "agenda" | "clock" | "config" | "records">) {
  return {
    index(request: Request, response: Response) {
      const query = known(request, eventQuery);
      const { from, to, limit = DEFAULT_LIMIT, cursor, ...filter } = query;
      const window = agenda.current().window(clock(), from, to);
      if (!window) throw refusedQuery({ to: ["errors:query.toNotAfterFrom"] });

      const { occurrences, total, more } = agenda.current().search(filter, window, limit, cursor);
      const { concept = null, city = null, recurring = null, locale = null } = filter;
      const spoken = locale ?? defaultLocale;
      const linkTo = (position = cursor) =>
        baseUrl + eventsPath({ ...query, cursor: position && cursorAfter(position) });
      const about: Omit<EventList, "events"> = {
        count: occurrences.length,
        total,
        locale: spoken,
        filters: { concept, city, recurring, locale },
        window: { from: window.from, to: window.to },
        links: { self: linkTo(), next: more ? linkTo(occurrences.at(-1)) : null },
      };
      const found = occurrences.map((occurrence) => records.json(occurrence, spoken));
      sendJson(response, spoken, '{"events":[', found, `],${JSON.stringify(about).slice(1)}`);
    },

    show(request: Request<{ id: string }>, response: Response) {
      const { occurrence, locale } = occurrenceAsked(request, agenda);
      const { locale: spoken } = records.of(occurrence, locale);
      sendJson(response, spoken, '{"event":', [records.json(occurrence, locale)], "}");
    },
  };
}

/** The occurrence of the id in the address, and the language asked for, else English. Throws an HttpError for none. */
export function occurrenceAsked(request: Request<{ id: string }>, agenda: AgendaKeeper) {
  const { id } = request.params;
  if (!isSlug(id)) throw refusedQuery({ id: ["errors:query.slug"] });
  const { locale } = known(request, eventLocaleQuery);
  const occurrence = agenda.current().find(id);
  if (!occurrence) throw new HttpError(404, { messageKey: { key: "errors:unknownEvent", values: { id } } });

  const spoken = localesOf(occurrence.event);
  if (locale && !spoken.includes(locale)) {
    const values = { id, languages: spoken.join(", ") };
    throw new HttpError(404, { messageKey: { key: "errors:eventNotInLanguage", values } });
  }
  return { occurrence, locale: locale ?? defaultLocale };
}

const tags = new WeakMap<Buffer, string>();

/** The entity tag of a record's bytes, made once, as they are. */
function tagOf(record: Buffer): string {
  const tag = tags.get(record) ?? entityTag(record);
  tags.set(record, tag);
  return tag;
}

/** Sends records, whose bytes exist already, with what the answer says before and after them. */
function sendJson(response: Response, locale: Locale, before: string, records: readonly Buffer[], after: string): void {
  const listed = records.flatMap((record, index) => (index === 0 ? [record] : [COMMA, record]));
  response.set({ "Cache-Control": "public, max-age=60, stale-while-revalidate=600", "Content-Language": locale });
  const body = Buffer.concat([Buffer.from(before), ...listed, Buffer.from(after)]);
  sendTagged(response.type("application/json"), body, [before, ...records.map(tagOf), after].join());
}
