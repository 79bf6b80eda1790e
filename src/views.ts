import nunjucks from "nunjucks";
import type { Assets } from "./content/assets.js";
import type { Templates } from "./content/built-content.js";
import type { Library } from "./content/library.js";
import { concepts } from "./domain/concept.js";
import { defaultLocale, type Locale, languageNames, locales, regionalTags } from "./domain/locale.js";
import { sectionOf } from "./domain/page.js";
import { hourOf } from "./site/hours.js";
import { menu, sitePages } from "./site/menus.js";
import { api, childrenOf, feedPath, files } from "./site/paths.js";

interface Uses {
  readonly assets: Assets;
  readonly config: { readonly baseUrl: string; readonly mistral: object | undefined };
  readonly library: Library;
  readonly templates: Templates | undefined;
}

export const templateOptions = { autoescape: true, throwOnUndefined: true, trimBlocks: true, lstripBlocks: true };

/** Nunjucks with what every view may use. An undefined value is an error, not an empty place on a page. */
export function createViews(folder: string, { assets, config, library, templates }: Uses) {
  const loader = templates ? new nunjucks.PrecompiledLoader(templates) : new nunjucks.FileSystemLoader(folder);
  const views = new nunjucks.Environment(loader, templateOptions);

  /** The feed of a language, then those of the others. */
  const feedsFor = (language: Locale) =>
    [language, ...locales.filter((other) => other !== language)].map((locale) => ({
      path: feedPath(locale),
      title: `${library.organisation.name} (${languageNames[locale]})`,
    }));

  for (const [name, value] of Object.entries({
    api,
    asksMistral: config.mistral !== undefined,
    asset: assets.address,
    baseUrl: config.baseUrl,
    childrenOf,
    concepts,
    defaultLocale,
    feedsFor,
    files,
    hourOf,
    homes: locales.map((locale) => ({ locale, path: library.addresses.pathTo("home", locale) })),
    languageNames,
    menu,
    organisation: library.organisation,
    pageOf: library.page,
    pathTo: library.addresses.pathTo,
    regionalTags,
    sectionOf,
    sitePages,
  })) {
    views.addGlobal(name, value);
  }
  views.addFilter("json", json);
  return views;
}

/** For a JSON data block in HTML: `<` is written so that no text can end the block. */
function json(value: unknown) {
  return new nunjucks.runtime.SafeString(JSON.stringify(value).replaceAll("<", "\\u003c"));
}
