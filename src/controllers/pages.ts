import type { RequestHandler } from "express";
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
  const show =
    (kind: "WebPage" | "FAQPage") =>
    (name: PageName, view: string): RequestHandler =>
    (request, response) => {
      const locale = request.language as Locale;
      const page = library.page(name, locale);
      const url = baseUrl + pathTo(name, locale);
      const logo = baseUrl + assets.address("/icons/icon-512.png");
      const trail = trailTo(name).map((step) => {
        const path = pathTo(step, locale);
        return { label: library.page(step, locale).label, path, url: baseUrl + path };
      });
      const alternates = locales.map((other) => {
        const path = pathTo(name, other);
        return { locale: other, path, url: baseUrl + path };
      });
      const shareImage = assets.find(`/share/${name}.${locale}.png`);

      response.render(`pages/${view}.njk`, {
        name,
        page,
        trail,
        alternates,
        room: conceptAt(paths[name])?.slug ?? "home",
        canonical: url,
        markdownPath: markdownPathTo(name, locale),
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

  return {
    /** A page shown by the view `views/pages/<view>.njk`. */
    show: show("WebPage"),
    /** The same, whose parts are questions and answers. */
    questions: show("FAQPage"),
    /** The page's Markdown twin. */
    markdown(name: PageName): RequestHandler {
      return (request, response) => {
        const locale = request.language as Locale;
        const url = baseUrl + pathTo(name, locale);
        response.set("Link", `<${url}>; rel="canonical"`).type("text/markdown");
        response.send(markdownPage(library.page(name, locale), { locale, url, baseUrl }));
      };
    },
  };
}
