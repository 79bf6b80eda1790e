import { passageOf } from "../../search/passage.js";
import type { Place } from "../../search/places.js";
import { paragraphs } from "../../search/words.js";
import type { Source } from "../answer.js";
import { eventFact, type FactTools, priceFact, type Ranked, type ScoredQuestion, scoreQuestion, VAT } from "./facts.js";
import type { Fact, Replies } from "./replies.js";
import type { Request } from "./understand.js";

/**
 * Its text is Markdown: paragraphs, lists, and links to addresses of this site. It has at most three sources, the best
 * first.
 */
export interface SiteAnswer extends Fact {
  readonly kind: "answered" | "unsure" | "unknown" | "talk" | "declined";
}

export interface AnswerTools extends FactTools {
  readonly replies: Replies;
  readonly baseUrl: string;
}

const MAX_SOURCES = 3;
/** How much likelier than any page it must be that the site does not say. */
const UNKNOWN = 1.5;
/** How likely a page must be to answer one of several questions, or to stand beside "this site doesn't say". */
const MIN_KNOWN = 0.15;
/** How likely a section of another concept must be, beside the best, to be shown too. */
const ALIKE = 0.4;
/** A question of so few words of its own about a price asks for that alone: "May my employer pay?" has more. */
const FEW_WORDS = 2;
/** Sections of pages are shorter; those of articles are cut at the end of a paragraph. */
const MAX_WORDS = 130;
/** Of all parts of a turn together. */
const MAX_PARTS_WORDS = 150;
/** Of a part of the question that nothing answers. */
const MAX_QUOTED = 80;

export function answerTo(requests: readonly Request[], tools: AnswerTools): SiteAnswer {
  const { reply, talk } = tools.replies;
  const [first] = requests;
  const scope = first?.scope ?? "out-of-scope";
  if (scope === "injection") return { text: reply("assistant:injection"), sources: [], kind: "declined" };
  if (scope.startsWith("talk:")) return { ...talk(scope.slice(5)), kind: "talk" };
  if (requests.every(({ scope }) => scope === "out-of-scope"))
    return { text: reply("assistant:outOfScope"), sources: [], kind: "declined" };
  if (requests.length === 1) return answerQuestion(scoreQuestion(first!, tools), tools);

  const given = new Set<string>();
  const lines = requests.map((request) => lineFor(request, MAX_PARTS_WORDS / requests.length, given, tools));
  // The best source of each part first.
  const sources = [0, 1, 2].flatMap((at) => lines.flatMap(({ sources }) => sources[at] ?? []));
  const texts = lines.map(({ text }, index) => {
    const isRepeated = lines.findIndex((line) => line.text === text) < index;
    return isRepeated ? reply("assistant:nothingCloser", { question: asPlainText(requests[index]!.text) }) : text;
  });
  return { text: paragraphs(texts), sources: limited(sources), kind: "answered" };
}

/** The answer to a turn that is one question: facts from records first, then the place that fits best, whole. */
function answerQuestion(question: ScoredQuestion, tools: AnswerTools): SiteAnswer {
  const { reply, contact } = tools.replies;
  const { best, scope, contentWords } = question;
  const near = limited(question.ranked.map(({ place }) => pageOf(place)));
  const answered = (texts: readonly (string | undefined)[], sources: readonly Source[]): SiteAnswer => ({
    ...{ text: paragraphs(texts), sources: limited([...sources, ...near]), kind: "answered" },
  });
  const dates = eventFact(question, tools);
  const price = priceFact(question, dates !== undefined, tools);
  if (dates) return answered([dates.text, price?.text], [...dates.sources, ...(price?.sources ?? [])]);

  const alike = sameQuestion(question);
  const maxWords = alike.length > 1 ? MAX_PARTS_WORDS / alike.length : MAX_WORDS;
  const passage = paragraphs(alike.map(({ place }) => quoteOf(place, maxWords, tools)));
  if (isUnknown(question)) {
    const known = best.pageScore < MIN_KNOWN ? [] : [reply("assistant:known"), passage];
    const text = paragraphs([reply("assistant:unknown"), ...known]);
    return { text, sources: limited([contact, ...near]), kind: "unknown" };
  }
  if (scope === "unsure" && !price) {
    const others = near.slice(1).map(({ title, path }) => `- [${title}](${path})`);
    const text = paragraphs([passage, reply("assistant:unsure"), others.join("\n")]);
    return { text, sources: near, kind: "unsure" };
  }
  if (price && contentWords <= FEW_WORDS && best.topic.id !== VAT) return answered([price.text], price.sources);
  return answered([price?.text, passage], [near[0]!, ...(price?.sources ?? [])]);
}

