import type { Locale } from "../domain/locale.js";
import { openSearchDescription } from "../formats/opensearch.js";
import { webManifest } from "../formats/web-manifest.js";
import { fileResource, type Resource } from "../http/cache-response.js";
import type { Services } from "../services.js";
import { openSearchPath } from "../site/paths.js";

export function browserFilesController(
  { assets, config, getFixedT, library }: Pick<Services, "assets" | "config" | "getFixedT" | "library">,
  locale: Locale,
): Readonly<Record<string, Resource>> {
  const { name } = library.organisation;
  return {
    [`/${locale}/site.webmanifest`]: fileResource("application/manifest+json", () => {
      const { description } = library.page("home", locale);
      return JSON.stringify(webManifest(name, description, locale, assets.address));
    }),
    [openSearchPath(locale)]: fileResource(
      "application/opensearchdescription+xml; charset=utf-8",
      () => {
        const description = getFixedT(locale)("site:search.description", { name });
        const about = { name, description, icon: assets.address("/favicon.ico") };
        return openSearchDescription(about, config.baseUrl, locale);
      },
      { "Content-Language": locale },
    ),
  };
}
