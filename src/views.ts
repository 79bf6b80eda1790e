import path from "node:path";
import nunjucks from "nunjucks";
import { type Config, root } from "./config.js";
import type { Files } from "./content/open-files.js";
import { MAX_QUESTION_CHARACTERS } from "./contracts/chat-request.js";
import { concepts } from "./domain/concept.js";
import { type Locale, languageNames, locales, regionalTags } from "./domain/locale.js";
import { illustrationPhase } from "./site/illustration-phases.js";
import { childrenOf, menu, sitePages } from "./site/navigation.js";
import { sectionOf } from "./site/page.js";
import { api, feedPath, machineFiles, manifestPath, openSearchPath, type PageName, searchPath } from "./site/paths.js";
import { nonBreaking } from "./text/non-breaking.js";
import { environmentFromSources } from "./view-sources.js";

interface Needed extends Pick<Files, "assets" | "contentError" | "library" | "templates" | "getFixedT"> {
  readonly config: Config;
}

const { SafeString } = nunjucks.runtime;

export const templateOptions = { autoescape: true, throwOnUndefined: true, trimBlocks: true, lstripBlocks: true };

export type Render = (view: string, language: Locale, model: object) => string;

export function createRender(services: Needed): Render {
  const views = createViews(services);
  return (view, language, model) => views.render(view, { language, t: services.getFixedT(language), ...model });
}

/** An undefined value in a view throws. */
export function createViews({ assets, config, contentError, library, templates, getFixedT }: Needed) {
  const views = templates
    ? new nunjucks.Environment(new nunjucks.PrecompiledLoader(templates), templateOptions)
    : environmentFromSources(path.join(root, "views"), templateOptions);

  const feedsFor = (language: Locale) =>
    [language, ...locales.filter((other) => other !== language)].map((locale) => ({
      path: feedPath(locale),
      title: `${library.organisation.name} (${languageNames[locale]})`,
    }));

  const rendered = new Map<string, string>();
  const cachedPartial = (part: string, language: Locale) => {
    const key = `${language} ${part}`;
    const html = rendered.get(key) ?? views.render(part, { language, t: getFixedT(language) }).trim();
    rendered.set(key, html);
    return new SafeString(html);
  };

  /** aria-current is `page` on a link to the page itself, `true` on a link to one above it. */
  const markCurrent = (part: string, page: PageName | null, language: Locale, is = "page") => {
    if (!page) return part;
    const link = `<a href="${library.addresses.pathTo(page, language)}"`;
    return new SafeString(part.toString().replaceAll(`${link}>`, `${link} aria-current="${is}">`));
  };

  for (const [name, value] of Object.entries({
    api,
    mistralEnabled: config.mistral !== undefined,
    asset: assets.address,
    baseUrl: config.baseUrl,
    cachedPartial,
    childrenOf,
    concepts,
    contentError,
    feedPath,
    feedsFor,
    machineFiles,
    manifestPath,
    illustrationPhase,
    homes: locales.map((locale) => ({ locale, path: library.addresses.pathTo("home", locale) })),
    languageNames,
    maxQuestionLength: MAX_QUESTION_CHARACTERS,
    menu,
    openSearchPath,
    organisation: library.organisation,
    pageOf: library.page,
    pathTo: library.addresses.pathTo,
    regionalTags,
    searchPath,
    sectionOf,
    sitePages,
  })) {
    views.addGlobal(name, value);
  }
  for (const [name, filter] of Object.entries({ markCurrent, json, nonBreaking, breakable, hasLongWord })) {
    views.addFilter(name, filter);
  }
  return views;
}

/** `<` is escaped so that no text can end the script element. */
function json(value: unknown) {
  return new SafeString(JSON.stringify(value).replaceAll("<", "\\u003c"));
}

/** Letters that fit on one line of the largest heading on a phone 360 px wide. */
const MAX_HEADING_LINE = 13;

/** A heading whose words are kept together only where they fit on one line: if not, the browser breaks within a word. */
function breakable(heading: string) {
  return heading.replaceAll(/\S+(?:\u00a0\S+)+/gu, (joined) =>
    joined.length > MAX_HEADING_LINE ? joined.replaceAll("\u00a0", " ") : joined,
  );
}

function hasLongWord(heading: string) {
  return heading.split(/[\s-]/u).some((word) => word.length > MAX_HEADING_LINE);
}
