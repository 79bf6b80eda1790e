import { passageOf } from "../../search/passage.js";
import { paragraphs } from "../../search/words.js";
import { type AnswerTools, findFor } from "./facts.js";
import { limited, nameOf, pageOf, quoteOf } from "./quote.js";
import type { Fact } from "./replies.js";
import type { Question } from "./understand.js";

/** Of all parts of a turn together. */
const MAX_WORDS = 180;
/** How likely a page must be to answer one of several questions. */
export const MIN_PAGE_SCORE = 0.1;
/** From this likelihood on, a section of the page is quoted; below, it is only linked. */
const SURE = 0.2;

/** The beginning of a fact or a section below each question; those that have the same answer share it. */
export function answerSeveral(questions: readonly Question[], tools: AnswerTools): Fact {
  const parts = questions.map((question) => answerPart(question, MAX_WORDS / questions.length, tools));
  const texts = [...new Set(parts.map(({ text }) => text))].map((text) => {
    const asked = questions.filter((_, at) => parts[at]!.text === text).map(quoted);
    return `**${asked.join(" / ")}**\n\n${text}`;
  });
  // The best source of each part first.
  const sources = [0, 1, 2].flatMap((at) => parts.flatMap(({ sources }) => sources[at] ?? []));
  return { text: paragraphs(texts), sources: limited(sources) };
}

function answerPart(question: Question, maxWords: number, tools: AnswerTools): Fact {
  const { scope } = question;
  const { reply, talk, contact } = tools.replies;
  const nothingFound = { text: reply("assistant:nothingFound"), sources: [contact] };
  if (scope.startsWith("talk:")) return talk(scope.slice(5));
  if (scope === "out-of-scope") return nothingFound;
  const { dates, price, ranked, isUnknown } = findFor(question, tools);
  if (dates || price)
    return {
      text: paragraphs([dates, price].map((fact) => fact && passageOf(fact.text, tools.baseUrl, maxWords))),
      sources: [...(dates?.sources.slice(0, 1) ?? []), ...(price?.sources ?? []), ...(dates?.sources.slice(1) ?? [])],
    };
  const { place, pageScore } = ranked[0]!;
  if (isUnknown || pageScore < MIN_PAGE_SCORE) return nothingFound;
  const perhaps = () => reply("assistant:perhaps", { link: `[${nameOf(place)}](${place.path})` });
  return { text: pageScore < SURE ? perhaps() : quoteOf(place, maxWords, tools.baseUrl), sources: [pageOf(place)] };
}

/** The visitor's own words could be Markdown. Long ones are cut at a word. */
const quoted = ({ text }: Question) =>
  text
    .replace(/[^\p{L}\p{N},.'’-]+/gu, " ")
    .trim()
    .replace(/^(.{80,}?)\s.*$/, "$1");
