import type { RequestHandler } from "express";
import type { Assets } from "../content/assets.js";
import type { Library } from "../content/library.js";
import { conceptAt } from "../domain/concept.js";
import { type Locale, locales } from "../domain/locale.js";
import { markdownPage } from "../formats/markdown-page.js";
import { type PageKind, pageGraph } from "../formats/structured-data.js";
import { markdownPathTo, type PageName, paths, pathTo, trailTo } from "../site/paths.js";

interface Uses {
  readonly library: Library;
  readonly assets: Assets;
  readonly config: { readonly baseUrl: string };
}

/** The pages whose text is content and nothing else: as HTML, and as Markdown for readers who are programs. */
export function pagesController({ library, assets, config: { baseUrl } }: Uses) {
  const linkTo = (name: PageName, locale: Locale) => {
    const { label } = library.page(name, locale);
    return { locale, label, path: pathTo(name, locale), url: baseUrl + pathTo(name, locale) };
  };

  const show = (kind: PageKind, name: PageName, view: string): RequestHandler => {
    return (request, response) => {
      const locale = request.language as Locale;
      const page = library.page(name, locale);
      const { url } = linkTo(name, locale);
      const trail = trailTo(name).map((step) => linkTo(step, locale));
      const logo = baseUrl + assets.address("/icons/icon-512.png");
      const shareImage = assets.find(`/share/${name}.${locale}.png`);

      response.render(`pages/${view}.njk`, {
        name,
        page,
        trail,
        room: conceptAt(paths[name])?.slug ?? "home",
        canonical: url,
        alternates: locales.map((other) => linkTo(name, other)),
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
  };

  return {
    /** A page shown by the view `views/pages/<view>.njk`. */
    show: (name: PageName, view: string) => show("WebPage", name, view),
    /** The same, whose parts are questions and answers. */
    questions: (name: PageName, view: string) => show("FAQPage", name, view),
    /** The page's Markdown twin. */
    markdown(name: PageName): RequestHandler {
      return (request, response) => {
        const locale = request.language as Locale;
        const { url } = linkTo(name, locale);
        response.set("Link", `<${url}>; rel="canonical"`).type("text/markdown");
        response.send(markdownPage(library.page(name, locale), { locale, url, baseUrl }));
      };
    },
  };
}
