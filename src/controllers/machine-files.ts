import { defaultLocale } from "../domain/locale.js";
import { apiCatalog } from "../formats/api-catalog.js";
import { aiCatalog, mcpServerCard, SERVER_CARD_TYPE } from "../formats/mcp-discovery.js";
import { robotsTxt } from "../formats/robots-txt.js";
import { securityTxt } from "../formats/security-txt.js";
import { fileResource, type Resource } from "../http/cache-response.js";
import { presentApiDescription } from "../presenters/api-description.js";
import { llmsPresenter } from "../presenters/llms.js";
import { sitemapEntries } from "../presenters/sitemap.js";
import type { Services } from "../services.js";
import { files } from "../site/paths.js";

const CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

export function machineFilesController(
  services: Pick<Services, "agenda" | "articles" | "clock" | "config" | "getFixedT" | "library" | "records">,
): Readonly<Record<string, Resource>> {
  const { clock, config, getFixedT, library } = services;
  const { baseUrl } = config;
  const { addresses, cities, organisation } = library;
  const { name } = organisation;
  const { brief, full } = llmsPresenter(services);
  const json = (type: string, make: () => object | Promise<object>, headers = {}) =>
    fileResource(type, async () => JSON.stringify(await make()), headers);

  return {
    [files.robots]: fileResource("text/plain", () => robotsTxt(organisation.contentSignals, baseUrl)),
    [files.security]: fileResource("text/plain", () => securityTxt(organisation.security, baseUrl, clock())),
    [files.llms]: fileResource("text/plain", brief, { "Content-Language": defaultLocale }),
    [files.llmsFull]: fileResource("text/plain", full, { "Content-Language": defaultLocale }),
    [files.apiCatalog]: json(CATALOG_TYPE, () => apiCatalog(baseUrl, cities, addresses), {
      Link: `<${baseUrl}${files.apiCatalog}>; rel="api-catalog"`,
    }),
    [files.aiCatalog]: json("application/ai-catalog+json", () => aiCatalog(baseUrl)),
    [files.mcpServerCard]: json(SERVER_CARD_TYPE, () =>
      mcpServerCard(name, getFixedT(defaultLocale)("llms:serverCard", { name }), baseUrl),
    ),
    [files.openapi]: json("application/json", () => presentApiDescription(services)),
    [files.sitemap]: fileResource("application/xml; charset=utf-8", async () => {
      const { sitemap } = await import("../formats/sitemap.js"); // not needed at start
      return sitemap(sitemapEntries(services));
    }),
  };
}
