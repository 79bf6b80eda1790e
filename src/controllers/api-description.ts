import type { Request, Response } from "express";
import { cursorAfter } from "../contracts/event-query.js";
import { defaultLocale } from "../domain/locale.js";
import { monthsAfter } from "../domain/wall-clock.js";
import { openapi } from "../formats/openapi.js";
import type { Services } from "../services.js";

/** A slug that nothing has, for the examples of errors. */
const UNKNOWN = "nothing-here";

/** The description of the API (contract §5), whose examples are what this site would answer today. */
export function apiDescriptionController({
  agenda,
  records,
  library,
  clock,
  getFixedT,
  config: { baseUrl },
}: Pick<Services, "agenda" | "clock" | "config" | "getFixedT" | "library" | "records">) {
  const { organisation, addresses, cities } = library;
  const slugs = cities.map(({ slug }) => slug);

  return {
    show(_request: Request, response: Response) {
      response.locals.validUntil = agenda.validUntil();
      const t = getFixedT(defaultLocale);
      const { today } = agenda.current();
      const [next] = agenda.current().search({}, { endsAfter: clock(), startsBefore: Infinity }, 1).occurrences;
      const description = openapi({
        name: organisation.name,
        baseUrl,
        mail: organisation.mail,
        termsUrl: baseUrl + addresses.pathTo("terms", defaultLocale),
        documentationUrl: baseUrl + addresses.pathTo("developer", defaultLocale),
        examples: {
          event: next && records.of(next, defaultLocale),
          cities: slugs,
          query: {
            concept: "AFTER",
            city: slugs[0] ?? "",
            recurring: "true",
            locale: "en",
            from: today,
            to: monthsAfter(today, 6),
            limit: 10,
            ...(next && { cursor: cursorAfter(next) }),
          },
          badQuery: { error: t("errors:query.message"), details: { locale: [t("errors:query.locale")] } },
          unknownEvent: { error: t("errors:unknownEvent", { id: UNKNOWN }) },
          unknownCity: { error: t("errors:unknownCity", { city: UNKNOWN, cities: slugs.join(", ") }) },
          methodNotAllowed: { error: t("errors:methodNotAllowed.message") },
          serverError: { error: t("errors:serverError.message") },
          chat: {
            question: {
              messages: [{ role: "user", content: "When is the next After Commerce?" }],
              locale: defaultLocale,
            },
            notJson: { error: t("dialogue:errors.json") },
            emptyQuestion: {
              error: t("dialogue:errors.fields"),
              details: { "messages.0.content": [t("dialogue:errors.empty")] },
            },
            crossSite: { error: t("dialogue:errors.crossSite") },
            otherType: { error: t("dialogue:errors.type") },
            tooLarge: { error: t("dialogue:errors.tooLarge") },
            rate: { error: t("dialogue:errors.rate", { count: 60 }) },
            busy: { error: t("dialogue:errors.busy") },
          },
        },
      });
      response.type("application/json").send(JSON.stringify(description));
    },
  };
}
