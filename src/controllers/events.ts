import type { Request, Response } from "express";
import { cacheControl } from "../contracts/cache-control.js";
import { eventLocaleQuery, eventQueryFor } from "../contracts/event-query.js";
import type { Locale } from "../domain/locale.js";
import { isSlug } from "../domain/slug.js";
import type { ResourceResponse } from "../http/cache-response.js";
import { cachedEntityTag, sendWithEtag } from "../http/etag.js";
import { HttpError } from "../http/http-error.js";
import { parseQuery, queryError } from "../http/parse-query.js";
import { calendarOfOccurrence } from "../presenters/calendar.js";
import { findEvent } from "../presenters/event.js";
import { presentEventList } from "../presenters/event-list.js";
import type { Services } from "../services.js";
import { eventFilePath } from "../site/paths.js";
import { setCalendarHeaders } from "./calendars.js";

const COMMA = Buffer.from(",");

/** Specification §4.3, contract §3. */
export function eventsController(
  services: Pick<Services, "agenda" | "clock" | "config" | "getFixedT" | "library" | "records">,
) {
  const query = eventQueryFor(services.library.cities);

  return {
    index(request: Request, response: Response) {
      const found = presentEventList(parseQuery(request, query), services);
      if (!found) throw queryError({ to: ["errors:query.toNotAfterFrom"] });
      sendJson(response, found.list.locale, '{"events":[', found.events, `],${JSON.stringify(found.list).slice(1)}`);
    },

    show(request: Request<{ id: string }>, response: Response) {
      const { occurrence, locale } = findOccurrence(request, services);
      const record = services.records.of(occurrence, locale);
      sendJson(response, record.locale, '{"event":', [services.records.json(occurrence, locale)], "}");
    },

    file(request: Request<{ id: string }>): ResourceResponse {
      const { occurrence, locale } = findOccurrence(request, services);
      return {
        address: eventFilePath(occurrence.id, locale),
        async body(response) {
          const file = await calendarOfOccurrence(occurrence, locale, services);
          setCalendarHeaders(response, file);
          return file.text;
        },
      };
    },
  };
}

/** The records are cached as bytes, so that only the rest is serialised for each request. */
function sendJson(response: Response, locale: Locale, before: string, records: readonly Buffer[], after: string): void {
  const listed = records.flatMap((record, index) => (index === 0 ? [record] : [COMMA, record]));
  response.set({ "Cache-Control": cacheControl.events, "Content-Language": locale });
  const body = Buffer.concat([Buffer.from(before), ...listed, Buffer.from(after)]);
  sendWithEtag(response.type("application/json"), body, [before, ...records.map(cachedEntityTag), after].join());
}

/** Throws HttpError 400 for an invalid id or query, 404 for an unknown event or language. */
function findOccurrence(request: Request<{ id: string }>, { agenda }: Pick<Services, "agenda">) {
  const { id } = request.params;
  if (!isSlug(id)) throw queryError({ id: ["errors:query.slug"] });
  const found = findEvent(id, parseQuery(request, eventLocaleQuery).locale, agenda);
  if ("messageKey" in found) throw new HttpError(404, found);
  return found;
}
