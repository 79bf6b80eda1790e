import type { Request, Response } from "express";
import { cacheControl } from "../contracts/cache-control.js";
import { calendarQuery } from "../contracts/event-query.js";
import { readQuery } from "../contracts/query.js";
import { HttpError } from "../http/http-error.js";
import { parseQuery } from "../http/parse-query.js";
import { queryOf } from "../http/paths.js";
import { type CalendarFile, calendarOf } from "../presenters/calendar.js";
import type { Services } from "../services.js";
import { calendarPath } from "../site/paths.js";

type CityRequest = Request<{ city?: string }>;

/** Specification §4.4, contract §4. */
export function calendarsController(
  services: Pick<Services, "agenda" | "clock" | "config" | "getFixedT" | "library" | "records">,
) {
  const { cities } = services.library;
  const cityOf = ({ params }: CityRequest) => cities.find(({ slug }) => slug === params.city);
  const isUnknown = (request: CityRequest) => request.params.city !== undefined && !cityOf(request);

  return {
    addressOf(request: CityRequest): string | undefined {
      const query = readQuery(queryOf(request), calendarQuery);
      if (isUnknown(request) || !query.ok) return undefined;
      return calendarPath(cityOf(request)?.slug, query.data, extensionOf(request));
    },

    async show(request: CityRequest, response: Response) {
      const query = parseQuery(request, calendarQuery);
      if (isUnknown(request)) {
        const values = { city: request.params.city!, cities: cities.map(({ slug }) => slug).join(", ") };
        throw new HttpError(404, { messageKey: "errors:unknownCity", values });
      }
      const { value, validUntil } = await calendarOf(cityOf(request), query, services);
      setCalendarHeaders(response, value);
      return { value: value.text, validUntil };
    },
  };
}

export const extensionOf = ({ path }: { path: string }) => (path.endsWith(".ics") ? ".ics" : "");

export function setCalendarHeaders(response: Response, { fileName, locale }: CalendarFile): Response {
  return response.type("text/calendar").set({
    "Cache-Control": cacheControl.calendars,
    "Content-Disposition": `inline; filename="${fileName}.ics"`,
    "Content-Language": locale,
  });
}
