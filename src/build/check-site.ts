import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { createApp } from "../app.js";
import type { Library } from "../content/library.js";
import type { Problem } from "../content/problems.js";
import { type Article, publishedAt, updatedAt } from "../domain/article.js";
import { locales } from "../domain/locale.js";
import { countPageWords, countWords, textsOf } from "../domain/page.js";
import { publishedArticles } from "../domain/published-articles.js";
import { dateAt } from "../domain/wall-clock.js";
import { ResponseCache } from "../http/response-cache.js";
import type { Services } from "../services.js";
import { articleLists, pageNames } from "../site/paths.js";

/** How many words of its own a text has at least. */
const PAGE_WORDS = 150;
const ARTICLE_WORDS = 700;

/** A text of the site, and where it is shown. */
interface Shown {
  readonly file: string;
  readonly path: string;
  /** The ids that its page has to have. */
  readonly ids: readonly string[];
  readonly words: number;
  readonly leastWords: number;
  readonly paragraphs: readonly string[];
}

/**
 * What only shows when content and views come together: a page that a view cannot make, a text that no view places,
 * an id that stands twice, a link that leads nowhere; and what holds between texts: each says enough, and no paragraph
 * stands in two. Makes every page once, as a visitor would get it when every article is out, over a server of its own
 * on the loopback.
 */
export async function problemsOfSite(services: Services): Promise<Problem[]> {
  const { library } = services;
  const texts = [...pagesOf(library), ...articlesOf(library)];
  const all = library.articles.map((article) => ({ ...article, draft: false }));
  const failures: string[] = [];
  const app = createApp({
    ...services,
    articles: publishedArticles(all, () => Infinity),
    logger: pino({ level: "error" }, { write: (line) => void failures.push(JSON.parse(line).err?.message) }),
    responseCache: new ResponseCache(services.clock),
  });

  const server = createServer(app).listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const answers = new Map<string, string>();
  const problems: Problem[] = [];
  for (const { path, file } of texts) {
    const response = await fetch(origin + path);
    if (response.ok) answers.set(path, await response.text());
    else problems.push({ file, field: "", message: `no page can be made of it: ${failures.splice(0)[0]}` });
  }
  for (const link of new Set([...answers.values()].flatMap(linksIn).map((link) => link.split("#")[0]!))) {
    if (link === "" || answers.has(link)) continue;
    const response = await fetch(origin + link);
    if (response.ok) answers.set(link, await response.text());
  }
  server.close().closeAllConnections();

  return [
    ...problems,
    ...placeProblems(texts, answers),
    ...deadLinks(texts, answers),
    ...wordProblems(texts),
    ...futureChanges(services),
  ];
}

function pagesOf({ addresses, page: pageOf }: Library): Shown[] {
  return pageNames.flatMap((name) =>
    locales.map((locale) => {
      const page = pageOf(name, locale);
      const texts = textsOf(page);
      return {
        file: `content/pages/${name}/${locale}.md`,
        path: addresses.pathTo(name, locale),
        ids: texts.map(({ id }) => id),
        words: countPageWords(page),
        leastWords: PAGE_WORDS,
        paragraphs: [page.lead, page.next.text, ...texts.flatMap(({ markdown }) => paragraphsIn(markdown))],
      };
    }),
  );
}

function articlesOf({ addresses, articles }: Library): Shown[] {
  return articles.map((article) => ({
    file: fileOf(article),
    path: addresses.articlePath(article, article.locale),
    ids: article.contents.map(({ id }) => id),
    words: countWords(article.markdown),
    leastWords: article.draft ? 0 : ARTICLE_WORDS,
    paragraphs: [article.description, article.next.text, ...paragraphsIn(article.markdown)],
  }));
}

function placeProblems(texts: readonly Shown[], answers: ReadonlyMap<string, string>): Problem[] {
  return texts.flatMap(({ file, path, ids }) => {
    const html = answers.get(path);
    if (html === undefined) return [];
    const placed = [...html.matchAll(/ id="([^"]*)"/g)].map((match) => match[1]!);
    const twice = new Set(placed.filter((id, index) => placed.indexOf(id) < index));
    return [
      ...ids
        .filter((id) => !placed.includes(id))
        .map((id) => ({ file, field: `{#${id}}`, message: "is placed by no view" })),
      ...[...twice].map((id) => ({ file, field: `{#${id}}`, message: "stands twice on its page" })),
    ];
  });
}

function deadLinks(texts: readonly Shown[], answers: ReadonlyMap<string, string>): Problem[] {
  return texts.flatMap(({ file, path }) => {
    const html = answers.get(path) ?? "";
    const leadsNowhere = (link: string) => {
      const [path, id] = link.split("#");
      const target = path === "" ? html : answers.get(path!);
      return target === undefined || (id !== undefined && !target.includes(`id="${id}"`));
    };
    return [...new Set(linksIn(html).filter(leadsNowhere))].map((link) => ({
      file,
      field: link,
      message: "leads nowhere",
    }));
  });
}

/**
 * Where the links within the site lead, but for the file of an event: it is made of the record that its row is made of.
 */
function linksIn(html: string): string[] {
  return [...html.matchAll(/<a [^>]*?href="([/#](?!api\/events\/)[^"]*)"/g)].map((match) =>
    match[1]!.replaceAll("&amp;", "&"),
  );
}

function wordProblems(texts: readonly Shown[]): Problem[] {
  const places = new Map<string, string>();
  return texts.flatMap(({ file, words, leastWords, paragraphs }) => {
    const short =
      words < leastWords ? [{ file, field: "", message: `has ${words} words, fewer than ${leastWords}` }] : [];
    const repeated = paragraphs.filter(isNoLabel).flatMap((paragraph) => {
      const place = places.get(paragraph);
      places.set(paragraph, file);
      return place ? [{ file, field: paragraph.slice(0, 40), message: `stands in ${place} too` }] : [];
    });
    return [...short, ...repeated];
  });
}

/**
 * A text that is out cannot have been changed tomorrow: it would link to what nobody can read yet, and say a wrong
 * date.
 */
function futureChanges({ library, clock }: Services): Problem[] {
  const today = dateAt(clock(), library.organisation.timezone);
  const articles = library.articles.filter(
    (article) => publishedAt(article) <= clock() && updatedAt(article) > clock(),
  );
  const pages = pageNames.flatMap((name) =>
    locales
      .filter((locale) => library.page(name, locale).updated > today)
      .map((locale) => `content/pages/${name}/${locale}.md`),
  );
  const files = [...articles.map(fileOf), ...pages];
  return files.map((file) => ({ file, field: "updated", message: "has not come yet, and the text is out" }));
}

const fileOf = ({ kind, slug, locale }: Article) => `content/${articleLists[kind]}/${slug}/${locale}.md`;

function paragraphsIn(markdown: string): string[] {
  return markdown.split(/\n\s*\n|\n(?=- )/).map((text) => text.trim());
}

/** A command in a fence is the same in every language, and so is what a note refers to. */
function isNoLabel(paragraph: string): boolean {
  return paragraph.length >= 60 && !/^(?:```|\[\^)/.test(paragraph);
}
