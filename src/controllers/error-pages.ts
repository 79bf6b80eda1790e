import type { ErrorRequestHandler } from "express";
import { prefersMarkdown } from "../http/cache.js";
import { errorName, HttpError, handleErrors } from "../http/errors.js";
import type { Site } from "../site.js";
import type { Locale } from "../text/locale.js";

/** Sends the page of an error; a text if that fails, because Express would show the error's stack. */
export function errorPages(site: Site): ErrorRequestHandler[] {
  const sendPage = handleErrors(site.logger, (error, request, response) => {
    const { page = errorName(response.statusCode) } = error instanceof HttpError ? error.explanation : {};
    const isMarkdown = request.path.endsWith(".md") || prefersMarkdown(request.headers.accept);
    if (isMarkdown) response.type("text/markdown");
    response.send(pageOf(page, isMarkdown, request.language as Locale, site));
  });
  const sendText: ErrorRequestHandler = (error, request, response, next) => {
    if (response.headersSent) return next(error);
    response.type("text/plain").send(request.t(`errors:${errorName(response.statusCode)}.text`));
  };
  return [sendPage, sendText];
}

function pageOf(name: string, isMarkdown: boolean, locale: Locale, { render, renderText, snapshot }: Site): string {
  const model = {
    heading: `errors:${name}.heading`,
    text: `errors:${name}.text`,
    offersSearch: name === "notFound",
    offersDates: name === "noSuchDates",
  };
  if (isMarkdown) return renderText("markdown/error.md.njk", locale, model);
  return snapshot().cached(`error ${name} ${locale}`, () => render("pages/errors/show.njk", locale, model));
}
