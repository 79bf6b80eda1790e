import type { Request, Response } from "express";
import { cursorAfter } from "../contracts/event-query.js";
import { defaultLocale } from "../domain/locale.js";
import { monthsAfter } from "../domain/wall-clock.js";
import { toApiEvent } from "../formats/event-record.js";
import { openapi } from "../formats/openapi.js";
import type { Services } from "../services.js";

type Needed = "agenda" | "clock" | "config" | "getFixedT" | "library" | "records";

export function apiDescriptionController(services: Pick<Services, Needed>) {
  const { agenda, records, library, clock, getFixedT, config } = services;
  const { organisation, addresses, cities, page } = library;
  const urlOf = (name: "terms" | "developer") => config.baseUrl + addresses.pathTo(name, defaultLocale);

  return {
    show(_request: Request, response: Response) {
      const [current, now] = [agenda.current(), clock()];
      const { today } = current;
      const [next] = current.search({}, { endsAfter: now, startsBefore: Infinity }, 1).occurrences;
      const description = openapi({
        name: organisation.name,
        baseUrl: config.baseUrl,
        mail: organisation.mail,
        terms: { name: page("terms", defaultLocale).title, url: urlOf("terms") },
        documentationUrl: urlOf("developer"),
        cities: cities.map(({ slug }) => slug),
        event: next && toApiEvent(records.of(next, defaultLocale), config.baseUrl),
        queryExamples: {
          concept: "AFTER",
          city: cities[0]?.slug ?? "",
          audience: "open",
          recurring: "true",
          locale: "en",
          from: today,
          to: monthsAfter(today, 6),
          limit: 10,
          ...(next && { cursor: cursorAfter(next) }),
        },
        t: getFixedT(defaultLocale),
      });
      response.type("application/json");
      return { value: JSON.stringify(description), validUntil: current.validUntil(now) };
    },
  };
}
