import { cpSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type City, spellingsOf } from "../addresses/cities.js";
import { createPathTo, pageNames } from "../addresses/pages.js";
import { root } from "../config.js";
import { readArticles } from "../content/articles.js";
import { type PhrasesByLocale, readDialogue } from "../content/dialogue.js";
import { cityFacts, eventFacts, eventFile, readEvents } from "../content/events.js";
import { ContentFiles } from "../content/files.js";
import { createI18n, englishNamespaces, namespaces } from "../content/i18n.js";
import {
  citiesFile,
  factsFile,
  hostsFile,
  membershipFile,
  organisationFile,
  topicsFile,
} from "../content/json-files.js";
import { type Content, createLibrary, type Settings } from "../content/library.js";
import { typedProblem } from "../content/markdown.js";
import { ContentError, textsIn } from "../content/problems.js";
import { readPages } from "../content/read-pages.js";
import { fillFacts, type References, siteFacts } from "../content/references.js";
import { discountsIn, membershipFacts } from "../membership/price.js";
import { asciiJson } from "../text/escaping.js";
import { listInWords } from "../text/in-words.js";
import { defaultLocale, inEachLocale, type Locale, locales, type Translate } from "../text/locale.js";
import type { Slug } from "../text/slug.js";
import { fold } from "../text/spelling.js";
import { checkAction, checkDates, checkPlace } from "./check-events.js";
import { compileViews } from "./compile-views.js";

/** Reads content/, locales/ and views/. Throws a ContentError with all problems, or the mistake of a view. */
export function readTexts(settings: Settings) {
  const translations = readTranslations(path.join(root, "locales"));
  const content = readContent(path.join(root, "content"), translations.getFixedT);
  const library = createLibrary(content, settings);
  return { ...translations, content, library, compiledViews: compileViews(path.join(root, "views")) };
}

/** Returns a Content as JSON. Throws a ContentError with all problems of the facts, else those of the events, else those of the texts. */
export function readContent(folder: string, getFixedT: (locale: Locale) => Translate): string {
  const files = new ContentFiles(folder);
  const organisation = files.json("site.json", organisationFile);
  const ownFacts = files.json("facts.json", factsFile);
  const cityFile = files.json("cities.json", citiesFile);
  const hosts = files.json("hosts.json", hostsFile);
  const membership = files.json("membership.json", membershipFile);
  const topics = files.json("topics.json", topicsFile);
  const { wordLists, cities: knownCities } = readDialogue(files);
  const isRead = organisation && ownFacts && cityFile && hosts && membership && topics && knownCities;
  if (!isRead || files.problems.length > 0) throw new ContentError(files.problems);

  const cities = Object.entries(cityFile).map(([slug, { timezone: zone, ...city }]): City => ({ ...city, slug, zone }));
  rejectDuplicateAliases(files, cities);
  for (const [id, { portrait }] of Object.entries(hosts))
    if (portrait && !files.has(`hosts/${portrait}`))
      files.report("hosts.json", `${id}.portrait`, `there is no image content/hosts/${portrait}`);
  for (const { slug, host } of cities)
    if (host && !hosts[host])
      files.report("cities.json", `${slug}.host`, `there is no "${host}" in content/hosts.json`);
  const pathTo = createPathTo(organisation.chat.segment);
  const pagePaths = new Set(pageNames.map((name) => pathTo(name, defaultLocale)));
  if (pagePaths.size < pageNames.length) files.report("site.json", "chat.segment", "is the address of another page");

  const words = inEachLocale((locale) => wordLists[locale]!);
  const facts = inEachLocale((locale) => {
    const { numbers } = words[locale];
    const inLanguage = (fact: string | Record<Locale, string>) => (typeof fact === "string" ? fact : fact[locale]);
    return new Map([
      ...siteFacts(organisation, numbers, locale, getFixedT(locale)),
      ...membershipFacts(membership, numbers, locale),
      ...Object.entries(ownFacts).map(([name, fact]) => [name, inLanguage(fact)] as const),
    ]);
  });
  const discounts = inEachLocale((locale) => {
    const report = files.reporterFor("membership.json");
    const inLanguage = discountsIn(locale, membership, getFixedT(locale), (text, encode) =>
      fillFacts(text, facts[locale], report, encode),
    );
    const labels = inLanguage.map(({ label }) => label);
    facts[locale].set("membership.discounts", listInWords(labels, locale));
    return inLanguage;
  });
  const events = readEvents(files, facts);
  for (const event of events) {
    const report = files.reporterFor(eventFile(event.slug));
    checkPlace(event, cities, hosts, report);
    checkDates(event, report);
    checkAction(event, cities, report);
  }
  for (const locale of locales)
    for (const slug of Object.keys(words[locale].events))
      if (!files.has(eventFile(slug)))
        files.report(`dialogue/${locale}.json`, `events.${slug}`, "is no event: its words belong to none");
  files.rejectProblems();

  const references = inEachLocale((locale): References => {
    const t = getFixedT(locale);
    return {
      locale,
      facts: new Map([
        ...facts[locale],
        ...cityFacts(cities, events, locale),
        ...events.flatMap((event) => [...eventFacts(event, locale, t)]),
      ]),
      discounts: discounts[locale],
      mail: organisation.mail,
      pathTo,
      topics: new Map(Object.entries(topics).map(([id, names]) => [id, names[locale]])),
      zone: organisation.timezone,
      footnotes: { heading: t("articles:notes"), back: t("articles:backFromNote") },
    };
  });
  const pages = readPages(files, references);
  const articles = readArticles(files, references);
  files.reportUnread();
  files.rejectProblems();

  return asciiJson({
    organisation,
    cities,
    events,
    hosts,
    pages,
    articles,
    topics: Object.keys(topics),
    membership: { ...membership, discounts },
    dialogue: { words, cities: knownCities },
  } satisfies Content);
}

