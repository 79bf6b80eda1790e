import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { pino } from "pino";
import { articleName, isPageName, type PageName, pageNames, sections, viewIds } from "../addresses/pages.js";
import { articlePath } from "../addresses/paths.js";
import { type Config, root } from "../config.js";
import { articleFile } from "../content/articles.js";
import type { PhrasesByLocale } from "../content/dialogue.js";
import { eventFile } from "../content/events.js";
import { type Article, type Library, textsOf } from "../content/library.js";
import type { ContentProblem } from "../content/problems.js";
import { topicOf } from "../dialogue/site/topics.js";
import { createListener } from "../routes.js";
import { type Files, Site } from "../site.js";
import { type Locale, locales } from "../text/locale.js";
import { countWords } from "../text/plain-text.js";
import { dateAt, type Instant, type LocalDate } from "../text/wall-clock.js";
import { readPhrases } from "./read-content.js";

const MIN_PAGE_WORDS = 150;
const MIN_ARTICLE_WORDS = 700;

type Report = (file: string, field: string, message: string) => void;

/** Renders every page, with scheduled articles and drafts, and checks links and texts. */
export async function problemsOfSite(config: Config, files: Files): Promise<ContentProblem[]> {
  const problems: ContentProblem[] = [];
  const report: Report = (file, field, message) => void problems.push({ file, field, message });
  const texts = checkedTexts(files.library);
  const pages = await renderPages(texts, config, files, report);
  for (const text of texts) {
    checkPage(text, pages, report);
    if (text.words < text.minWords) report(text.file, "", `has ${text.words} words, fewer than ${text.minWords}`);
  }
  checkSections(files.library, report);
  checkPhrases(readPhrases(path.join(root, "content")), files.library, report);
  checkUpdates(files.library, Date.now(), report);
  return problems;
}

/** A page or an article in one language. */
interface CheckedText {
  readonly file: string;
  readonly path: string;
  readonly ids: readonly string[];
  readonly words: number;
  readonly minWords: number;
}

function checkedTexts({ articles, page, pathTo }: Library): CheckedText[] {
  const checked: CheckedText[] = [];
  for (const name of pageNames)
    for (const locale of locales) {
      const texts = textsOf(page(name, locale));
      checked.push({
        file: pageFile(name, locale),
        path: pathTo(name, locale),
        ids: texts.map(({ id }) => id),
        words: countWords(texts.map(({ title, markdown }) => `${title}\n${markdown}`).join("\n")),
        minWords: MIN_PAGE_WORDS,
      });
    }
  for (const article of articles)
    checked.push({
      file: fileOf(article),
      path: articlePath(article, article.locale),
      ids: article.contents.map(({ id }) => id),
      words: article.words,
      minWords: article.draft ? 0 : MIN_ARTICLE_WORDS,
    });
  return checked;
}

