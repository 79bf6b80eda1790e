import type { Locale } from "../domain/locale.js";
import { openSearchDescription } from "../formats/opensearch.js";
import { webManifest } from "../formats/web-manifest.js";
import { type FindResource, fileResource } from "../http/resource.js";
import type { Services } from "../services.js";
import { builtFiles, manifestPath, openSearchPath } from "../site/paths.js";
import { cacheControl } from "./headers.js";

export function browserFilesController(
  { assets, config, getFixedT, library }: Services,
  locale: Locale,
): Readonly<Record<string, FindResource>> {
  const { name } = library.organisation;
  const headers = { "Content-Language": locale, "Cache-Control": cacheControl.pages };
  return {
    [manifestPath(locale)]: fileResource(
      "application/manifest+json; charset=utf-8",
      () => {
        const { description } = library.page("home", locale);
        return JSON.stringify(webManifest(name, description, locale, assets.address));
      },
      headers,
    ),
    [openSearchPath(locale)]: fileResource(
      "application/opensearchdescription+xml; charset=utf-8",
      () => {
        const description = getFixedT(locale)("site:search.description", { name });
        const about = { name, description, icon: assets.address(builtFiles.favicon) };
        return openSearchDescription(about, config.baseUrl, locale);
      },
      headers,
    ),
  };
}
