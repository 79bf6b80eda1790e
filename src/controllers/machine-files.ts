import { api, calendarPath, eventsPath, machineFiles } from "../addresses/paths.js";
import { apiCatalog } from "../documents/api-catalog.js";
import { robotsTxt } from "../documents/robots.js";
import { securityTxt } from "../documents/security.js";
import { textHeaders } from "../http/cache-control.js";
import { type FindResource, fileResource } from "../http/resource.js";
import { llmsPresenter } from "../pages/llms.js";
import { sitemapEntries } from "../pages/sitemap.js";
import type { Site } from "../site.js";
import { defaultLocale, locales } from "../text/locale.js";
import { presentApiDescription } from "./api-description.js";

const CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

export function machineFilesController(site: Site): Readonly<Record<string, FindResource>> {
  const { clock, config, library } = site;
  const { baseUrl } = config;
  const { addresses, cities, organisation } = library;
  const { brief, full } = llmsPresenter(site);
  const file = (mediaType: string, body: () => string | Promise<string>, headers = {}) =>
    fileResource({ ...textHeaders(mediaType, defaultLocale), ...headers }, body);

  const catalog = {
    anchors: [
      baseUrl + eventsPath({}),
      ...[undefined, ...cities].map((city) => baseUrl + calendarPath(city?.slug, {}, "")),
    ],
    descriptionUrl: baseUrl + machineFiles.openapi,
    docs: locales.map((locale) => ({ url: baseUrl + addresses.pathTo("developer", locale), locale })),
    statusUrl: baseUrl + api.health,
  };

  return {
    [machineFiles.robots]: file("text/plain", () =>
      robotsTxt({
        signals: organisation.contentSignals,
        allowed: ["/", api.events, api.calendar],
        disallowed: api.assistant,
        sitemapUrl: baseUrl + machineFiles.sitemap,
      }),
    ),
    [machineFiles.security]: file("text/plain", () =>
      securityTxt(organisation.security, baseUrl + machineFiles.security, clock()),
    ),
    [machineFiles.llms]: file("text/plain", brief),
    [machineFiles.llmsFull]: file("text/plain", full),
    [machineFiles.apiCatalog]: file("application/linkset+json", () => JSON.stringify(apiCatalog(catalog)), {
      "Content-Type": CATALOG_TYPE,
      Link: `<${baseUrl}${machineFiles.apiCatalog}>; rel="api-catalog"`,
    }),
    [machineFiles.openapi]: file("application/json", () => JSON.stringify(presentApiDescription(site))),
    [machineFiles.sitemap]: file("application/xml", async () => {
      const { sitemap } = await import("../documents/sitemap.js"); // not needed at start
      return sitemap(sitemapEntries(site));
    }),
  };
}
