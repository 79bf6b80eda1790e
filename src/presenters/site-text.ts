import { articleKinds } from "../domain/article.js";
import { concepts } from "../domain/concept.js";
import type { Locale } from "../domain/locale.js";
import { linkLine, withPaths } from "../formats/markdown-document.js";
import { pricesInWords } from "../site/membership.js";
import { themeOf } from "../site/navigation.js";
import type { Page, Part, Section } from "../site/page.js";
import { articleLists, type PageName, pageNames } from "../site/paths.js";
import { viewIds } from "../site/sections.js";
import { escapeMarkdown } from "../text/escaping.js";
import { articleRow } from "./article.js";
import { eventBoards } from "./event-board.js";
import { eventBlocks } from "./markdown-events.js";
import { pageBlocks } from "./markdown-page.js";
import { pagePresenter } from "./page.js";
import type { Site } from "./site.js";

export const CHARACTERS_A_TOKEN = 4;
const MAX_CHARACTERS = 40_000 * CHARACTERS_A_TOKEN;
/** What a text that is too long loses first. */
const CUT_FIRST = ["articles", "dates", "pages"] as const;
/** Only listed: few questions need them, and a language model can read each. */
const LISTED: readonly PageName[] = ["developer", "privacy", "terms"];

/** The site as Markdown in any language, for language models. Links are without the origin. */
export function siteTexts(site: Site) {
  const { articles, baseUrl, clock, getFixedT, library, nextChange } = site;
  const { addresses, membership, organisation } = library;
  const boardOf = eventBoards(site);
  const { formOf } = pagePresenter(site);
  const pagesIn = (theme: PageName) => pageNames.filter((name) => themeOf(name) === theme);

  const textOf = (name: PageName, page: Page, locale: Locale) => {
    const about = { form: formOf(name, locale), isList: false, t: getFixedT(locale), mail: organisation.mail };
    const [heading, ...blocks] = pageBlocks(withIds(page), about);
    return lowerHeadings([`${heading} (${addresses.pathTo(name, locale)})`, ...blocks], 2);
  };

  const wholePages = (names: readonly PageName[], locale: Locale) =>
    names.flatMap((name) => textOf(name, library.page(name, locale), locale));

  const heading = (key: string, page: PageName, locale: Locale) =>
    `${getFixedT(locale)(`assistant:site.${key}`)} (${addresses.pathTo(page, locale)})`;

  const prices = (locale: Locale) => {
    const t = getFixedT(locale);
    const full = { label: t("assistant:site.fullPrice"), percent: 0 };
    const rows = [full, ...membership.discounts[locale]].map(({ label, percent }) => {
      const { price, withVat } = pricesInWords(membership, locale, percent);
      return `| ${label} | ${price} | ${withVat} |`;
    });
    const table = [t("assistant:site.priceColumns"), "|---|---|---|", ...rows];
    return part(heading("prices", "commerce-commons-discounts", locale), [table.join("\n")]);
  };

  const dates = (locale: Locale) => {
    const t = getFixedT(locale);
    const board = boardOf({}, locale);
    const ofConcepts = concepts.flatMap(({ code, name }) =>
      boardOf({ concept: code }, locale).calendars.map((one) => ({ ...one, city: `${one.city}, ${name}` })),
    );
    const all = { ...board, calendars: [...board.calendars, ...ofConcepts] };
    const [, ...blocks] = eventBlocks(all, organisation.mail, t);
    const texts = new Map([...board.upcoming, ...board.later].map(({ record }) => [record.title, record.description]));
    const series = [...texts].map(([title, text]) => `- **${escapeMarkdown(title)}**: ${text.replaceAll("\n\n", " ")}`);
    return part(heading("dates", "dates", locale), [
      ...blocks.map((block) => withPaths(block.replace(/^##.*/, `#$& {#${viewIds.subscribe}}`), baseUrl)),
      ...(series.length > 0 ? [`### ${t("assistant:site.series")}`, series.join("\n")] : []),
    ]);
  };

  const articleParts = (locale: Locale) =>
    articleKinds.flatMap((kind) => {
      const { list } = articles.current();
      const rows = list(locale, { kind }).map((article) => articleRow(article, library));
      const lines = rows.map(({ title, path, date, description }) => linkLine(title, path, `${date}. ${description}`));
      return part(library.page(articleLists[kind], locale).label, [lines.join("\n")]);
    });

  /** In the order of the prompt. */
  const partsIn = (locale: Locale) => {
    const t = getFixedT(locale);
    const sitePages = pagesIn("home").filter((name) => !LISTED.includes(name));
    const listed = LISTED.map((name) => {
      const { title, description } = library.page(name, locale);
      return linkLine(title, addresses.pathTo(name, locale), description);
    });
    const privacy = library.page("privacy", locale);
    const onQuestions = { ...privacy, sections: privacy.sections.filter(({ id }) => id.startsWith("dialogue")) };
    const conceptParts = concepts.flatMap(({ slug, name }) => part(name, wholePages(pagesIn(slug), locale)));
    return {
      pages: joined([...conceptParts, ...part(t("assistant:site.about"), wholePages(sitePages, locale))]),
      prices: joined(prices(locale)),
      dates: joined(dates(locale)),
      articles: joined(articleParts(locale)),
      listed: joined(part(t("assistant:site.listed"), [listed.join("\n")])),
      questions: joined(part(t("assistant:site.questions"), textOf("privacy", onQuestions, locale))),
    };
  };

  const make = (locale: Locale) => {
    const parts = partsIn(locale);
    const cut = CUT_FIRST.filter((name) => {
      const excess = joined(Object.values(parts)).length - MAX_CHARACTERS;
      if (excess > 0) parts[name] = withoutEnd(parts[name], excess);
      return excess > 0;
    });
    return { text: joined(Object.values(parts)), parts, cut };
  };

  let made: Partial<Record<Locale, ReturnType<typeof make>>> = {};
  let madeUntil = 0;

  return {
    pagesIn,
    wholePages,
    articleParts,
    partsIn,

    /** At most MAX_CHARACTERS; `cut` names the parts that were too long. */
    whole(locale: Locale) {
      const now = clock();
      if (now >= madeUntil) [made, madeUntil] = [{}, nextChange(now)];
      made[locale] ??= make(locale);
      return made[locale];
    },
  };
}

/** Returns no blocks if none has a text. */
export const part = (heading: string, blocks: readonly string[]) =>
  blocks.some(Boolean) ? [`## ${heading}`, ...blocks] : [];

const joined = (blocks: readonly string[]) => blocks.filter(Boolean).join("\n\n");

const lowerHeadings = (blocks: readonly string[], levels: number) =>
  blocks.map((block) => block.replace(/^(?=#+ )/, "#".repeat(levels)));

const withoutEnd = (text: string, excess: number) =>
  text.slice(0, Math.max(0, text.lastIndexOf("\n", text.length - excess - 1)));

/** So that a link can lead to a section. */
function withIds(page: Page): Page {
  const titled = <T extends Section | Part>(text: T) => ({ ...text, title: `${text.title} {#${text.id}}` });
  const sections = page.sections.map((section) => ({ ...titled(section), parts: section.parts.map(titled) }));
  return { ...page, sections };
}
