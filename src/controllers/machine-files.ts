import { defaultLocale } from "../text/locale.js";
import { apiCatalog } from "../documents/api-catalog.js";
import { robotsTxt } from "../documents/robots.js";
import { securityTxt } from "../documents/security.js";
import { type FindResource, fileResource } from "../http/resource.js";
import { presentApiDescription } from "../presenters/api-description.js";
import { llmsPresenter } from "../presenters/llms.js";
import { sitemapEntries } from "../presenters/sitemap.js";
import type { Services } from "../services.js";
import { machineFiles } from "../addresses/paths.js";
import { textHeaders } from "./headers.js";

const CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

export function machineFilesController(services: Services): Readonly<Record<string, FindResource>> {
  const { clock, config, library } = services;
  const { baseUrl } = config;
  const { addresses, cities, organisation } = library;
  const { brief, full } = llmsPresenter(services);
  const file = (mediaType: string, body: () => string | Promise<string>, headers = {}) =>
    fileResource({ ...textHeaders(mediaType, defaultLocale), ...headers }, body);

  return {
    [machineFiles.robots]: file("text/plain", () => robotsTxt(organisation.contentSignals, baseUrl)),
    [machineFiles.security]: file("text/plain", () => securityTxt(organisation.security, baseUrl, clock())),
    [machineFiles.llms]: file("text/plain", brief),
    [machineFiles.llmsFull]: file("text/plain", full),
    [machineFiles.apiCatalog]: file(
      "application/linkset+json",
      () => JSON.stringify(apiCatalog(baseUrl, cities, addresses)),
      {
        "Content-Type": CATALOG_TYPE,
        Link: `<${baseUrl}${machineFiles.apiCatalog}>; rel="api-catalog"`,
      },
    ),
    [machineFiles.openapi]: file("application/json", () => JSON.stringify(presentApiDescription(services))),
    [machineFiles.sitemap]: file("application/xml", async () => {
      const { sitemap } = await import("../documents/sitemap.js"); // not needed at start
      return sitemap(sitemapEntries(services));
    }),
  };
}
