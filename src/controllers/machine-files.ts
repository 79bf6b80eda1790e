import { neverExpires } from "../domain/expiring.js";
import { defaultLocale, type Locale } from "../domain/locale.js";
import { apiCatalog } from "../formats/api-catalog.js";
import { aiCatalog, mcpServerCard, SERVER_CARD_TYPE } from "../formats/mcp-discovery.js";
import { openSearchDescription } from "../formats/opensearch.js";
import { robotsTxt } from "../formats/robots-txt.js";
import { securityTxt } from "../formats/security-txt.js";
import { webManifest } from "../formats/web-manifest.js";
import type { BodyHandler } from "../http/cache-response.js";
import { llmsPresenter } from "../presenters/llms.js";
import { sitemapEntries } from "../presenters/sitemap.js";
import type { Services } from "../services.js";
import { files } from "../site/paths.js";

type Needed = "agenda" | "articles" | "assets" | "clock" | "config" | "getFixedT" | "library" | "records";

export function machineFilesController(services: Pick<Services, Needed>) {
  const { assets, clock, config, getFixedT, library } = services;
  const { baseUrl } = config;
  const { addresses, cities, organisation, page } = library;
  const { name } = organisation;
  const { brief, full } = llmsPresenter(services);

  const file = (type: string, make: () => ReturnType<BodyHandler>, headers = {}): BodyHandler => {
    return (_request, response) => {
      response.set(headers).type(type);
      return make();
    };
  };
  const json = (type: string, make: () => object, headers = {}) =>
    file(type, () => neverExpires(JSON.stringify(make())), headers);

  return {
    robots: file("text/plain", () => neverExpires(robotsTxt(organisation.contentSignals, baseUrl))),
    security: file("text/plain", () => securityTxt(organisation.security, baseUrl, clock())),
    llms: file("text/plain", brief, { "Content-Language": defaultLocale }),
    llmsFull: file("text/plain", full, { "Content-Language": defaultLocale }),
    apiCatalog: json(
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
      () => apiCatalog(baseUrl, cities, addresses),
      { Link: `<${baseUrl}${files.apiCatalog}>; rel="api-catalog"` },
    ),
    aiCatalog: json("application/ai-catalog+json", () => aiCatalog(baseUrl)),
    mcpServerCard: json(SERVER_CARD_TYPE, () =>
      mcpServerCard(name, getFixedT(defaultLocale)("llms:serverCard", { name }), baseUrl),
    ),
    sitemap: file("application/xml; charset=utf-8", async () => {
      const { sitemap } = await import("../formats/sitemap.js"); // not needed at start
      const { value, validUntil } = sitemapEntries(services);
      return { value: await sitemap(value), validUntil };
    }),
    webManifest: (locale: Locale) =>
      json("application/manifest+json", () =>
        webManifest(name, page("home", locale).description, locale, assets.address),
      ),
    openSearch: (locale: Locale) => {
      const description = getFixedT(locale)("site:search.description", { name });
      const about = { name, description, icon: assets.address("/favicon.ico") };
      const make = () => neverExpires(openSearchDescription(about, baseUrl, locale));
      return file("application/opensearchdescription+xml", make, { "Content-Language": locale });
    },
  };
}
