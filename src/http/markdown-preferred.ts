import type { RequestHandler } from "express";

/**
 * Sends Markdown if the client prefers it to HTML. That response must not be stored, because a cache that ignores Vary
 * would serve it to browsers.
 */
export function markdownPreferred<Params>(sendMarkdown: RequestHandler<Params>): RequestHandler<Params> {
  return (request, response, next) => {
    response.vary("Accept");
    if (!prefersMarkdown(request.headers.accept ?? "")) return next();

    response.set("Cache-Control", "no-store");
    return sendMarkdown(request, response, next);
  };
}

/**
 * Whether an Accept header (RFC 9110 §12.5.1) names text/markdown, not by a wildcard, with at least the weight of HTML.
 * On a tie the one named first is preferred.
 */
function prefersMarkdown(accept: string): boolean {
  const ranges = accept.split(",").map((range) => {
    const [type = "", ...parameters] = range
      .toLowerCase()
      .split(";")
      .map((part) => part.trim());
    const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, "");
    return { type, weight: weight === undefined ? 1 : Number(weight) || 0 };
  });
  const named = (...types: string[]) => types.map((type) => ranges.find((range) => range.type === type)).find(Boolean);

  const markdown = named("text/markdown");
  const html = named("text/html", "text/*", "*/*");
  if (!markdown || markdown.weight === 0) return false;
  if (!html || markdown.weight !== html.weight) return markdown.weight > (html?.weight ?? 0);
  return html.type !== "text/html" || ranges.indexOf(markdown) < ranges.indexOf(html);
}
