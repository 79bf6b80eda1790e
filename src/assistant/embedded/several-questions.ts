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

/** The beginning of a fact or a section below each question. */
export function answerSeveral(questions: readonly Question[], tools: AnswerTools): Fact {
  const parts: Fact[] = [];
  for (const one of questions) parts.push(answerPart(one, parts, MAX_WORDS / questions.length, tools));
  const text = paragraphs(questions.flatMap((question, at) => [`**${quoted(question)}**`, parts[at]!.text]));
  // The best source of each part first.
  return { text, sources: limited([0, 1, 2].flatMap((at) => parts.flatMap(({ sources }) => sources[at] ?? []))) };
}

/** What answered an earlier part answers no other: then the next section is linked as the likeliest. */
function answerPart(question: Question, earlier: readonly Fact[], maxWords: number, tools: AnswerTools): Fact {
  const { reply, talk, contact } = tools.replies;
  const isNew = ({ text }: Fact) => !earlier.some((part) => part.text === text);
  const nothingFound = { text: reply("assistant:nothingFound"), sources: [contact] };
  if (question.scope.startsWith("talk:")) return talk(question.scope.slice(5));
  if (question.scope === "out-of-scope") return nothingFound;
  const { dates, price, ranked, isUnknown } = findFor(question, tools);
  if (dates || price) {
    const fact = {
      text: paragraphs([dates, price].map((fact) => fact && passageOf(fact.text, tools.baseUrl, maxWords))),
      sources: [...(dates?.sources.slice(0, 1) ?? []), ...(price?.sources ?? []), ...(dates?.sources.slice(1) ?? [])],
    };
    if (isNew(fact)) return fact;
  }
  const { place, pageScore } = ranked[0]!;
  if (isUnknown || pageScore < MIN_PAGE_SCORE) return nothingFound;
  const quote = { text: quoteOf(place, maxWords, tools.baseUrl), sources: [pageOf(place)] };
  if (pageScore >= SURE && isNew(quote)) return quote;
  const { place: likeliest } = ranked[isNew(quote) ? 0 : 1]!;
  const link = `[${nameOf(likeliest)}](${likeliest.path})`;
  return { text: reply("assistant:perhaps", { link }), sources: [pageOf(likeliest)] };
}

/** The visitor's own words could be Markdown. Long ones are cut at a word. */
const quoted = ({ text }: Question) =>
  text
    .replace(/[^\p{L}\p{N},.'’-]+/gu, " ")
    .trim()
    .replace(/^(.{80,}?)\s.*$/, "$1");