function rejectDuplicateAliases(files: ContentFiles, cities: readonly City[]): void {
  const slugs = new Map<string, Slug>();
  for (const city of cities) {
    for (const spelling of spellingsOf(city)) {
      const other = slugs.get(fold(spelling)) ?? city.slug;
      if (other !== city.slug) files.report("cities.json", city.slug, `"${spelling}" also means ${other}`);
      slugs.set(fold(spelling), city.slug);
    }
  }
}

export function readPhrases(folder: string): PhrasesByLocale {
  const files = new ContentFiles(folder);
  const { phrases } = readDialogue(files);
  files.rejectProblems();
  return phrases;
}

/** Every language has the keys and placeholders of English, and no text that visitors would read as it was typed. */
export function readTranslations(folder: string) {
  const files = new ContentFiles(folder, "locales");
  for (const name of englishNamespaces) readTextsByKey(files, `${defaultLocale}/${name}.json`);
  for (const name of namespaces) {
    const texts = inEachLocale((locale) => readTextsByKey(files, `${locale}/${name}.json`));
    const english = texts[defaultLocale];
    for (const locale of locales) {
      const translated = texts[locale];
      if (!english || !translated) continue; // reported
      for (const key of new Set([...english.keys(), ...translated.keys()])) {
        const found = placeholdersIn(translated.get(key));
        const expected = placeholdersIn(english.get(key));
        if (found !== expected)
          files.report(`${locale}/${name}.json`, key, `has ${found}, and English has ${expected}`);
      }
    }
  }
  files.rejectProblems();
  return createI18n(folder);
}

function readTextsByKey(files: ContentFiles, name: string): Map<string, string> | undefined {
  const json = files.parsedJson(name);
  if (json === undefined) return undefined;
  const texts = new Map(textsIn(json).map(({ path, text }) => [path.join("."), text]));
  for (const [key, text] of texts) {
    const problem = text.trim() === "" ? "is empty" : typedProblem(text.replace(/\{\{[^{}]*\}\}/g, ""));
    if (problem) files.report(name, key, problem);
  }
  return texts;
}

function placeholdersIn(text: string | undefined): string {
  if (text === undefined) return "no text";
  const names = [...new Set(text.match(/\{\{[^}]*\}\}/g))].sort();
  return names.length > 0 ? `a text with ${names.join(", ")}` : "a text without placeholders";
}

/** The folder has no content.json yet: it is renamed into place last, because nothing opens a folder without it. */
export function writeTexts(content: string, compiledViews: object, folder: string): void {
  rmSync(path.join(folder, "locales"), { recursive: true, force: true });
  cpSync(path.join(root, "locales"), path.join(folder, "locales"), { recursive: true });
  writeFileSync(path.join(folder, "views.json"), JSON.stringify(compiledViews));
  writeFileSync(path.join(folder, "content.json.new"), content);
  renameSync(path.join(folder, "content.json.new"), path.join(folder, "content.json"));
}
