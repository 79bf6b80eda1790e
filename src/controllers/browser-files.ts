import type { Locale } from "../text/locale.js";
import { openSearchDescription } from "../documents/opensearch.js";
import { webManifest } from "../documents/manifest.js";
import { type FindResource, fileResource } from "../http/resource.js";
import type { Services } from "../services.js";
import { builtFiles, manifestPath, openSearchPath } from "../addresses/paths.js";
import { textHeaders } from "./headers.js";

export function browserFilesController(
  { assets, config, getFixedT, library }: Services,
  locale: Locale,
): Readonly<Record<string, FindResource>> {
  const { name } = library.organisation;
  return {
    [manifestPath(locale)]: fileResource(textHeaders("application/manifest+json", locale), () => {
      const { description } = library.page("home", locale);
      return JSON.stringify(webManifest(name, description, locale, assets.address));
    }),
    [openSearchPath(locale)]: fileResource(textHeaders("application/opensearchdescription+xml", locale), () => {
      const description = getFixedT(locale)("site:search.description", { name });
      const about = { name, description, icon: assets.address(builtFiles.favicon) };
      return openSearchDescription(about, config.baseUrl, locale);
    }),
  };
}
