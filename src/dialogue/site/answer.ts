import { answeredByRecords } from "../../addresses/site-map.js";
import type { Source } from "../../pages/sources.js";
import type { Place } from "../../search/places.js";
import { blocksIn, paragraphs } from "../../search/words.js";
import type { LocalDate } from "../../text/wall-clock.js";
import type { Turn } from "../chat-request.js";
import { type Facts, findFacts, type Ranked, rankedPlaces } from "./facts.js";
import { type Question, readQuestion } from "./question.js";
import { type Context, openingContext } from "./reference.js";
import { contactDetails, type Reply, type Setting, sourceOf, talk } from "./setting.js";
import { pageMasses } from "./topics.js";
import { type SplitTurn, splitTurn } from "./turn.js";

/** It has at most three sources. */
export interface SiteAnswer extends Reply {
  readonly kind: "answered" | "unknown" | "talk" | "declined";
}

/** The answer to one question: paragraphs, each of which an answer to several shows once. */
interface Part {
  readonly kind: SiteAnswer["kind"];
  readonly texts: readonly string[];
  readonly sources: readonly Source[];
  /** That of the event that it names first. */
  readonly day?: LocalDate | undefined;
  /** Names of the sections that it quotes. */
  readonly shown?: readonly string[];
}

interface AnsweredQuestion {
  readonly question: Question;
  readonly part: Part;
  /** That of the event which a question after it can be about. */
  readonly day: LocalDate | undefined;
}

/** The limits bound the time that a long conversation takes. */
const MAX_TURNS = 4;
const MAX_CHARACTERS = 1000;
const MAX_SOURCES = 3;
/** A question about a price with more words of its own asks for more: "May my employer pay?" */
const MAX_WORDS_OF_PRICE = 2;
/** A second section is shown if it is at least this likely beside the best. */
const SECOND = 0.5;

/** Answers the questions of the last turn. Those before are answered too, as it can refer to what an answer named. */
export function converse(turns: readonly Turn[], setting: Setting): { answer: SiteAnswer; questions: Question[] } {
  let context = openingContext(setting.page);
  let answered: AnsweredQuestion[] = [];
  for (const { content } of turns.filter(({ role }) => role === "user").slice(-MAX_TURNS)) {
    answered = answerTurn(splitTurn(content.slice(-MAX_CHARACTERS), setting), context, setting);
    context = contextAfter(answered, setting);
  }
  return { answer: joined(answered, setting), questions: answered.map(({ question }) => question) };
}

/** A question takes over what those before it in the turn name, but is read beside what came before the turn. */
function answerTurn(turn: SplitTurn, context: Context, setting: Setting): AnsweredQuestion[] {
  const answered: AnsweredQuestion[] = [];
  let before = context;
  for (const text of turn.questions) {
    const question = readQuestion(text, turn, before, setting);
    const part = answerPart(question, turn.questions.length === 1, setting);
    const day = part.day ?? (question.isOfDayBefore ? before.day : undefined);
    answered.push({ question, part, day });
    before = { ...before, slots: question.slots, day };
  }
  return answered;
}

function contextAfter(answered: readonly AnsweredQuestion[], { topics }: Setting): Context {
  const { question, day } = answered.at(-1)!;
  return {
    slots: question.slots,
    questionText: question.text,
    pages: pageMasses(question.probabilities, topics),
    day,
    shown: answered.flatMap(({ part }) => part.shown ?? []),
  };
}

function joined(answered: readonly AnsweredQuestion[], setting: Setting): SiteAnswer {
  const { t } = setting;
  const scopes = answered.map(({ question }) => question.scope);
  if (scopes.includes("injection"))
    return { text: t("assistant:injection", contactDetails(setting)), sources: [], kind: "declined" };
  if (scopes.every((scope) => scope === "out-of-scope"))
    return { text: t("assistant:outOfScope", contactDetails(setting)), sources: [], kind: "declined" };
  const parts = answered.map(({ part }) => part);
  const first = parts.find(({ kind }) => kind === "answered") ?? parts[0];
  // "Ok, and what's on in December?" begins with small talk, "Who are you? What does it cost?" with a question.
  const isAside = (part: Part, index: number) => part.kind === "talk" && !answered[index]!.question.text.includes("?");
  const shown = first?.kind === "answered" ? parts.filter((part, index) => !isAside(part, index)) : parts;
  const texts = shown.flatMap((part) => part.texts);
  // The best source of each part comes first.
  const sources = [0, 1, 2].flatMap((at) => shown.flatMap((part) => part.sources[at] ?? []));
  return { text: paragraphs([...new Set(texts)]), sources: limited(sources), kind: first?.kind ?? "unknown" };
}

