import { defaultLocale } from "../domain/locale.js";
import { apiCatalog } from "../formats/api-catalog.js";
import { robotsTxt } from "../formats/robots-txt.js";
import { securityTxt } from "../formats/security-txt.js";
import { type FindResource, fileResource } from "../http/resource.js";
import { presentApiDescription } from "../presenters/api-description.js";
import { llmsPresenter } from "../presenters/llms.js";
import { sitemapEntries } from "../presenters/sitemap.js";
import type { Services } from "../services.js";
import { machineFiles } from "../site/paths.js";
import { cacheControl } from "./headers.js";

const CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

export function machineFilesController(services: Services): Readonly<Record<string, FindResource>> {
  const { clock, config, library } = services;
  const { baseUrl } = config;
  const { addresses, cities, organisation } = library;
  const { brief, full } = llmsPresenter(services);
  const plain = "text/plain; charset=utf-8";
  const file = (type: string, make: () => string | Promise<string>, headers = {}) =>
    fileResource(type, make, { "Content-Language": defaultLocale, "Cache-Control": cacheControl.pages, ...headers });

  return {
    [machineFiles.robots]: file(plain, () => robotsTxt(organisation.contentSignals, baseUrl)),
    [machineFiles.security]: file(plain, () => securityTxt(organisation.security, baseUrl, clock())),
    [machineFiles.llms]: file(plain, brief),
    [machineFiles.llmsFull]: file(plain, full),
    [machineFiles.apiCatalog]: file(CATALOG_TYPE, () => JSON.stringify(apiCatalog(baseUrl, cities, addresses)), {
      Link: `<${baseUrl}${machineFiles.apiCatalog}>; rel="api-catalog"`,
    }),
    [machineFiles.openapi]: file("application/json; charset=utf-8", () =>
      JSON.stringify(presentApiDescription(services)),
    ),
    [machineFiles.sitemap]: file("application/xml; charset=utf-8", async () => {
      const { sitemap } = await import("../formats/sitemap.js"); // not needed at start
      return sitemap(sitemapEntries(services));
    }),
  };
}
