import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { compileFunction } from "node:vm";
import nunjucks from "nunjucks";
import { concepts } from "./addresses/concepts.js";
import {
  api,
  feedPath,
  machineFiles,
  manifestPath,
  openSearchPath,
  type PageName,
  portraitPath,
  searchPath,
} from "./addresses/paths.js";
import { childrenOf, footerPages, menu } from "./addresses/site-map.js";
import { type Config, root } from "./config.js";
import type { Files } from "./content/open-files.js";
import { sectionOf } from "./content/page.js";
import { MAX_QUESTION_CHARACTERS } from "./dialogue/chat-request.js";
import { escapeHtml, escapeMarkdown, withAbsoluteLinks } from "./text/escaping.js";
import { type Locale, languageNames, locales, regionalTags } from "./text/locale.js";
import { nonBreaking } from "./text/non-breaking.js";
import { renderingError, syntaxError } from "./view-errors.js";

const { SafeString } = nunjucks.runtime;

const templateOptions = { autoescape: true, throwOnUndefined: true, trimBlocks: true, lstripBlocks: true };

export type Render = (view: string, language: Locale, model: object) => string;

interface Given {
  readonly autoescape?: boolean;
  readonly folder?: string;
}

/** Throws for a value that a view prints and the model does not have. */
export function createRender(site: Files & { readonly config: Config }, given: Given = {}): Render {
  const { autoescape = true, folder = path.join(root, "views") } = given;
  const { assets, compiledViews, config, library, getFixedT } = site;
  const { pathTo } = library.addresses;
  const loader = {
    /** Called once for each view, when it is first shown: all of them would take 26 ms at start. */
    getSource(view: string) {
      const code = compiledViews[view];
      if (code === undefined) return null;
      return { src: { type: "code", obj: compileFunction(code, [], { filename: `views/${view}` })() }, path: view };
    },
  };
  // Its types lack compiled code. `dev` keeps the stacks of errors.
  const views = new nunjucks.Environment(loader as never, { ...templateOptions, autoescape, dev: true });

  for (const [name, value] of Object.entries({
    api,
    asset: assets.address,
    baseUrl: config.baseUrl,
    concepts,
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
    pathTo,
    portraitPath,
    regionalTags,
    searchPath,
    sectionOf,
  })) {
    views.addGlobal(name, value);
  }
  for (const [name, filter] of Object.entries({
    absoluteLinks: (markdown: string) => withAbsoluteLinks(markdown, config.baseUrl),
    json,
    md: escapeMarkdown,
    nonBreaking,
    breakable,
    hasLongWord,
    smallDecimals,
  })) {
    views.addFilter(name, filter);
  }

  /** The data of all pages of a language. A model can override them. */
  const sharedBy = (language: Locale) => {
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
  };
  const shared: Partial<Record<Locale, object>> = {};

  return (view, language, model) => {
    shared[language] ??= sharedBy(language);
    try {
      return views.render(view, { ...shared[language], ...model });
    } catch (error) {
      throw renderingError(error, folder, compiledViews);
    }
  };
}

/** For Markdown: nothing is escaped unless the view says so, and what is left out leaves no empty lines. */
export function createRenderText(site: Files & { readonly config: Config }): Render {
  const render = createRender(site, { autoescape: false });
  return (view, language, model) => {
    const text = render(view, language, model);
    return `${text.replace(/\n{3,}/g, "\n\n").trim()}\n`;
  };
}

/** The code of each view. The message of a syntax error names its view, line and column. */
export function compileViews(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".njk"));
  const views = files.map((file) => file.replaceAll(path.sep, "/")).sort();
  return Object.fromEntries(views.map((view) => [view, compileView(folder, view)]));
}

function compileView(folder: string, view: string): string {
  const env = new nunjucks.Environment(null, templateOptions);
  const wrapper = (compiled: unknown) => (compiled as [{ template: string }])[0].template; // its types are wrong
  try {
    return nunjucks.precompileString(readFileSync(path.join(folder, view), "utf8"), { name: view, env, wrapper });
  } catch (error) {
    throw syntaxError(view, error as Error);
  }
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
