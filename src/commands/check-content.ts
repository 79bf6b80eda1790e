/** `npm run check:content`: lists all problems of the content, or its next dates and the size of Mistral's prompt. */

import { isDeepStrictEqual } from "node:util";
import { changeProblems } from "../build/check-events.js";
import { problemsOfSite } from "../build/check-site.js";
import { readTexts } from "../build/read-content.js";
import { readConfig } from "../config.js";
import { articleFile } from "../content/articles.js";
import { localesOf } from "../content/events.js";
import { ContentError, reportContentError } from "../content/problems.js";
import { changeInWords, type Occurrence } from "../events/agenda.js";
import { type EventRecord, placeInWords, recordOf } from "../events/record.js";
import { CHARACTERS_A_TOKEN, siteText } from "../pages/site-text.js";
import { openBuild, Site } from "../site.js";
import { startInWords } from "../text/in-words.js";
import { defaultLocale, locales } from "../text/locale.js";

const MAX_DATES = 4;

try {
  const config = readConfig({});
  const lastBuild = openBuild(config);
  const files = { ...readTexts(config), assets: lastBuild.assets };
  const problems = await problemsOfSite(config, files);
  if (problems.length > 0) throw new ContentError(problems);
  const site = new Site(config, files);
  const coming = site.snapshot().agenda.search({}, { endsAfter: site.clock() });
  showEvents(site, coming, new Site(config, lastBuild));
  showMissingLanguages(site);
  showUnpublished(site);
  showPrompt(site);
  const changes = changeProblems(site.library, lastBuild.library, coming);
  if (changes.length > 0) throw new ContentError(changes);
  console.log("No problems.");
} catch (error) {
  reportContentError(error);
}

/** Lists the next dates of each event, and later ones that have an override or that the last build did not have so. */
function showEvents(site: Site, coming: readonly Occurrence[], before: Site) {
  const { snapshot, library, getFixedT } = site;
  for (const event of library.events) {
    console.log(`${event.slug} (${localesOf(event).join(", ")})`);
    const dates = coming.filter((occurrence) => occurrence.event.slug === event.slug);
    for (const [index, occurrence] of dates.entries()) {
      const record = recordOf(occurrence, defaultLocale, site);
      const place = record.venue ? placeInWords(record.venue) : record.attendance;
      const change = changeInWords(occurrence, record.locale, getFixedT(record.locale));
      const own = Object.keys(event.overrides[occurrence.id.slice(-10)] ?? {}).filter((name) => name !== "updated");
      const previous = before.snapshot().agenda.occurrence(occurrence.id);
      const changed = previous ? changesSince(recordOf(previous, defaultLocale, before), record) : ["new"];
      if (index >= MAX_DATES && own.length + changed.length === 0) continue;
      const notes = [
        change,
        record.theme === null && "no subject",
        own.length > 0 && `override: ${own.join(", ")}`,
        changed.length > 0 && `since the last build: ${changed.join(", ")}`,
      ];
      console.log(["   ", record.dateText, place, ...notes.filter(Boolean)].join("  "));
    }
    if (dates.length === 0) console.log("    no upcoming date");
  }
  for (const { id } of before.snapshot().agenda.search({}, { endsAfter: before.clock() }))
    if (!snapshot().agenda.occurrence(id)) console.log(`${id} was a date in the last build, and is none now`);
}

function changesSince(before: EventRecord, record: EventRecord): string[] {
  const names = ["startsAt", "endsAt", "status", "venue", "title", "summary", "theme", "host", "signUp"] as const;
  return names.filter((name) => !isDeepStrictEqual(before[name], record[name]));
}

function showMissingLanguages({ library }: Site): void {
  for (const { slug, texts } of library.events) {
    for (const locale of locales) {
      if (texts[locale]) continue;
      console.log(`events/${slug}/${locale}.md is missing: lists and calendars in that language leave the event out`);
    }
  }
}

function showUnpublished({ library, clock, getFixedT }: Site): void {
  for (const article of library.articles) {
    const appears = Date.parse(article.published);
    const day = startInWords(appears, library.organisation.timezone, defaultLocale, getFixedT(defaultLocale));
    if (article.draft) console.log(`${articleFile(article, article.locale)} is a draft`);
    else if (appears > clock()) console.log(`${articleFile(article, article.locale)} appears on ${day}`);
  }
}

function showPrompt(site: Site): void {
  for (const locale of locales) {
    const { text, isCut } = siteText(locale, site);
    const tokens = Math.ceil(text.length / CHARACTERS_A_TOKEN);
    console.log(`Tokens of the site for Mistral, ${locale}: ${tokens}`);
    if (isCut) console.log("    too long: the lists of articles are left out, or more");
  }
}
