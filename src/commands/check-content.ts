/** `npm run check:content`: lists all problems of the content, or its next dates and the size of Mistral's prompt. */
import { problemsOfSite } from "../build/check-site.js";
import { readConfig } from "../config.js";
import { ContentError, reportContentError } from "../content/problems.js";
import { localesOf } from "../domain/event.js";
import { defaultLocale, locales } from "../domain/locale.js";
import { CHARACTERS_A_TOKEN, siteTexts } from "../presenters/site-text.js";
import { createServices, filesFor, type Services } from "../services.js";
import { changeInWords } from "../text/event-in-words.js";

const MAX_DATES = 4;

try {
  const config = readConfig({});
  const files = await filesFor(config, { onlySources: true });
  const problems = await problemsOfSite(config, files);
  if (problems.length > 0) throw new ContentError(problems);
  const services = createServices(config, files);
  showEvents(services);
  showPrompt(services);
} catch (error) {
  reportContentError(error);
}

function showEvents({ library, agenda, recordOf, clock, getFixedT }: Services): void {
  const upcoming = agenda.current().search({}, { endsAfter: clock(), startsBefore: Infinity }).occurrences;
  for (const event of library.events) {
    console.log(`${event.slug} (${localesOf(event).join(", ")})`);
    const dates = upcoming.filter((occurrence) => occurrence.event.slug === event.slug);
    for (const [index, occurrence] of dates.entries()) {
      const record = recordOf(occurrence, defaultLocale);
      const change = changeInWords(occurrence, record.locale, getFixedT(record.locale));
      const isOverridden = occurrence.event !== event;
      if (index < MAX_DATES || isOverridden) console.log(`    ${record.dateText}  ${change}`);
    }
    if (dates.length === 0) console.log("    no upcoming date");
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
