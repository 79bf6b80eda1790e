/** `npm run check:content`: lists all problems of the content, or its next dates and the size of Mistral's prompt. */
import path from "node:path";
import { changedFacts, changeProblems } from "../build/check-changes.js";
import { problemsOfSite } from "../build/check-site.js";
import { readConfig, root } from "../config.js";
import { articleFile } from "../content/articles.js";
import { createLibrary } from "../content/library.js";
import { readBuiltFiles } from "../content/open-files.js";
import { ContentError, reportContentError } from "../content/problems.js";
import { publishedAt } from "../domain/article.js";
import { localesOf, type Occurrence } from "../domain/event.js";
import { defaultLocale, locales } from "../domain/locale.js";
import { CHARACTERS_A_TOKEN, siteTexts } from "../presenters/site-text.js";
import { createServices, filesFor, type Services } from "../services.js";
import { startInWords } from "../text/dates-in-words.js";
import { changeInWords, placeInWords } from "../text/event-in-words.js";

const MAX_DATES = 4;

try {
  const config = readConfig({});
  const files = await filesFor(config, { onlySources: true });
  const problems = await problemsOfSite(config, files);
  if (problems.length > 0) throw new ContentError(problems);
  const services = createServices(config, files);
  const lastBuild = await readBuiltFiles(path.join(root, "dist"));
  const built = lastBuild ? createLibrary(lastBuild.content, config) : files.library;
  const before = createServices(config, { ...files, library: built });
  showEvents(services, before);
  showUnpublished(services);
  showPrompt(services);
  const changes = changeProblems(files.library, built, comingDates(services));
  if (changes.length > 0) throw new ContentError(changes);
} catch (error) {
  reportContentError(error);
}

function comingDates({ agenda, clock }: Services): Occurrence[] {
  return agenda.current().search({}, { endsAfter: clock(), startsBefore: Infinity }).occurrences;
}

/** Lists the next dates of each event, and every later one that an override changes or that the last build had otherwise. */
function showEvents(services: Services, before: Services): void {
  const { library, recordOf, getFixedT } = services;
  const coming = comingDates(services);
  for (const event of library.events) {
    console.log(`${event.slug} (${localesOf(event).join(", ")})`);
    const dates = coming.filter((occurrence) => occurrence.event.slug === event.slug);
    for (const [index, occurrence] of dates.entries()) {
      const record = recordOf(occurrence, defaultLocale);
      const { dateText, locale, venue } = record;
      const change = changeInWords(occurrence, locale, getFixedT(locale));
      const own = changedFacts(occurrence.event, event);
      const isChanged = changesSince(before.agenda.current().occurrence(occurrence.id), occurrence);
      if (index >= MAX_DATES && occurrence.event === event && isChanged === "") continue;
      const notes = [change, own.length > 0 ? `Its own ${own.join(", ")}.` : "", isChanged];
      console.log(
        `    ${[`${dateText}, ${venue ? placeInWords(venue) : "online"}`, ...notes].filter(Boolean).join("  ")}`,
      );
    }
    if (dates.length === 0) console.log("    no upcoming date");
  }
  for (const { id } of comingDates(before))
    if (!services.agenda.current().occurrence(id))
      console.log(`${id} was a date in the last build and is none any more`);
}

function changesSince(before: Occurrence | undefined, occurrence: Occurrence): string {
  if (!before) return "New since the last build.";
  const changed = changedFacts(occurrence.event, before.event);
  if (before.starts !== occurrence.starts || before.ends !== occurrence.ends) changed.unshift("time");
  if (before.status !== occurrence.status) changed.unshift("status");
  return changed.length > 0 ? `Changed since the last build: ${changed.join(", ")}.` : "";
}

function showUnpublished({ library, clock, getFixedT }: Services): void {
  for (const article of library.articles) {
    const appears = publishedAt(article);
    const day = startInWords(appears, article.zone, defaultLocale, getFixedT(defaultLocale));
    if (article.draft) console.log(`${articleFile(article, article.locale)} is a draft`);
    else if (appears > clock()) console.log(`${articleFile(article, article.locale)} appears on ${day}`);
  }
}

function showPrompt(services: Services): void {
  const texts = siteTexts(services);
  const tokens = (text: string) => Math.ceil(text.length / CHARACTERS_A_TOKEN);
  for (const locale of locales) {
    const { text, parts, cut } = texts.whole(locale);
    const sizes = Object.entries(parts).map(([name, part]) => `${name} ${tokens(part)}`);
    console.log(`Tokens of the site for Mistral, ${locale}: ${tokens(text)} (${sizes.join(", ")})`);
    for (const name of cut) console.log(`    too long: the end of ${name} is left out`);
  }
}
