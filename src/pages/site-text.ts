import { concepts } from "../addresses/concepts.js";
import { themeOf } from "../addresses/menus.js";
import { articleKinds, articleLists, type PageName, pageNames } from "../addresses/paths.js";
import { calendarLinks, eventBoard } from "../events/board.js";
import { factInWords } from "../events/words.js";
import { presentFormOfPage } from "../forms/present.js";
import { pricesInWords } from "../membership/price.js";
import type { Site } from "../site.js";
import { escapeMarkdown } from "../text/escaping.js";
import type { Locale } from "../text/locale.js";
import { articleRow } from "./article.js";
import { heading, joinBlocks, linkLine, type MarkdownStyle } from "./markdown-document.js";
import { eventBlocks } from "./markdown-events.js";
import { pageBlocks } from "./markdown-page.js";

export const CHARACTERS_A_TOKEN = 4;
const MAX_CHARACTERS = 40_000 * CHARACTERS_A_TOKEN;
/** A text above the limit loses these parts, in this order. */
const CUT_FIRST = ["articles", "dates", "pages"] as const;
/** These pages are only listed, because few questions need them. */
const LISTED: readonly PageName[] = ["developer", "privacy", "terms"];

export const pagesIn = (theme: PageName) => pageNames.filter((name) => themeOf(name) === theme);

/** The parts of a text about the whole site. Links are paths; `origin` is that of the addresses in headings. */
export function siteParts(site: Site, origin: string, hasIds: boolean) {
  const { snapshot, getFixedT, library } = site;
  const { addresses, membership, organisation } = library;

  const addressed = (title: string, page: PageName, locale: Locale) =>
    `${title} (${origin}${addresses.pathTo(page, locale)})`;

  const styleIn = (locale: Locale, levelsAbove: number): MarkdownStyle => ({
    t: getFixedT(locale),
    mail: organisation.mail,
    writeHeading: (level, title, id) => heading(levelsAbove + level, id && hasIds ? `${title} {#${id}}` : title),
    opensCalendars: false,
  });

  const pageText = (name: PageName, locale: Locale, page = library.page(name, locale)) => {
    const addressedPage = { ...page, heading: addressed(page.heading, name, locale) };
    return joinBlocks(pageBlocks(addressedPage, { form: presentFormOfPage(name, locale, site) }, styleIn(locale, 2)));
  };
  const pageTexts = (names: readonly PageName[], locale: Locale) => names.map((name) => pageText(name, locale));

  const priceTable = (locale: Locale) => {
    const t = getFixedT(locale);
    const full = { label: t("assistant:site.fullPrice"), percent: 0 };
    const rows = [full, ...membership.discounts[locale]].map(({ label, percent }) => {
      const { price, withVat } = pricesInWords(membership, locale, percent);
      return `| ${label} | ${price} | ${withVat} |`;
    });
    return [t("assistant:site.priceColumns"), "|---|---|---|", ...rows].join("\n");
  };

  const dateBlocks = (locale: Locale) => {
    const style = styleIn(locale, 1);
    const board = eventBoard({}, locale, site);
    const ofConcepts = concepts.flatMap(({ code, name }) =>
      calendarLinks({ concept: code }, locale, site).map((one) => ({ ...one, city: `${one.city}, ${name}` })),
    );
    const blocks = eventBlocks({ ...board, calendars: [...board.calendars, ...ofConcepts] }, style);
    const records = new Map(board.ahead.map(({ record }) => [record.title, record]));
    const series = [...records].map(([title, { description, language }]) => {
      const text = `${description} ${factInWords("language", language, style.t)}`.trimEnd();
      return `- **${escapeMarkdown(title)}**: ${text.replaceAll("\n\n", " ")}`;
    });
    if (series.length === 0) return blocks;
    return [...blocks, style.writeHeading(2, style.t("assistant:site.series")), series.join("\n")];
  };

  const articleLinks = (locale: Locale) => {
    const parts = articleKinds.map((kind) => {
      const published = snapshot().articles.articlesIn(locale, { kind });
      const rows = published.map((article) => articleRow(article, library));
      const lines = rows.map(({ title, path, date, description }) => linkLine(title, path, `${date}. ${description}`));
      return titled(library.page(articleLists[kind], locale).label, [lines.join("\n")]);
    });
    return joinBlocks(parts);
  };

  return {
    pageTexts,
    articleLinks,

    /** The parts are in the order of the prompt. */
    partsIn(locale: Locale) {
      const t = getFixedT(locale);
      const about = pagesIn("home").filter((name) => !LISTED.includes(name));
      const privacy = library.page("privacy", locale);
      const onQuestions = { ...privacy, sections: privacy.sections.filter(({ id }) => id.startsWith("dialogue")) };
      const listed = LISTED.map((name) => {
        const { title, description } = library.page(name, locale);
        return linkLine(title, addresses.pathTo(name, locale), description);
      });
      const discounts = addressed(t("assistant:site.prices"), "commerce-commons-discounts", locale);
      return {
        pages: joinBlocks([
          ...concepts.map(({ slug, name }) => titled(name, pageTexts(pagesIn(slug), locale))),
          titled(t("assistant:site.about"), pageTexts(about, locale)),
        ]),
        prices: titled(discounts, [priceTable(locale)]),
        dates: titled(addressed(t("assistant:site.dates"), "dates", locale), dateBlocks(locale)),
        articles: articleLinks(locale),
        listed: titled(t("assistant:site.listed"), [listed.join("\n")]),
        questions: titled(t("assistant:site.questions"), [pageText("privacy", locale, onQuestions)]),
      };
    },
  };
}

/** The site as Markdown, for language models. It has at most MAX_CHARACTERS; `cut` names the parts that were too long. */
export function siteText(locale: Locale, site: Site) {
  const parts = siteParts(site, "", true).partsIn(locale);
  const cut: string[] = [];
  for (const name of CUT_FIRST) {
    const excess = joinBlocks(Object.values(parts)).length - MAX_CHARACTERS;
    if (excess <= 0) break;
    parts[name] = withoutEnd(parts[name], excess);
    cut.push(name);
  }
  return { text: joinBlocks(Object.values(parts)), parts, cut };
}

/** Empty if no block has a text. */
export const titled = (title: string, blocks: readonly string[]) =>
  blocks.some(Boolean) ? joinBlocks([heading(2, title), ...blocks]) : "";

const withoutEnd = (text: string, excess: number) =>
  text.slice(0, Math.max(0, text.lastIndexOf("\n", text.length - excess - 1)));
