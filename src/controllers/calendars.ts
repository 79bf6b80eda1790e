import type { NextFunction, Request, Response } from "express";
import { calendarQuery } from "../contracts/event-query.js";
import { readQuery } from "../contracts/query.js";
import { cityMeant } from "../domain/city.js";
import { concepts } from "../domain/concept.js";
import { defaultLocale, type Locale } from "../domain/locale.js";
import { isSlug } from "../domain/slug.js";
import { daysAfter, monthsAfter } from "../domain/wall-clock.js";
import { toApiEvent } from "../formats/event-record.js";
import type { Calendar } from "../formats/icalendar.js";
import { HttpError } from "../http/errors.js";
import { sendTagged } from "../http/etag.js";
import { known, refusedQuery } from "../http/known-query.js";
import { queryOf, redirect } from "../http/paths.js";
import type { Services } from "../services.js";
import { calendarPath } from "../site/paths.js";
import { occurrenceAsked } from "./events.js";

const DAYS_BACK = 90;

/** Calendars to subscribe to, one a city (specification §4.4, contract §4), and each occurrence as a file. */
export function calendarsController({
  agenda,
  records,
  clock,
  config,
  getFixedT,
  library: { cities, organisation },
}: Pick<Services, "agenda" | "clock" | "config" | "getFixedT" | "library" | "records">) {
  const describe = (response: Response, fileName: string, locale: Locale) =>
    response.type("text/calendar").set({
      "Cache-Control": "public, max-age=900",
      "Content-Disposition": `inline; filename="${fileName}.ics"`,
      "Content-Language": locale,
    });

  /** The package that writes calendars is loaded for the first of them, not at start. */
  const written = async (locale: Locale, about: Pick<Calendar, "name" | "description" | "zone" | "events">) => {
    const { icalendar } = await import("../formats/icalendar.js");
    const year = Number(agenda.current().today.slice(0, 4));
    return icalendar({ ...about, locale, t: getFixedT(locale), year });
  };

  return {
    /** Redirects another spelling of a city to its slug, and refuses what cannot be a slug. */
    toSlug(request: Request<{ city: string }>, response: Response, next: NextFunction) {
      const text = request.params.city;
      const city = cityMeant(cities, text);
      if (city && city.slug !== text) redirect(request, response, calendarPath(city.slug, {}, extensionOf(request)));
      else if (isSlug(text)) next();
      else throw refusedQuery({ city: ["errors:query.slug"] });
    },

    /** The canonical address of a calendar; undefined for a request that gets none. */
    addressOf(request: Request): string | undefined {
      const city = cities.find(({ slug }) => slug === request.params.city);
      const query = readQuery(queryOf(request), calendarQuery);
      return city && query.ok ? calendarPath(city.slug, query.data, extensionOf(request)) : undefined;
    },

    async show(request: Request<{ city: string }>, response: Response) {
      const { locale, concept } = known(request, calendarQuery);
      const city = cities.find(({ slug }) => slug === request.params.city);
      if (!city) {
        const values = { city: request.params.city, cities: cities.map(({ slug }) => slug).join(", ") };
        throw new HttpError(404, { messageKey: { key: "errors:unknownCity", values } });
      }

      const spoken = locale ?? defaultLocale;
      const named = concepts.find(({ code }) => code === concept);
      const about = { name: (named ?? organisation).name, city: city.names[spoken] };
      response.locals.validUntil = agenda.validUntil(); // before the search: what is found then holds at least so long
      const current = agenda.current();
      const window = current.window(clock(), daysAfter(current.today, -DAYS_BACK), monthsAfter(current.today, 12))!;
      const { occurrences } = current.search({ city: city.slug, concept, locale }, window);

      describe(response, [named?.slug ?? "events", city.slug].join("-"), spoken).send(
        await written(spoken, {
          name: getFixedT(spoken)("events:calendar.name", about),
          description: getFixedT(spoken)("events:calendar.description", about),
          zone: city.zone,
          events: occurrences.map((occurrence) => toApiEvent(records.of(occurrence, spoken), config.baseUrl)),
        }),
      );
    },

    /** One occurrence as a file, for those who do not want to subscribe. */
    async showEvent(request: Request<{ id: string }>, response: Response) {
      const { occurrence, locale } = occurrenceAsked(request, agenda);
      const record = records.of(occurrence, locale);
      sendTagged(
        describe(response, record.id, record.locale),
        await written(record.locale, {
          name: record.title,
          description: record.summary,
          zone: record.timezone,
          events: [toApiEvent(record, config.baseUrl)],
        }),
      );
    },
  };
}

const extensionOf = ({ path }: { path: string }) => (path.endsWith(".ics") ? ".ics" : "");
