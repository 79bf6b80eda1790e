import { answeredByRecords } from "../../addresses/sections.js";
import type { Source } from "../../pages/sources.js";
import { wholeText } from "../../search/passages.js";
import type { Place } from "../../search/places.js";
import { paragraphs } from "../../search/words.js";
import { type AnswerTools, findAnswer, MIN_PAGE_SCORE, type Ranked } from "./facts.js";
import type { Fact } from "./replies.js";
import type { Question } from "./understand.js";

/** It has at most three sources. */
export interface SiteAnswer extends Fact {
  readonly kind: "answered" | "unknown" | "talk" | "declined";
}

/** The answer to one question: paragraphs, each of which an answer to several shows once. */
interface Part {
  readonly kind: SiteAnswer["kind"];
  readonly texts: readonly string[];
  readonly sources: readonly Source[];
}

const MAX_SOURCES = 3;
/** A question about a price with more words of its own asks for more: "May my employer pay?" */
const MAX_WORDS_OF_PRICE = 2;
/** A second section is shown if it is at least this likely beside the best; less is enough where two things are asked. */
const [SECOND, SECOND_OF_TWO] = [0.5, 0.2];

/** Answers each question with facts from records, else with the section that fits best, whole. */
export function answerTo(questions: readonly Question[], tools: AnswerTools): SiteAnswer {
  const { reply } = tools.replies;
  const scopes = questions.map(({ scope }) => scope);
  if (scopes.includes("injection")) return { text: reply("assistant:injection"), sources: [], kind: "declined" };
  if (scopes.every((scope) => scope === "out-of-scope"))
    return { text: reply("assistant:outOfScope"), sources: [], kind: "declined" };

  const parts = questions.map((question) => answerPart(question, tools));
  const answered = parts.filter(({ kind }) => kind === "answered");
  const [first] = answered.length > 0 ? answered : parts;
  const texts = parts.flatMap((part) => part.texts);
  // The best source of each part comes first.
  const sources = [0, 1, 2].flatMap((at) => parts.flatMap((part) => part.sources[at] ?? []));
  return { text: paragraphs([...new Set(texts)]), sources: limited(sources), kind: first!.kind };
}

function answerPart(question: Question, tools: AnswerTools): Part {
  const { reply, talk, contact } = tools.replies;
  if (question.scope.startsWith("talk:")) {
    const { text, sources } = talk(question.scope.slice(5));
    return { kind: "talk", texts: [text], sources };
  }
  if (question.scope === "out-of-scope")
    return { kind: "unknown", texts: [reply("assistant:unknown")], sources: [contact] };

  const { dates, price, ranked, isCertain } = findAnswer(question, tools);
  const best = ranked[0]!;
  const near = ranked.slice(0, MAX_SOURCES * 4).map(({ place }) => pageOf(place));
  const prices = price ? [price.text] : [];
  const section = quoteOf(best.place, tools.baseUrl);
  if (dates) {
    const more = question.isDouble && isCertain && !best.topic.saysWhen && best.topic.id !== undefined;
    const texts = more ? [dates.text, ...prices, section] : [dates.text, ...prices];
    const sources = [...dates.sources, ...(price?.sources ?? []), ...(more ? near.slice(0, 1) : [])];
    return { kind: "answered", texts, sources: limited(sources) };
  }
  if (price) {
    const isEnough = question.contentWords <= MAX_WORDS_OF_PRICE && best.topic.id !== answeredByRecords.vat;
    const sources = isEnough ? [...price.sources, ...near] : [near[0]!, ...price.sources, ...near];
    return { kind: "answered", texts: isEnough ? prices : [...prices, section], sources: limited(sources) };
  }
  if (isCertain) {
    const second = ranked
      .slice(1)
      .filter(({ score }) => score >= (question.isDouble ? SECOND_OF_TWO : SECOND) * best.score);
    const shown = second.slice(0, 1).map(({ place }) => place);
    return {
      kind: "answered",
      texts: [section, ...shown.map((place) => quoteOf(place, tools.baseUrl))],
      sources: limited([near[0]!, ...shown.map(pageOf), ...near]),
    };
  }
  const nearest = isOfPage(best) && best.pageScore >= MIN_PAGE_SCORE ? [reply("assistant:nearest"), section] : [];
  return { kind: "unknown", texts: [reply("assistant:unknown"), ...nearest], sources: limited([contact, ...near]) };
}

const isOfPage = ({ topic }: Ranked) => topic.listPage === undefined;

/** The heading of a section as a link, and its whole text; of an article its first paragraph, and a list below it. */
function quoteOf(place: Place, baseUrl: string): string {
  const { heading, key, markdown, parts, path, title } = place;
  const name = (heading === "" ? title : `${title}: ${heading}`).replace(/[?:]$/, "");
  const text = wholeText(`${markdown}\n\n${parts}`, baseUrl, key.includes(":"));
  // In Markdown, a list begins on a line of its own.
  return `[${name}](${path}):${text.startsWith("- ") ? "\n\n" : " "}${text}`;
}

const pageOf = ({ path, title }: Place): Source => ({ path, title });

/** Returns the first sources, at most one from each page. */
function limited(sources: readonly Source[]): Source[] {
  const pages = sources.map(({ path }) => path.split("#")[0]);
  return sources.filter((_, index) => pages.indexOf(pages[index]) === index).slice(0, MAX_SOURCES);
}
