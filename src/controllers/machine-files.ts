import type { Request, Response } from "express";
import type { Assets } from "../content/assets.js";
import type { Library } from "../content/library.js";
import { cursorAfter } from "../contracts/event-query.js";
import type { AgendaKeeper } from "../domain/agenda.js";
import { defaultLocale, type Locale, locales } from "../domain/locale.js";
import { monthsAfter } from "../domain/wall-clock.js";
import type { Words } from "../domain/words.js";
import { apiCatalog } from "../formats/api-catalog.js";
import type { EventRecords } from "../formats/event-record.js";
import { openapi } from "../formats/openapi.js";
import { robotsTxt } from "../formats/robots-txt.js";
import { securityTxt } from "../formats/security-txt.js";
import { webManifest } from "../formats/web-manifest.js";
import { aiAgents } from "../site/crawlers.js";
import { api, calendarPath, eventsPath, files } from "../site/paths.js";

/** What stands for a slug that there is not, in examples. */
const UNKNOWN = "nothing-here";

interface Uses {
  readonly agenda: AgendaKeeper;
  readonly records: EventRecords;
  readonly assets: Assets;
  readonly library: Library;
  readonly clock: () => number;
  readonly words: (locale: Locale) => Words;
  readonly config: { readonly baseUrl: string };
}

/** Files that programs read. */
export function machineFilesController({ agenda, records, assets, library, clock, words, config: { baseUrl } }: Uses) {
  const { organisation, addresses, cities } = library;
  const slugs = cities.map(({ slug }) => slug);
  const url = (path: string) => baseUrl + path;

  return {
    webManifest(request: Request, response: Response) {
      const locale = request.language as Locale;
      const manifest = webManifest({
        name: organisation.name,
        description: library.page("home", locale).description,
        locale,
        icons: [
          { src: assets.address("/icons/icon-192.png"), size: 192, purpose: "any" },
          { src: assets.address("/icons/icon-512.png"), size: 512, purpose: "any" },
          { src: assets.address("/icons/icon-maskable-512.png"), size: 512, purpose: "maskable" },
        ],
      });

      response.type("application/manifest+json").send(JSON.stringify(manifest));
    },

    robots(_request: Request, response: Response) {
      const text = robotsTxt({
        agents: aiAgents,
        signals: organisation.contentSignals,
        allowed: ["/", api.events, api.calendar],
        disallowed: [api.assistant],
        sitemap: url(files.sitemap),
      });
      response.type("text/plain").send(text);
    },

    security(_request: Request, response: Response) {
      const about = { contact: organisation.security, languages: locales, canonical: url(files.security) };
      const { text, validUntil } = securityTxt(about, clock());
      response.locals.validUntil = validUntil;
      response.type("text/plain").send(text);
    },

    apiCatalog(_request: Request, response: Response) {
      const catalog = apiCatalog({
        apis: [eventsPath({}), ...slugs.map((slug) => calendarPath(slug))].map(url),
        description: url(files.openapi),
        documentation: locales.map((language) => ({ url: url(addresses.pathTo("developer", language)), language })),
        status: url("/healthz"),
      });
      response
        .set("Link", `<${url(files.apiCatalog)}>; rel="api-catalog"`)
        .type('application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"')
        .send(JSON.stringify(catalog));
    },

    openapi(_request: Request, response: Response) {
      response.locals.validUntil = agenda.validUntil();
      const said = words(defaultLocale);
      const { today } = agenda.current();
      const [next] = agenda.current().search({}, { endsAfter: clock(), startsBefore: Infinity }, 1).occurrences;
      const description = openapi({
        name: organisation.name,
        baseUrl,
        mail: organisation.mail,
        termsUrl: url(addresses.pathTo("terms", defaultLocale)),
        documentationUrl: url(addresses.pathTo("developer", defaultLocale)),
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
          badQuery: { error: said("errors:query.sentence"), details: { locale: [said("errors:query.locale")] } },
          unknownEvent: { error: said("errors:unknownEvent", { id: UNKNOWN }) },
          unknownCity: { error: said("errors:unknownCity", { city: UNKNOWN, cities: slugs.join(", ") }) },
          methodNotAllowed: { error: said("errors:methodNotAllowed.sentence") },
          serverError: { error: said("errors:serverError.sentence") },
          chat: {
            question: {
              messages: [{ role: "user", content: "When is the next After Commerce?" }],
              locale: defaultLocale,
            },
            notJson: { error: said("dialogue:errors.json") },
            emptyQuestion: {
              error: said("dialogue:errors.fields"),
              details: { "messages.0.content": [said("dialogue:errors.empty")] },
            },
            crossSite: { error: said("dialogue:errors.crossSite") },
            otherType: { error: said("dialogue:errors.type") },
            tooLarge: { error: said("dialogue:errors.tooLarge") },
            rate: { error: said("dialogue:errors.rate", { count: 60 }) },
            busy: { error: said("dialogue:errors.busy") },
          },
        },
      });
      response.type("application/json").send(JSON.stringify(description));
    },
  };
}
