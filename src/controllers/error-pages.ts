import type { ErrorRequestHandler } from "express";
import { errorName, HttpError, handleErrors } from "../http/errors.js";
import type { Site } from "../site.js";
import type { Locale } from "../text/locale.js";

/** Renders the page of each error once in each language. */
export function errorPages({ logger, render }: Site): ErrorRequestHandler[] {
  const pages = new Map<string, string>();

  const pageOf = (name: string, locale: Locale): string => {
    const key = `${locale} ${name}`;
    const model = {
      heading: `errors:${name}.heading`,
      text: `errors:${name}.text`,
      offersSearch: name === "notFound",
      offersDates: name === "noSuchDates",
    };
    const page = pages.get(key) ?? render("pages/errors/show.njk", locale, model);
    pages.set(key, page);
    return page;
  };

  const sendPage = handleErrors(logger, (error, request, response) => {
    const { page = errorName(response.statusCode) } = error instanceof HttpError ? error.explanation : {};
    response.send(pageOf(page, request.language as Locale));
  });

  /** If the page fails: Express would show the error's stack. */
  const sendText: ErrorRequestHandler = (error, request, response, next) => {
    if (response.headersSent) return next(error);
    response.type("text/plain").send(request.t(`errors:${errorName(response.statusCode)}.text`));
  };

  return [sendPage, sendText];
}
