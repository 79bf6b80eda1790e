import { compileFunction } from "node:vm";
import nunjucks from "nunjucks";
import { childrenOf, concepts, footerPages, menu, type PageName, sections } from "./addresses/pages.js";
import {
  api,
  feedPath,
  machineFiles,
  manifestPath,
  openSearchPath,
  portraitPath,
  searchPath,
} from "./addresses/paths.js";
import { factLine, sectionOf } from "./content/library.js";
import { MAX_QUESTION_CHARACTERS } from "./dialogue/chat-request.js";
import type { Site } from "./site.js";
import { escapeHtml, escapeMarkdown, withAbsoluteLinks } from "./text/escaping.js";
import { type Locale, languageNames, locales, regionalTags } from "./text/locale.js";
import { nonBreaking } from "./text/non-breaking.js";

const { SafeString } = nunjucks.runtime;

export type Render = (view: string, language: Locale, model: object) => string;

/** Without `autoescape`, a view escapes what it must. */
export function createRender(site: Site, autoescape = true): Render {
  const loader = {
    /** Called once for each view, when it is first shown: all of them would take 26 ms at start. */
    getSource(view: string) {
      const code = site.compiledViews[view];
      if (code === undefined) return null;
      return { src: { type: "code", obj: compileFunction(code, [], { filename: `views/${view}` })() }, path: view };
    },
  };
  // Its types lack compiled code. `dev` keeps the stacks of errors.
  const views = new nunjucks.Environment(loader as never, { autoescape, dev: true });
  for (const [name, value] of Object.entries(globals(site))) views.addGlobal(name, value);
  for (const [name, filter] of Object.entries(filters)) views.addFilter(name, filter);
  views.addFilter("absoluteLinks", (markdown: string) => withAbsoluteLinks(markdown, site.baseUrl));

  return (view, language, model) => {
    try {
      const shared = site.snapshot().memo(`shared ${language}`, () => sharedModel(language, site));
      return views.render(view, { ...shared, ...model });
    } catch (error) {
      throw viewError(error as Error, site.compiledViews);
    }
  };
}

/** For Markdown: nothing is escaped unless the view says so, and what is left out leaves no empty lines. */
export function createRenderText(site: Site): Render {
  const render = createRender(site, false);
  return (view, language, model) => {
    const text = render(view, language, model);
    return `${text.replace(/\n{3,}/g, "\n\n").trim()}\n`;
  };
}

function globals({ assets, baseUrl, config, library }: Site) {
  return {
    api,
    asset: assets.address,
    baseUrl,
    concepts,
    factLine,
    feedPath,
    findAsset: assets.findAddress,
    machineFiles,
    manifestPath,
    languageNames,
    maxQuestionLength: MAX_QUESTION_CHARACTERS,
    mistralEnabled: config.mistral !== undefined,
    openSearchPath,
    organisation: library.organisation,
    pageOf: library.page,
    pathTo: library.pathTo,
    portraitPath,
    regionalTags,
    searchPath,
    sectionOf,
    sections,
  };
}

/** The data of all pages of a language. A model can override them. */
function sharedModel(language: Locale, { getFixedT, library }: Site) {
  const { pathTo } = library;
  const linkTo = (name: PageName): object => ({
    name,
    label: library.page(name, language).label,
    path: pathTo(name, language),
    below: childrenOf(name).map(linkTo),
  });
  return {
    language,
    t: getFixedT(language),
    theme: "home",
    alternates: locales.map((locale) => ({ locale, path: pathTo("home", locale) })),
    suggestions: library.page("home", language).ask,
    menu: menu.map(linkTo),
    conceptPages: concepts.map(({ slug }) => linkTo(slug)),
    footerPages: footerPages.map(linkTo),
    feedLocales: [language, ...locales.filter((locale) => locale !== language)],
  };
}

/** Its message begins with the place and the tag that the build has written behind the line of code that failed. */
function viewError(thrown: Error, compiledViews: Site["compiledViews"]): Error {
  let error = thrown;
  while (error.name === "Template render error" && error.cause instanceof Error) error = error.cause;
  const [frames = ""] = /\n\s+at [\s\S]*/.exec(error.stack ?? "") ?? [];
  const [, view = "", line] = /\bviews\/([\w/.-]+\.njk):(\d+):\d+/.exec(frames) ?? [];
  const code = compiledViews[view]?.split("\n")[Number(line) - 1];
  if (code === undefined) return thrown;
  const place = / \/\/ (views\/.*)/.exec(code)?.[1] ?? `views/${view}`;
  const hasNoValue = error.message.endsWith("attempted to output null or undefined value");
  const named = new Error(hasNoValue ? `${place} has no value` : `${place}: ${error.message}`);
  named.stack = `Error: ${named.message}${frames.replace(/(\bviews\/[\w/.-]+):\d+:\d+/g, "$1")}`; // places in the code
  return named;
}

/** `<` is escaped so that no text can end the script element. */
function json(value: unknown) {
  return new SafeString(JSON.stringify(value).replaceAll("<", "\\u003c"));
}

/** Decimals of a large amount are small, as they would look as important as the rest. */
function smallDecimals(text: string) {
  return new SafeString(escapeHtml(text).replace(/(?<=\d)[.,]\d\d(?!\d)/g, "<small>$&</small>"));
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

const filters = { json, md: escapeMarkdown, nonBreaking, breakable, hasLongWord, smallDecimals };
