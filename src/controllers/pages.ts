import type { Request, Response } from "express";
import type { Expiring } from "../domain/expiring.js";
import type { Locale } from "../domain/locale.js";
import type { PageKind } from "../formats/structured-data.js";
import type { BodyHandler } from "../http/cache-response.js";
import { queryOf } from "../http/paths.js";
import { renderView } from "../http/render-view.js";
import type { FormState } from "../presenters/form.js";
import { formEvents } from "../presenters/form-event.js";
import { pagePresenter } from "../presenters/page.js";
import type { Services } from "../services.js";
import { eventIdInQuery } from "../site/form-queries.js";
import type { PageName } from "../site/paths.js";

export type RenderPage = (request: Request, response: Response, formState?: FormState) => Promise<Expiring<string>>;

export function pagesController(
  services: Pick<Services, "agenda" | "articles" | "assets" | "clock" | "config" | "getFixedT" | "library" | "records">,
) {
  const { queryFor } = formEvents(services);
  const pages = pagePresenter(services);

  return {
    show:
      (view: string, kind: PageKind = "WebPage") =>
      (name: PageName, locale: Locale): RenderPage =>
      async (request, response, formState) => {
        const eventId = eventIdInQuery(queryOf(request));
        const { value, validUntil } = pages.present(name, locale, kind, eventId, formState);
        return { value: await renderView(response, `pages/${view}.njk`, value), validUntil };
      },

    markdown:
      (name: PageName, locale: Locale): BodyHandler =>
      (_request, response) => {
        const { url, ...document } = pages.markdown(name, locale);
        response.links({ canonical: url }).type("text/markdown");
        return document;
      },

    addressOf: (name: PageName, locale: Locale) => (request: Request) =>
      request.path + queryFor(name, locale, eventIdInQuery(queryOf(request))),
  };
}
