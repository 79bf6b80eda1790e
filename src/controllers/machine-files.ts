import type { Request } from "express";
import {
  api,
  builtFiles,
  calendarPath,
  eventsPath,
  localePath,
  machineFiles,
  manifestPath,
  openSearchPath,
  searchPath,
} from "../addresses/paths.js";
import { apiCatalog } from "../documents/api-catalog.js";
import { webManifest } from "../documents/manifest.js";
import { openSearchDescription } from "../documents/opensearch.js";
import { robotsTxt } from "../documents/robots.js";
import { securityTxt } from "../documents/security.js";
import type { Resource } from "../http/cache.js";
import { textHeaders } from "../http/headers.js";
import { llmsText } from "../pages/site-text.js";
import { sitemapEntries } from "../pages/sitemap.js";
import type { Site } from "../site.js";
import { defaultLocale, type Locale, locales } from "../text/locale.js";
import { presentApiDescription } from "./api-description.js";

const CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

function file(address: string, mediaType: string, body: Resource["body"], locale = defaultLocale): Resource {
  return { address, ignoresQuery: true, headers: textHeaders(mediaType, locale), body };
}

export function robots(_request: Request, { baseUrl, library }: Site): Resource {
  return file(machineFiles.robots, "text/plain", () =>
    robotsTxt({
      signals: library.organisation.contentSignals,
      allowed: ["/", api.events, api.calendar],
      disallowed: api.assistant,
      sitemapUrl: baseUrl + machineFiles.sitemap,
    }),
  );
}

export function security(_request: Request, { baseUrl, clock, library }: Site): Resource {
  return file(machineFiles.security, "text/plain", () =>
    securityTxt(library.organisation.security, baseUrl + machineFiles.security, clock()),
  );
}

export function llms(_request: Request, site: Site): Resource {
  return file(machineFiles.llms, "text/plain", () => llmsText(false, site));
}

export function llmsFull(_request: Request, site: Site): Resource {
  return file(machineFiles.llmsFull, "text/plain", () => llmsText(true, site));
}

export function catalog(_request: Request, { baseUrl, library }: Site): Resource {
  const { addresses, cities } = library;
  const calendars = [undefined, ...cities].map((city) => baseUrl + calendarPath(city?.slug, {}, ""));
  const resource = file(machineFiles.apiCatalog, "application/linkset+json", () =>
    JSON.stringify(
      apiCatalog({
        anchors: [baseUrl + eventsPath({}), ...calendars],
        descriptionUrl: baseUrl + machineFiles.openapi,
        docs: locales.map((locale) => ({ url: baseUrl + addresses.pathTo("developer", locale), locale })),
        statusUrl: baseUrl + api.health,
      }),
    ),
  );
  const link = `<${baseUrl}${machineFiles.apiCatalog}>; rel="api-catalog"`;
  return { ...resource, headers: { ...resource.headers, "Content-Type": CATALOG_TYPE, Link: link } };
}

export function openapi(_request: Request, site: Site): Resource {
  return file(machineFiles.openapi, "application/json", () => JSON.stringify(presentApiDescription(site)));
}

export function sitemap(_request: Request, site: Site): Resource {
  return file(machineFiles.sitemap, "application/xml", async () => {
    const { sitemap } = await import("../documents/sitemap.js"); // not needed at start
    return sitemap(sitemapEntries(site));
  });
}

export function manifest(locale: Locale, { assets, library }: Site): Resource {
  return file(
    manifestPath(locale),
    "application/manifest+json",
    () =>
      JSON.stringify(
        webManifest({
          name: library.organisation.name,
          description: library.page("home", locale).description,
          locale,
          startPath: localePath(locale),
          icon192: assets.address(builtFiles.icon192),
          icon512: assets.address(builtFiles.icon512),
          maskableIcon: assets.address(builtFiles.maskableIcon),
        }),
      ),
    locale,
  );
}

export function openSearch(locale: Locale, { assets, baseUrl, getFixedT, library }: Site): Resource {
  const { name } = library.organisation;
  return file(
    openSearchPath(locale),
    "application/opensearchdescription+xml",
    () =>
      openSearchDescription({
        name,
        description: getFixedT(locale)("site:search.description", { name }),
        locale,
        iconUrl: baseUrl + assets.address(builtFiles.favicon),
        searchUrl: baseUrl + searchPath(locale),
        selfUrl: baseUrl + openSearchPath(locale),
      }),
    locale,
  );
}