/** One of several questions: facts, or the beginning of the place that fits best, or that none does. */
function lineFor(request: Request, maxWords: number, given: Set<string>, tools: AnswerTools): Fact {
  const { reply, contact } = tools.replies;
  const quoted = asPlainText(request.text);
  if (request.scope === "unread") return { text: reply("assistant:unread", { question: quoted }), sources: [] };
  const question = scoreQuestion(request, tools);
  const { best, ranked } = question;
  // A section that a part before has is shown again only if no other is nearly as likely.
  const others = ranked.filter(({ place, score }) => !given.has(place.path) && score > ALIKE * best.score);
  const { place, pageScore } = others[0] ?? best;
  const dates = eventFact(question, tools, true);
  const price = priceFact(question, dates !== undefined, tools);
  // A fact that a part before has is no answer to this one.
  const facts = [dates, price].filter((fact) => fact !== undefined && given.size < given.add(fact.text).size) as Fact[];
  if (facts.length > 0)
    return { text: paragraphs(facts.map(({ text }) => text)), sources: facts.flatMap(({ sources }) => sources) };
  if (request.scope === "out-of-scope" || isUnknown(question) || pageScore < MIN_KNOWN)
    return { text: reply("assistant:nothingAbout", { question: quoted }), sources: [contact] };
  given.add(place.path);
  return { text: quoteOf(place, maxWords, tools), sources: [pageOf(place)] };
}

const isUnknown = ({ unknown, events, best }: ScoredQuestion) => unknown > UNKNOWN * Math.max(events, best.pageScore);

/** The best place; if no concept is named, also the sections of other concepts that are about the same. */
function sameQuestion({ best, ranked, slots }: ScoredQuestion): Ranked[] {
  const { id, concept } = best.topic;
  if (slots.concept !== undefined || concept === undefined || id === undefined) return [best];
  const alike = ranked.filter(({ topic, score }) => topic.id === id && topic.concept && score > ALIKE * best.score);
  return alike.filter(({ topic }, at) => alike.findIndex((one) => one.topic.concept === topic.concept) === at);
}

const quoteOf = ({ title, heading, path, markdown, parts }: Place, maxWords: number, { baseUrl }: AnswerTools) => {
  const name = heading === "" ? title : `${title}: ${heading}`;
  const passage = passageOf(`${markdown}\n\n${parts}`, baseUrl, maxWords);
  // A list begins on a line of its own.
  return `[${name.replace(/[?:]$/, "")}](${path}):${passage.startsWith("- ") ? "\n\n" : " "}${passage}`;
};

const pageOf = ({ path, title }: Place): Source => ({ path, title });

/** The visitor's own words could be Markdown. */
const asPlainText = (text: string) =>
  text
    .replace(/[^\p{L}\p{N},.'’-]+/gu, " ")
    .trim()
    .slice(0, MAX_QUOTED);

/** One source a page. */
function limited(sources: readonly Source[]): Source[] {
  const pages = sources.map(({ path }) => path.split("#")[0]);
  return sources.filter((_, index) => pages.indexOf(pages[index]) === index).slice(0, MAX_SOURCES);
}