/** Answers with facts from records, else with the section that fits best, whole. Each of several questions gets one. */
function answerPart(question: Question, isOnly: boolean, setting: Setting): Part {
  const contact = sourceOf("contact", setting);
  const unknown = setting.t("assistant:unknown", contactDetails(setting));
  if (question.scope.startsWith("talk:")) {
    const { text, sources } = talk(question.scope.slice(5), setting);
    return { kind: "talk", texts: [text], sources };
  }
  if (question.scope === "out-of-scope") return { kind: "unknown", texts: [unknown], sources: [contact] };

  const ranked = rankedPlaces(question, setting);
  const best = ranked[0]!;
  const facts = findFacts(question, best, setting);
  const near = ranked.slice(0, MAX_SOURCES * 4).map(({ place }) => pageOf(place));
  if (facts.lead === "nothing") {
    const isOfPage = best.topic.listPage === undefined;
    const nearest = isOfPage ? [setting.t("assistant:nearest"), quoteOf(best.place, setting)] : [];
    return { kind: "unknown", texts: [unknown, ...nearest], sources: limited([contact, ...near]) };
  }

  const sections = sectionsBeside(question, ranked, facts, isOnly);
  const shown = [facts.dates, facts.price].filter((fact) => fact !== undefined);
  const pagesOfFacts = shown.flatMap(({ sources }) => sources);
  const pages = sections.map(({ place }) => pageOf(place));
  const sources = [...pagesOfFacts, ...pages];
  return {
    kind: "answered",
    texts: [...shown.map(({ text }) => text), ...sections.map(({ place }) => quoteOf(place, setting))],
    sources: limited(facts.dates ? sources : [...sources, ...near]),
    day: facts.dates?.day,
    shown: sections.map(({ place }) => place.key),
  };
}

/** Returns the sections that are shown below the facts: none where they are enough, two where nothing else is shown. */
function sectionsBeside(question: Question, ranked: readonly Ranked[], facts: Facts, isOnly: boolean): Ranked[] {
  const [best, second] = ranked;
  if (!best) return [];
  const ofRole = sectionOfRole(question, ranked, facts);
  if (ofRole) return facts.lead !== "sections" || ofRole === best ? [ofRole] : [ofRole, best];
  if (facts.lead === "dates") return [];
  if (facts.lead === "dates and section") return [best];
  if (facts.price && question.slots.discounts?.length === 0)
    return ranked.filter(({ topic }) => topic.id === answeredByRecords.discounts).slice(0, 1);
  if (facts.price) return question.contentWords.length > MAX_WORDS_OF_PRICE ? [best] : [];
  const hasRoom = !facts.dates && isOnly;
  return hasRoom && second && second.score >= SECOND * best.score ? [best, second] : [best];
}

/** A journalist who asks when the round table is has to know that it is closed to the press. */
function sectionOfRole({ slots, named }: Question, ranked: readonly Ranked[], { dates }: Facts): Ranked | undefined {
  const { concept, roles = [] } = slots;
  if (concept === "COMMONS" || (!dates && !named.concept)) return undefined;
  return ranked.find(({ place, topic }) => roles.includes(place.key) && (topic.concept ?? concept) === concept);
}

/** The heading of a section as a link, and its whole text. */
function quoteOf({ heading, markdown, parts, path, title }: Place, { site }: Setting): string {
  const name = (heading === "" ? title : `${title}: ${heading}`).replace(/[?:]$/, "");
  const text = blocksIn(`${markdown}\n\n${parts}`, site.baseUrl).join("\n\n");
  // In Markdown, a list begins on a line of its own.
  return `[${name}](${path}):${text.startsWith("- ") ? "\n\n" : " "}${text}`;
}

const pageOf = ({ path, title }: Place): Source => ({ path, title });

/** Returns the first sources, at most one from each page. */
function limited(sources: readonly Source[]): Source[] {
  const pages = sources.map(({ path }) => path.split("#")[0]);
  return sources.filter((_, index) => pages.indexOf(pages[index]) === index).slice(0, MAX_SOURCES);
}
