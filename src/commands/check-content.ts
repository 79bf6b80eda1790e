/**
 * `npm run check:content`: everything wrong in content and words, or what there is: words of pages and articles, dates
 * of events.
 */
import { problemsOfSite } from "../build/check-site.js";
import { readConfig } from "../config.js";
import { ContentError } from "../content/problems.js";
import { isSame } from "../domain/article.js";
import { localesOf } from "../domain/event.js";
import { defaultLocale, locales } from "../domain/locale.js";
import { countPageWords, countWords } from "../domain/page.js";
import { changeInWords } from "../formats/event-record.js";
import { createServices, filesFor, type Services } from "../services.js";
import { pageNames } from "../site/paths.js";

const DATES_SHOWN = 4;

try {
  const config = readConfig({});
  const services = createServices(config, await filesFor(config));
  const problems = await problemsOfSite(services);
  if (problems.length > 0) throw new ContentError(problems);
  showPages(services);
  showArticles(services);
  showEvents(services);
} catch (error) {
  if (!(error instanceof ContentError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function showPages({ library }: Services): void {
  showRow("words of each page", locales);
  for (const name of pageNames) {
    const words = locales.map((locale) => countPageWords(library.page(name, locale)));
    showRow(name, words);
  }
}

/**
 * The words of each article and when it comes out, unless it is a draft; what a language lacks is shown there in
 * English.
 */
function showArticles({ library }: Services): void {
  showRow("\nwords of each article", locales);
  const inOneLanguage = library.articles.filter(
    (article, index, all) => all.findIndex((other) => isSame(other, article)) === index,
  );
  for (const article of inOneLanguage) {
    const texts = locales.map((locale) =>
      library.articles.find((other) => isSame(other, article) && other.locale === locale),
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

/** The languages of each event and its next dates, with every change, as a typing error in a date breaks no rule. */
function showEvents({ library, agenda, records, clock, getFixedT }: Services): void {
  showRow("\nevents", locales);
  const coming = agenda.current().search({}, { endsAfter: clock(), startsBefore: Infinity }).occurrences;
  for (const event of library.events) {
    showRow(
      event.slug,
      locales.map((locale) => (localesOf(event).includes(locale) ? "yes" : "none")),
    );
    const own = coming.filter((occurrence) => occurrence.event === event);
    for (const [index, occurrence] of own.entries()) {
      const record = records.of(occurrence, defaultLocale);
      const change = changeInWords(occurrence, record.locale, getFixedT(record.locale));
      if (index < DATES_SHOWN || change) console.log(`    ${record.dateText}  ${change}`);
    }
    if (own.length === 0) console.log("    no date to come");
  }
}

function showRow(name: string, cells: readonly (string | number)[]): void {
  console.log([name.padEnd(44), ...cells.map((cell) => String(cell).padStart(6))].join(""));
}
