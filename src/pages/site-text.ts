import {
  articleKinds,
  articleLists,
  concepts,
  formShownOn,
  localePath,
  markdownPathOf,
  type PageName,
  pageNames,
  pages,
} from "../addresses/pages.js";
import { api, calendarPath, eventsPath, feedPath, machineFiles, occurrencePath } from "../addresses/paths.js";
import { articleRow } from "../articles/published.js";
import { calendarLinks, type EventBoard, eventBoard } from "../events/board.js";
import { labelledFact, recordOf } from "../events/record.js";
import { presentFormOfPage } from "../forms/present.js";
import { pricesInWords } from "../membership/price.js";
import type { Site } from "../site.js";
import { withAbsoluteLinks } from "../text/escaping.js";
import { defaultLocale, type Locale, languageNames, locales } from "../text/locale.js";

export const CHARACTERS_A_TOKEN = 4;
const MAX_CHARACTERS = 40_000 * CHARACTERS_A_TOKEN;
/** Few questions need these pages. */
const LISTED: readonly PageName[] = ["developer", "privacy", "terms"];

/** The site as Markdown, for a language model. Above the limit it loses the lists of articles, then its end. */
export function siteText(locale: Locale, site: Site) {
  const model = {
    ...siteModel(locale, site),
    origin: "",
    hasIds: true,
    listedPages: LISTED,
    privacyOfQuestions: site.library.page("privacy", locale).sections.filter(({ id }) => id.startsWith("dialogue")),
  };
  const whole = site.renderText("markdown/site.md.njk", locale, model).trimEnd();
  if (whole.length <= MAX_CHARACTERS) return { text: whole, isCut: false };
  const text = site.renderText("markdown/site.md.njk", locale, { ...model, articleLists: [] }).trimEnd();
  if (text.length <= MAX_CHARACTERS) return { text, isCut: true };
  return { text: text.slice(0, text.lastIndexOf("\n", MAX_CHARACTERS)), isCut: true };
}

/** llms.txt, or llms-full.txt: contract §5, llmstxt.org; in English only. */
export function llmsText(isFull: boolean, site: Site): string {
  const { baseUrl, getFixedT, library } = site;
  const locale = defaultLocale;
  const otherLocales = locales.filter((other) => other !== locale);
  const articlePaths = Object.values(articleLists).map((list) => `${library.pathTo(list, locale)}/{slug}`);
  const text = site.renderText("markdown/llms.md.njk", locale, {
    ...siteModel(locale, site),
    isFull,
    origin: baseUrl,
    pageNames,
    otherLocales,
    languages: locales.map((language) => `${languageNames[language]} (${localePath(language)})`).join(", "),
    sources: dataSources(locale, site),
    articleAddresses: getFixedT(locale)("llms:addresses.articles", {
      paths: eitherOf(articlePaths),
      locale: `\`${localePath(locale)}\``,
      others: eitherOf(otherLocales.map((other) => localePath(other))),
    }),
  });
  return withAbsoluteLinks(withMarkdownLinks(text), baseUrl);
}

/** What views/markdown/site-macros.md.njk shows. */
function siteModel(locale: Locale, site: Site) {
  const board = eventBoard({}, locale, site);
  const calendars = [...board.calendars];
  for (const { code: concept, name } of concepts) {
    const dates = site.snapshot().agenda.recentAndComingYear({ concept, locale });
    for (const calendar of calendarLinks({ concept }, dates, locale, site))
      calendars.push({ ...calendar, label: `${calendar.label}, ${name}` });
  }
  return {
    pagesIn,
    aboutPages: pagesIn("home").filter((name) => !LISTED.includes(name)),
    formShownOn(name: PageName) {
      const form = formShownOn(name);
      return form && presentFormOfPage(form, locale, site);
    },
    prices: priceRows(locale, site),
    board: { ...board, calendars },
    series: seriesOn(board, locale, site),
    articleLists: listsOfArticles(locale, site),
  };
}

const pagesIn = (theme: PageName) => pageNames.filter((name) => pages[name].theme === theme);

function priceRows(locale: Locale, { getFixedT, library }: Site) {
  const { membership } = library;
  const full = { label: getFixedT(locale)("assistant:site.fullPrice"), percent: 0 };
  const prices = [full, ...membership.discounts[locale]];
  return prices.map(({ label, percent }) => ({ label, ...pricesInWords(membership, locale, percent) }));
}

/** What happens at each kind of event, once. */
function seriesOn({ ahead }: EventBoard, locale: Locale, site: Site) {
  const records = ahead.map((occurrence) => recordOf(occurrence, locale, site));
  const byTitle = new Map(records.map((record) => [record.title, record]));
  return [...byTitle.values()].map(({ title, description, language }) => {
    const text = `${description} ${labelledFact("language", language, site.getFixedT(locale))}`;
    return { title, text: text.trimEnd().replaceAll("\n\n", " ") };
  });
}

function listsOfArticles(locale: Locale, { library, snapshot }: Site) {
  const lists = articleKinds.map((kind) => ({
    label: library.page(articleLists[kind], locale).label,
    rows: snapshot().articles.articlesIn(locale, { kind }).map(articleRow),
  }));
  return lists.filter(({ rows }) => rows.length > 0);
}

/** Where programs get data, a sentence each. */
function dataSources(locale: Locale, { baseUrl, getFixedT, library }: Site): string[] {
  const { cities, pathTo } = library;
  const t = getFixedT(locale);
  const urlCode = (path: string) => `\`${baseUrl}${path}\``;
  return [
    t("llms:data.markdown", {
      address: urlCode(markdownPathOf(pathTo("dates", locale))),
      date: urlCode(markdownPathOf(occurrencePath("{id}", locale))),
    }),
    t("llms:data.events", { address: urlCode(eventsPath({})), description: urlCode(machineFiles.openapi) }),
    t("llms:data.calendars", { address: urlCode(calendarPath(undefined)) }),
    ...cities.map(({ slug, names }) =>
      t("llms:data.calendar", { city: names[locale], address: urlCode(calendarPath(slug)) }),
    ),
    t("llms:data.mcp", { address: baseUrl + api.mcp }),
    t("llms:data.feeds", { addresses: locales.map((language) => urlCode(feedPath(language))).join(", ") }),
    t("llms:data.sitemap", { address: urlCode(machineFiles.sitemap) }),
    t("llms:data.full", { address: urlCode(machineFiles.llmsFull) }),
  ];
}

/** Links to pages lead to their Markdown. */
const withMarkdownLinks = (markdown: string) =>
  markdown.replace(/\]\((\/[a-z]{2}(?:\/[^)#?]*)?)(?=[)#])/g, (_, path: string) => `](${markdownPathOf(path)}`);

const eitherOf = (paths: readonly string[]) =>
  new Intl.ListFormat(defaultLocale, { type: "disjunction" }).format(paths.map((path) => `\`${path}\``));
