import type { Response } from "express";
import { cacheControl } from "../contracts/cache-control.js";
import { calendarQuery } from "../contracts/event-query.js";
import type { Resource } from "../http/cache-response.js";
import { HttpError } from "../http/http-error.js";
import { parseQuery } from "../http/parse-query.js";
import { type CalendarFile, calendarOf } from "../presenters/calendar.js";
import type { Services } from "../services.js";
import { calendarPath } from "../site/paths.js";

/** Specification §4.4, contract §4. */
export function calendarsController(
  services: Pick<Services, "agenda" | "clock" | "getFixedT" | "library" | "records">,
): Resource<{ city?: string }> {
  const { cities } = services.library;

  return (request) => {
    const query = parseQuery(request, calendarQuery);
    const { city: slug } = request.params;
    const city = cities.find((city) => city.slug === slug);
    if (slug !== undefined && !city) {
      const values = { city: slug, cities: cities.map(({ slug }) => slug).join(", ") };
      throw new HttpError(404, { messageKey: "errors:unknownCity", values });
    }
    return {
      address: calendarPath(city?.slug, query, extensionOf(request)),
      async body(response) {
        const file = await calendarOf(city, query, services);
        setCalendarHeaders(response, file);
        return file.text;
      },
    };
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
