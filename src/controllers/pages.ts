import type { Request, RequestHandler, Response } from "express";
import type { Assets } from "../content/assets.js";
import type { Library } from "../content/library.js";
import { conceptAt } from "../domain/concept.js";
import { type Locale, locales } from "../domain/locale.js";
import { markdownPage } from "../formats/markdown-page.js";
import { pageGraph } from "../formats/structured-data.js";
import { markdownPathTo, type PageName, paths, pathTo, trailTo } from "../site/paths.js";

interface Uses {
  readonly library: Library;
  readonly assets: Assets;
  readonly config: { readonly baseUrl: string };
}

/** The pages whose text is content and nothing else: as HTML, and as Markdown for readers who are programs. */
export function pagesController({ library, assets, config: { baseUrl } }: Uses) {
  const page =
    (kind: "WebPage" | "FAQPage") =>
    (name: PageName, view: string): RequestHandler => {
      return (request, response) => {
        response.vary("Accept");
        if (request.accepts(["text/html", "text/markdown"]) === "text/markdown") {
          response.set("Cache-Control", "no-store");
          return sendMarkdown(request, response, name);
        }

        const locale = request.language as Locale;
        const page = library.page(name, locale);
        const url = baseUrl + pathTo(name, locale);
        const logo = baseUrl + assets.address("/icons/icon-512.png");
        const trail = trailTo(name).map((step) => ({
          label: library.page(step, locale).label,
          path: pathTo(step, locale),
          url: baseUrl + pathTo(step, locale),
        }));
        const shareImage = assets.find(`/share/${name}.${locale}.png`);

        response.render(`pages/${view}.njk`, {
          name,
          page,
          trail,
          room: conceptAt(paths[name])?.slug ?? "home",
          canonical: url,
          markdownPath: markdownPathTo(name, locale),
          alternates: locales.map((other) => ({
            locale: other,
            path: pathTo(name, other),
            url: baseUrl + pathTo(name, other),
          })),
          shareImage: shareImage ? baseUrl + shareImage : null,
          structuredData: pageGraph({
            page,
            kind,
            locale,
            url,
            baseUrl,
            logo,
            trail,
            organisation: library.organisation,
          }),
        });
      };
    };

  function sendMarkdown(request: Request, response: Response, name: PageName): void {
    const locale = request.language as Locale;
    const url = baseUrl + pathTo(name, locale);
    response.set("Link", `<${url}>; rel="canonical"`).type("text/markdown");
    response.send(markdownPage(library.page(name, locale), { locale, url, baseUrl }));
  }

  return {
    /** A page shown by the view `views/pages/<view>.njk`. */
    show: page("WebPage"),
    /** The same, whose parts are questions and answers. */
    questions: page("FAQPage"),
    /** The page's Markdown twin. */
    markdown:
      (name: PageName): RequestHandler =>
      (request, response) =>
        sendMarkdown(request, response, name),
  };
}
