import type { Term } from "../language/lexicon.js";
import { OF_A_PHRASE } from "../language/meaning.js";
import { isConcept, isGeneral, isOfArticles, isParticular } from "./notions.js";
import type { SitePassage } from "./passages.js";
import type { Question, Reading } from "./question.js";
import type { Wanted } from "./search.js";

export interface Ranked {
  readonly passage: SitePassage;
  readonly score: number;
}

/** How much of what a word stands for counts beside the word itself. */
const NOTION = 0.9;
const PART = 0.4;
const COMMON = 0.2;
const CORRECTED = 0.8;
/** A word for what is asked of many things tells less than one for the thing. */
const GENERAL = 0.55;
/** The more words a meaning needed, the surer it is. */
const PHRASE = 1.6;
/** The name of a concept says where to look, which the place of a passage answers already. */
const OF_A_NAME = 0.3;
/** What is about the very thing that was asked for goes before what is about its kind. */
const ON_THE_SUBJECT = 1.15;
/** How much it counts, in logarithms, that a question is by a standard deviation more like those for a page. */
const LIKENESS = 0.2;
/** What something costs is not said where nothing is said of money. */
const WITHOUT_PRICE = 0.45;
/** Somebody has asked for it in these very words. */
const IN_THESE_WORDS = 1.6;
/** How much a page's second and third best passages count for it. */
const PAGE_BONUS = 0.08;

/** Passages that bear on a question, the best page's first, with each page's own best first. */
export function rankedPassages(question: Question): Ranked[] {
  const found = new Map<string, { passage: SitePassage; score: number }>();
  const site = question.readings[0]!.language;
  for (const reading of question.readings) {
    const wanted = wantedIn(reading, question);
    for (const { passage, score, has } of reading.language.index.search(wanted)) {
      const inLocale = reading.language === site ? passage : site.index.find(passage.key);
      if (!inLocale) continue;
      const known = found.get(passage.key) ?? { passage: inLocale, score: 0 };
      const covered = share([...has], wanted, reading);
      known.score += reading.share ** 2 * score * (0.4 + covered);
      found.set(passage.key, known);
    }
  }
  const asked = question.readings.map(({ language }) => language.placeAskedFor(question.text));
  const ranked = [...found.values()].map(({ passage, score }) => ({
    passage,
    score:
      score *
      placeFits(passage, question) *
      Math.exp(LIKENESS * (question.likeness.get(passage.page) ?? 0)) *
      (asked.includes(passage.key) ? IN_THESE_WORDS : 1),
  }));
  return byPage(ranked);
}

/** What to look for in the words of one language. */
export function wantedIn(reading: Reading, { before, notions, elsewhere }: Question): Wanted {
  const wanted = new Map<string, number>();
  const add = (token: string, weight: number) => wanted.set(token, Math.max(wanted.get(token) ?? 0, weight));
  const addTerm = ({ kind, stem, parts, notions: meant, meaning, isCorrected }: Term, weight: number) => {
    const sure = weight * (isCorrected ? CORRECTED : 1);
    const isName = meant.some(isConcept);
    const general = isName ? OF_A_NAME : meant.length > 0 && meant.every((notion) => isGeneral(notion)) ? GENERAL : 1;
    if (kind !== "function") add(stem, sure * (kind === "common" ? COMMON : general));
    for (const part of parts) add(part, sure * PART);
    for (const notion of meant) {
      const told =
        sure *
        (meaning.get(notion) === OF_A_PHRASE ? PHRASE : (meaning.get(notion) ?? 1)) *
        NOTION *
        (isGeneral(notion) ? GENERAL : 1);
      add(`§${notion}`, told / 2);
      add(`§§${notion}`, told);
    }
  };
  for (const term of reading.terms) addTerm(term, 1);

  const asksAnew = [...notions].some((notion) => isGeneral(notion) && !isConcept(notion));
  for (const { said, weight } of before) {
    const same = said.readings.find(({ language }) => language === reading.language);
    for (const term of same?.terms ?? []) {
      const kept = asksAnew ? term.notions.filter((notion) => !isGeneral(notion) || isConcept(notion)) : term.notions;
      if (kept.length < term.notions.length && kept.length === 0) continue;
      addTerm({ ...term, notions: kept }, weight);
    }
  }
  if (elsewhere !== undefined) add("§§start-city", [...notions].some(isParticular) ? 0.3 : 1);
  return wanted;
}

/** How much of what is wanted a passage has, each by how telling it is. */
function share(has: readonly string[], wanted: Wanted, { language }: Reading): number {
  const weigh = (tokens: Iterable<string>) =>
    [...tokens].reduce((sum, token) => sum + (wanted.get(token) ?? 0) * language.index.weightOf(token), 0);
  return weigh(has) / (weigh(wanted.keys()) || 1);
}

/** How well a passage's place on the site fits what was asked. */
function placeFits({ key, concept, city, kind, page, subjects, isOverview }: SitePassage, question: Question): number {
  let factor = 1;
  const { index } = question.readings[0]!.language;
  if (question.notions.has("price") && !index.isIn("§price", key)) factor *= WITHOUT_PRICE;
  if (question.concept !== undefined) {
    if (concept === question.concept) factor *= 1.35;
    else factor *= concept === undefined ? 0.9 : 0.55;
  }
  if (question.city !== undefined) {
    if (city === question.city) factor *= 1.4;
    else factor *= city === undefined ? 0.85 : 0.4;
  } else if (city !== undefined) factor *= 0.9;
  if (subjects.some((notion) => isParticular(notion) && question.notions.has(notion))) factor *= ON_THE_SUBJECT;
  if (kind === "section" && isOverview) factor *= 0.85;
  if (kind === "question") factor *= 1.15;
  if (page === "boardroom-for-commerce-topics" && question.concept === undefined && !question.notions.has("theme"))
    factor *= 0.25;
  if ((page === "guides" || page === "perspectives") && [...question.notions].some(isOfArticles)) factor *= 0.6;
  if (page.startsWith("guide:") && question.notions.has("guides")) factor *= 1.3;
  if (page.startsWith("perspective:") && question.notions.has("perspectives")) factor *= 1.3;
  if (page === "home") factor *= 0.85;
  return factor;
}

/** Pages by their best passage, and a little by what else they have. */
function byPage(ranked: readonly Ranked[]): Ranked[] {
  const pages = new Map<string, Ranked[]>();
  for (const item of [...ranked].sort((a, b) => b.score - a.score)) {
    const list = pages.get(item.passage.page) ?? [];
    list.push(item);
    pages.set(item.passage.page, list);
  }
  const sum = (list: readonly Ranked[]) =>
    list[0]!.score + PAGE_BONUS * list.slice(1, 3).reduce((all, { score }) => all + score, 0);
  return [...pages.values()].sort((a, b) => sum(b) - sum(a)).flat();
}
