/** `npm run check:content`: lists all problems of the content, or its word counts and next dates if there are none. */
import { readFileSync } from "node:fs";
import { RULES_FILE, ruleProblems } from "../build/check-rules.js";
import { problemsOfSite } from "../build/check-site.js";
import { readConfig } from "../config.js";
import { ContentError, reportContentError } from "../content/problems.js";
import { isSameArticle } from "../domain/article.js";
import { localesOf } from "../domain/event.js";
import { defaultLocale, locales } from "../domain/locale.js";
import { countPageWords, countWords } from "../domain/page.js";
import { changeInWords } from "../formats/event-record.js";
import { createServices, filesFor, type Services } from "../services.js";
import { pageNames } from "../site/paths.js";

const MAX_DATES = 4;

try {
  const config = readConfig({});
  const services = createServices(config, await filesFor(config, "sources"));
  const problems = [...(await problemsOfSite(services)), ...ruleProblems(readFileSync(RULES_FILE, "utf8"), "content")];
  if (problems.length > 0) throw new ContentError(problems);
  showPages(services);
  showArticles(services);
  showEvents(services);
} catch (error) {
  reportContentError(error);
}

function showPages({ library }: Services): void {
  showRow("words of each page", locales);
  for (const name of pageNames) {
    const words = locales.map((locale) => countPageWords(library.page(name, locale)));
    showRow(name, words);
  }
}

function showArticles({ library }: Services): void {
  showRow("\nwords of each article", locales);
  const inOneLanguage = library.articles.filter(
    (article, index, all) => all.findIndex((other) => isSameArticle(other, article)) === index,
  );
  for (const article of inOneLanguage) {
    const texts = locales.map((locale) =>
      library.articles.find((other) => isSameArticle(other, article) && other.locale === locale),
    );
    showRow(
      `${article.kind}:${article.slug}`,
      texts.map((text) => (text ? countWords(text.markdown) : "none")),
    );
    for (const text of texts) {
      if (text)
        console.log(`    ${text.locale} ${text.draft ? "draft" : text.published.replace("T", " ")}  ${text.title}`);
    }
  }
}

function showEvents({ library, agenda, records, clock, getFixedT }: Services): void {
  showRow("\nevents", locales);
  const upcoming = agenda.current().search({}, { endsAfter: clock(), startsBefore: Infinity }).occurrences;
  for (const event of library.events) {
    showRow(
      event.slug,
      locales.map((locale) => (localesOf(event).includes(locale) ? "yes" : "none")),
    );
    const dates = upcoming.filter((occurrence) => occurrence.event === event);
    for (const [index, occurrence] of dates.entries()) {
      const record = records.of(occurrence, defaultLocale);
      const change = changeInWords(occurrence, record.locale, getFixedT(record.locale));
      if (index < MAX_DATES || change) console.log(`    ${record.dateText}  ${change}`);
    }
    if (dates.length === 0) console.log("    no upcoming date");
  }
}

function showRow(name: string, cells: readonly (string | number)[]): void {
  console.log([name.padEnd(44), ...cells.map((cell) => String(cell).padStart(6))].join(""));
}
