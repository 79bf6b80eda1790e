import { neverExpires } from "../domain/expiring.js";
import type { Locale } from "../domain/locale.js";
import { openSearchDescription } from "../formats/opensearch.js";
import { webManifest } from "../formats/web-manifest.js";
import { type BodyHandler, bodyHandler } from "../http/cache-response.js";
import type { Services } from "../services.js";
import { openSearchPath } from "../site/paths.js";

/** Handlers by path. */
export function browserFilesController(
  { assets, config, getFixedT, library }: Pick<Services, "assets" | "config" | "getFixedT" | "library">,
  locale: Locale,
): Readonly<Record<string, BodyHandler>> {
  const { name } = library.organisation;
  return {
    [`/${locale}/site.webmanifest`]: bodyHandler("application/manifest+json", () => {
      const { description } = library.page("home", locale);
      return neverExpires(JSON.stringify(webManifest(name, description, locale, assets.address)));
    }),
    [openSearchPath(locale)]: bodyHandler(
      "application/opensearchdescription+xml",
      () => {
        const description = getFixedT(locale)("site:search.description", { name });
        const about = { name, description, icon: assets.address("/favicon.ico") };
        return neverExpires(openSearchDescription(about, config.baseUrl, locale));
      },
      { "Content-Language": locale },
    ),
  };
}
