import type { Request, Response } from "express";
import { neverExpires } from "../domain/expiring.js";
import { locales } from "../domain/locale.js";
import { apiCatalog } from "../formats/api-catalog.js";
import { robotsTxt } from "../formats/robots-txt.js";
import { securityTxt } from "../formats/security-txt.js";
import type { Services } from "../services.js";
import { aiAgents } from "../site/crawlers.js";
import { api, calendarPath, eventsPath, files } from "../site/paths.js";

type Needed = Pick<Services, "clock" | "config" | "library">;

export function machineFilesController({ library, clock, config }: Needed) {
  const { organisation, addresses, cities } = library;
  const slugs = cities.map(({ slug }) => slug);
  const url = (path: string) => config.baseUrl + path;

  return {
    robots(_request: Request, response: Response) {
      const text = robotsTxt({
        agents: aiAgents,
        signals: organisation.contentSignals,
        allowed: ["/", api.events, api.calendar],
        disallowed: [api.assistant],
        sitemap: url(files.sitemap),
      });
      response.type("text/plain");
      return neverExpires(text);
    },

    security(_request: Request, response: Response) {
      const about = { contact: organisation.security, languages: locales, canonical: url(files.security) };
      response.type("text/plain");
      return securityTxt(about, clock());
    },

    apiCatalog(_request: Request, response: Response) {
      const catalog = apiCatalog({
        apis: [eventsPath({}), ...[undefined, ...slugs].map((slug) => calendarPath(slug))].map(url),
        description: url(files.openapi),
        documentation: locales.map((language) => ({ url: url(addresses.pathTo("developer", language)), language })),
        status: url("/healthz"),
      });
      response
        .set("Link", `<${url(files.apiCatalog)}>; rel="api-catalog"`)
        .type('application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"');
      return neverExpires(JSON.stringify(catalog));
    },
  };
}
