import { builtFiles, localePath, manifestPath, openSearchPath, searchPath } from "../addresses/paths.js";
import { webManifest } from "../documents/manifest.js";
import { openSearchDescription } from "../documents/opensearch.js";
import { textHeaders } from "../http/cache-control.js";
import { type FindResource, fileResource } from "../http/resource.js";
import type { Site } from "../site.js";
import type { Locale } from "../text/locale.js";

export function browserFilesController(
  { assets, config, getFixedT, library }: Site,
  locale: Locale,
): Readonly<Record<string, FindResource>> {
  const { name } = library.organisation;
  return {
    [manifestPath(locale)]: fileResource(textHeaders("application/manifest+json", locale), () => {
      const { description } = library.page("home", locale);
      const icons = {
        icon192: assets.address(builtFiles.icon192),
        icon512: assets.address(builtFiles.icon512),
        maskableIcon: assets.address(builtFiles.maskableIcon),
      };
      return JSON.stringify(webManifest({ name, description, locale, startPath: localePath(locale), ...icons }));
    }),
    [openSearchPath(locale)]: fileResource(textHeaders("application/opensearchdescription+xml", locale), () => {
      const { baseUrl } = config;
      return openSearchDescription({
        name,
        description: getFixedT(locale)("site:search.description", { name }),
        locale,
        iconUrl: baseUrl + assets.address(builtFiles.favicon),
        searchUrl: baseUrl + searchPath(locale),
        selfUrl: baseUrl + openSearchPath(locale),
      });
    }),
  };
}
