import type { RequestHandler } from "express";
import { qualityValues } from "./accept-encoding.js";

/** Markdown is never cached, because a cache that ignores Vary would serve it to browsers. */
export function markdownPreferred<Params>(sendMarkdown: RequestHandler<Params>): RequestHandler<Params> {
  return (request, response, next) => {
    response.vary("Accept");
    if (!prefersMarkdown(request.headers.accept ?? "")) return next();

    response.set("Cache-Control", "no-store");
    return sendMarkdown(request, response, next);
  };
}

/** Accept (RFC 9110 §12.5.1) must name text/markdown with at least the weight of HTML; the first wins a tie. */
function prefersMarkdown(accept: string): boolean {
  const ranges = qualityValues(accept);
  const named = (...types: string[]) => types.map((type) => ranges.find(({ name }) => name === type)).find(Boolean);

  const markdown = named("text/markdown");
  const html = named("text/html", "text/*", "*/*");
  if (!markdown || markdown.weight === 0) return false;
  if (!html || markdown.weight !== html.weight) return markdown.weight > (html?.weight ?? 0);
  return html.name !== "text/html" || ranges.indexOf(markdown) < ranges.indexOf(html);
}
