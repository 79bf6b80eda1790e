import type { Request, Response } from "express";
import { calendarPath, eventsPath, machineFiles, manifestPath, openSearchPath } from "../addresses/paths.js";
import type { Resource } from "../http/cache.js";
import { cacheControl, corsTextHeaders, textHeaders } from "../http/headers.js";
import { llmsText } from "../pages/site-text.js";
import { sitemapEntries } from "../pages/sitemap.js";
import type { Site } from "../site.js";
import { defaultLocale, type Locale, locales } from "../text/locale.js";
import { apiDescription } from "./api-description.js";

const CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

function file(address: string, mediaType: string, body: Resource["body"]): Resource {
  return { key: address, headers: corsTextHeaders(mediaType, defaultLocale, cacheControl.pages), body };
}

/** For the host's router: 200 while the server accepts requests, 503 after SIGTERM. */
export function health(_request: Request, response: Response, { health }: Site): void {
  response.set("Cache-Control", "no-store").type("text/plain");
  if (health.phase === "ready") response.send("ready\n");
  else response.status(503).set("Retry-After", "5").send("stopping\n");
}

export const robots = (_request: Request, site: Site) =>
  file(machineFiles.robots, "text/plain", () => site.renderText("documents/robots.njk", defaultLocale, {}));

const MONTHS_AHEAD = 6;

/** `Expires` is half a year ahead (RFC 9116 §2.5.5 recommends less than a year) and changes once a month. */
export function security(_request: Request, site: Site): Resource {
  return file(machineFiles.security, "text/plain", () => {
    const now = new Date(site.clock());
    const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + MONTHS_AHEAD));
    const model = { expires: expires.toISOString().replace(".000", ""), locales };
    return site.renderText("documents/security.njk", defaultLocale, model);
  });
}

export const llms = (_request: Request, site: Site) =>
  file(machineFiles.llms, "text/plain", () => llmsText(false, site));

export const llmsFull = (_request: Request, site: Site) =>
  file(machineFiles.llmsFull, "text/plain", () => llmsText(true, site));

export function catalog(_request: Request, site: Site): Resource {
  const calendars = [undefined, ...site.library.cities].map((city) => calendarPath(city?.slug, {}, ""));
  const model = { apiPaths: [eventsPath({}), ...calendars], locales };
  const body = () => compact(site.renderText("documents/catalog.njk", defaultLocale, model));
  const resource = file(machineFiles.apiCatalog, "application/linkset+json", body);
  const link = `<${site.baseUrl}${machineFiles.apiCatalog}>; rel="api-catalog"`;
  return { ...resource, headers: { ...resource.headers, "Content-Type": CATALOG_TYPE, Link: link } };
}

export const openapi = (_request: Request, site: Site) =>
  file(machineFiles.openapi, "application/json", () => compact(apiDescription(site)));

export function sitemap(_request: Request, site: Site): Resource {
  return file(machineFiles.sitemap, "application/xml", () => sitemapXml(sitemapEntries(site)));
}

/** sitemaps.org 0.9 with Google's hreflang annotations; rejects if the package rejects an entry. */
async function sitemapXml(entries: readonly object[]): Promise<string> {
  const { SitemapStream, streamToPromise } = await import("sitemap"); // not needed at start
  const errors: Error[] = [];
  const stream = new SitemapStream({
    lastmodDateOnly: true,
    xmlns: { news: false, video: false, image: false, xhtml: true },
    errorHandler: (error) => void errors.push(error), // thrown inside the stream it would end the process
  });
  for (const entry of entries) stream.write(entry);
  stream.end();
  const xml = await streamToPromise(stream);
  if (errors[0]) throw errors[0];
  return xml.toString();
}

export function manifest(locale: Locale, site: Site): Resource {
  const headers = textHeaders("application/manifest+json", locale, cacheControl.pages);
  const body = () => compact(site.renderText("documents/manifest.njk", locale, {}));
  return { key: manifestPath(locale), headers, body };
}

/** JSON without the layout of its view. */
const compact = (json: string) => JSON.stringify(JSON.parse(json));

export function openSearch(locale: Locale, site: Site): Resource {
  const headers = textHeaders("application/opensearchdescription+xml", locale, cacheControl.pages);
  const body = () => site.render("documents/opensearch.njk", locale, {});
  return { key: openSearchPath(locale), headers, body };
}
