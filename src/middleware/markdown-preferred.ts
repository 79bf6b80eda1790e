import type { RequestHandler } from "express";

/**
 * Answers with Markdown who prefers it to HTML (Accept, RFC 9110 §12.5.1): it must be named, `*` is not enough.
 * That answer is not to be stored: a cache that does not look at Vary would hand it to a browser.
 */
export function markdownPreferred(sendMarkdown: RequestHandler): RequestHandler {
  return (request, response, next) => {
    response.vary("Accept");
    if (request.accepts(["text/html", "text/markdown"]) !== "text/markdown") return next();

    response.set("Cache-Control", "no-store");
    return sendMarkdown(request, response, next);
  };
}
