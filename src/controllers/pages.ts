import type { Request, Response } from "express";
import type { Locale } from "../domain/locale.js";
import type { Resource } from "../http/cache-response.js";
import { queryOf } from "../http/paths.js";
import { renderView } from "../http/render-view.js";
import type { FormState } from "../presenters/form.js";
import { formEvents } from "../presenters/form-event.js";
import { pagePresenter } from "../presenters/page.js";
import type { Services } from "../services.js";
import { eventIdInQuery } from "../site/form-queries.js";
import { type PageName, viewOf } from "../site/paths.js";

/** `formState` is for the page of a form that was rejected. */
export type PageResource = (request: Request) => {
  readonly address: string;
  readonly body: (response: Response, formState?: FormState) => Promise<string>;
};

export function pagesController(
  services: Pick<Services, "agenda" | "articles" | "assets" | "clock" | "config" | "getFixedT" | "library" | "records">,
) {
  const { addresses } = services.library;
  const { queryFor } = formEvents(services);
  const { markdown, present, urlOf } = pagePresenter(services);

  return {
    show:
      (name: PageName, locale: Locale): PageResource =>
      (request) => {
        const eventId = eventIdInQuery(queryOf(request));
        return {
          address: request.path + queryFor(name, locale, eventId),
          body: (response, formState) =>
            renderView(response, `pages/${viewOf(name)}.njk`, present(name, locale, eventId, formState)),
        };
      },

    markdown:
      (name: PageName, locale: Locale): Resource =>
      () => ({
        address: addresses.markdownPathTo(name, locale),
        body(response) {
          response.links({ canonical: urlOf(name, locale) }).type("text/markdown");
          return markdown(name, locale);
        },
      }),
  };
}