/** The HTML of the texts and of what they link to, by path. */
async function renderPages(texts: readonly CheckedText[], config: Config, files: Files, report: Report) {
  const failures: string[] = [];
  const showingAll = { ...config, isLocalDevelopment: true };
  const site = new Site(showingAll, files, {
    logger: pino({ level: "error" }, { write: (line) => void failures.push(JSON.parse(line).err?.message ?? "") }),
  });
  const server = createServer(createListener(site).listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const pages = new Map<string, string>();
  const reported = new Set<string>();
  const fetchPage = async (path: string, file: string) => {
    const response = await fetch(origin + path);
    if (response.ok) pages.set(path, await response.text());
    if (response.status < 500) return;
    pages.set(path, FAILED);
    const message = `cannot be rendered: ${failures.splice(0)[0]?.replace(/\s+/g, " ")}`;
    // A mistake in a view is one problem, however many texts it concerns.
    if (!reported.has(message)) report(file, "", message);
    reported.add(message);
  };
  for (const { path, file } of texts) await fetchPage(path, file);
  const linked = [...pages.values()].flatMap(linksIn).map((link) => link.replace(/#.*/, ""));
  for (const path of new Set(linked)) if (path !== "" && !pages.has(path)) await fetchPage(path, path);
  server.close().closeAllConnections();
  return pages;
}

/** Stands for the HTML of a page that could not be rendered. Links to it are not reported. */
const FAILED = "";

function checkPage({ file, path, ids }: CheckedText, pages: ReadonlyMap<string, string>, report: Report): void {
  const html = pages.get(path);
  if (!html) return;
  const used = Array.from(html.matchAll(/ id="([^"]*)"/g), ([, id = ""]) => id);
  for (const id of ids) if (!used.includes(id)) report(file, `{#${id}}`, "is not used by any view");
  for (const id of new Set(used.filter((id, index) => used.indexOf(id) < index)))
    report(file, `{#${id}}`, "is used twice on its page");
  for (const link of new Set(linksIn(html))) {
    const [page = "", id] = link.split("#");
    const target = page === "" ? html : pages.get(page);
    const isDead = target === undefined || (target !== FAILED && id !== undefined && !target.includes(`id="${id}"`));
    if (isDead) report(file, link, "is a dead link");
  }
}

/** Calendar files are left out because they are made from the same event records. */
function linksIn(html: string): string[] {
  const links = html.matchAll(/<a [^>]*?href="([/#](?!api\/events\/)[^"]*)"/g);
  return Array.from(links, ([, href = ""]) => href.replaceAll("&amp;", "&"));
}

/** Reports phrases of a page, section or article that is gone. */
export function checkPhrases(phrases: PhrasesByLocale, library: Library, report: Report): void {
  for (const locale of locales)
    for (const name of phrases[locale].keys()) {
      const isPlace = topicOf(name, library.cities).kind === "place";
      // The parts of this page are the discounts of membership.json, which come and go: their phrases may stay.
      if (!isPlace || name.startsWith("commerce-commons-discounts#") || existsPlace(name, locale, library)) continue;
      const message = "is no page, section or article: its phrases answer nothing";
      report(`content/dialogue/${locale}.txt`, `# ${name}`, message);
    }
}

function existsPlace(place: string, locale: Locale, { articles, page }: Library): boolean {
  const [name = "", id] = place.split("#");
  const texts = isPageName(name)
    ? textsOf(page(name, locale))
    : articles.find((article) => articleName(article) === name)?.contents;
  return texts !== undefined && (id === undefined || id === viewIds.subscribe || texts.some((text) => text.id === id));
}

function checkSections(library: Library, report: Report): void {
  for (const { page, id } of Object.values(sections))
    for (const locale of locales)
      if (!library.page(page, locale).sections.some((section) => section.id === id))
        report(pageFile(page, locale), `{#${id}}`, "is missing: the code shows this section by its id");
}

/** Events and published texts must not say that they were updated after today. */
export function checkUpdates({ articles, events, organisation, page }: Library, now: Instant, report: Report): void {
  const dateOf = (instant: Instant) => dateAt(instant, organisation.timezone);
  const check = (file: string, date: LocalDate, field = "updated") => {
    if (date > dateOf(now)) report(file, field, "is in the future");
  };
  for (const name of pageNames) for (const locale of locales) check(pageFile(name, locale), page(name, locale).updated);
  for (const article of articles)
    if (Date.parse(article.published) <= now) check(fileOf(article), article.updated.slice(0, 10));
  for (const { slug, updated, overrides } of events) {
    const file = `content/${eventFile(slug)}`;
    check(file, dateOf(updated));
    for (const [date, override] of Object.entries(overrides))
      check(file, dateOf(override.updated ?? 0), `overrides.${date}.updated`);
  }
}

const pageFile = (name: PageName, locale: Locale) => `content/pages/${name}/${locale}.md`;
const fileOf = (article: Article) => `content/${articleFile(article, article.locale)}`;
