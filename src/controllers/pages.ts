import type { Request, Response } from "express";
import { markdownPathOf } from "../addresses/paths.js";
import { prefersMarkdown } from "../http/accept.js";
import { type Resource, sendResource } from "../http/cache.js";
import { type PageRef, summaryOf } from "../pages/find.js";
import { htmlOf, markdownOf } from "../pages/render.js";
import type { Site } from "../site.js";
import { htmlHeaders, markdownHeaders } from "./content-headers.js";
import * as dates from "./dates.js";
import * as forms from "./forms.js";

/** A page, or its Markdown if the request prefers that. */
export async function show(page: PageRef, request: Request, response: Response, site: Site) {
  if (forms.redirectLink(page, request, response, site)) return;
  const resource = prefersMarkdown(request.headers.accept) ? acceptedMarkdown(page, site) : html(page, request, site);
  await sendResource({ ...resource, headers: { ...resource.headers, Vary: "Accept" } }, request, response, site);
}

function html(page: PageRef, request: Request, site: Site): Resource {
  if (page.kind === "page" && page.name === "dates") return dates.list(page.locale, request, site);
  if (forms.formAt(page, site)) return forms.show(page, request, site);
  const { path } = summaryOf(page, site);
  return { address: path, ignoresQuery: true, headers: htmlHeaders(page.locale), body: () => htmlOf(page, site) };
}

/** At the page's own address it is `no-store`, because caches that ignore Vary would serve it to browsers. */
function acceptedMarkdown(page: PageRef, site: Site): Resource {
  const resource = markdown(page, site);
  const headers = { ...resource.headers, "Cache-Control": "no-store" };
  return { ...resource, address: `by Accept: ${resource.address}`, headers };
}

export function markdown(page: PageRef, site: Site): Resource {
  const { path, canonicalPath } = summaryOf(page, site);
  return {
    address: markdownPathOf(path),
    ignoresQuery: true,
    headers: markdownHeaders(page.locale, site.baseUrl + canonicalPath),
    body: () => markdownOf(page, site),
  };
}
