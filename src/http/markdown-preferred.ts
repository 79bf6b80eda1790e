import type { RequestHandler } from "express";
import { qualityValues } from "./accept-encoding.js";
import type { Resource } from "./cache-response.js";

/** A key of the response cache that no request can name, as it has a blank. */
export const negotiatedKey = (markdownAddress: string) => `${markdownAddress} by Accept`;

export function negotiated<Params>(find: Resource<Params>): Resource<Params> {
  return (request) => {
    const { address, body } = find(request);
    return { address: negotiatedKey(address), body };
  };
}

/** No cache but the site's own keeps it, because one that ignores Vary would serve Markdown to browsers. */
export function markdownPreferred<Params>(sendMarkdown: RequestHandler<Params>): RequestHandler<Params> {
  return (request, response, next) => {
    response.vary("Accept");
    if (!prefersMarkdown(request.headers.accept)) return next();

    response.set("Cache-Control", "no-store");
    return sendMarkdown(request, response, next);
  };
}

/** Accept (RFC 9110 §12.5.1) must name text/markdown with at least the weight of HTML; the first wins a tie. */
export function prefersMarkdown(accept = ""): boolean {
  if (!/markdown/i.test(accept)) return false; // browsers
  const ranges = qualityValues(accept);
  const named = (...types: string[]) => types.map((type) => ranges.find(({ name }) => name === type)).find(Boolean);

  const markdown = named("text/markdown");
  const html = named("text/html", "text/*", "*/*");
  if (!markdown || markdown.weight === 0) return false;
  if (!html || markdown.weight !== html.weight) return markdown.weight > (html?.weight ?? 0);
  return html.name !== "text/html" || ranges.indexOf(markdown) < ranges.indexOf(html);
}
