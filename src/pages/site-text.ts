import { concepts } from "../addresses/concepts.js";
import { articleKinds, articleLists, type PageName, pageNames } from "../addresses/paths.js";
import { themeOf } from "../addresses/site-map.js";
import { calendarLinks, type EventBoard, eventBoard } from "../events/board.js";
import { factInWords } from "../events/words.js";
import { presentFormOfPage } from "../forms/present.js";
import { pricesInWords } from "../membership/price.js";
import type { Site } from "../site.js";
import type { Locale } from "../text/locale.js";
import { articleRow } from "./article.js";

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

/** What views/markdown/site-macros.md.njk shows. */
export function siteModel(locale: Locale, site: Site) {
  const board = eventBoard({}, locale, site);
  const calendars = [...board.calendars];
  for (const { code, name } of concepts)
    for (const calendar of calendarLinks({ concept: code }, locale, site))
      calendars.push({ ...calendar, city: `${calendar.city}, ${name}` });
  return {
    pagesIn,
    aboutPages: pagesIn("home").filter((name) => !LISTED.includes(name)),
    formOn: (name: PageName) => presentFormOfPage(name, locale, site),
    prices: priceRows(locale, site),
    board: { ...board, calendars },
    series: seriesOn(board, locale, site),
    articleLists: listsOfArticles(locale, site),
  };
}

const pagesIn = (theme: PageName) => pageNames.filter((name) => themeOf(name) === theme);

function priceRows(locale: Locale, { getFixedT, library }: Site) {
  const { membership } = library;
  const full = { label: getFixedT(locale)("assistant:site.fullPrice"), percent: 0 };
  const prices = [full, ...membership.discounts[locale]];
  return prices.map(({ label, percent }) => ({ label, ...pricesInWords(membership, locale, percent) }));
}

/** What happens at each kind of event, once. */
function seriesOn({ ahead }: EventBoard, locale: Locale, { getFixedT }: Site) {
  const records = new Map(ahead.map(({ record }) => [record.title, record]));
  return [...records.values()].map(({ title, description, language }) => {
    const text = `${description} ${factInWords("language", language, getFixedT(locale))}`;
    return { title, text: text.trimEnd().replaceAll("\n\n", " ") };
  });
}

function listsOfArticles(locale: Locale, { library, snapshot }: Site) {
  const lists = articleKinds.map((kind) => ({
    label: library.page(articleLists[kind], locale).label,
    rows: snapshot()
      .articles.articlesIn(locale, { kind })
      .map((article) => articleRow(article, library)),
  }));
  return lists.filter(({ rows }) => rows.length > 0);
}
