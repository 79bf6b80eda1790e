import { passageOf } from "../../search/passages.js";
import { paragraphs } from "../../search/words.js";
import { type AnswerTools, findAnswer } from "./facts.js";
import { limited, nameOf, pageOf, quoteOf } from "./quote.js";
import type { Fact } from "./replies.js";
import type { Question } from "./understand.js";

/** All parts of the answer together have at most so many words. */
const MAX_WORDS = 180;
/** A less likely page does not answer one of several questions. */
export const MIN_PAGE_SCORE = 0.1;
/** A section of a page that is at least this likely is quoted; any other is only linked. */
const SURE = 0.2;

/** Puts the beginning of a fact or a section below each question. */
export function answerSeveral(questions: readonly Question[], tools: AnswerTools): Fact {
  const parts: Fact[] = [];
  for (const one of questions) parts.push(answerPart(one, parts, MAX_WORDS / questions.length, tools));
  const text = paragraphs(questions.flatMap((question, at) => [`**${quoted(question)}**`, parts[at]!.text]));
  // The best source of each part comes first.
  return { text, sources: limited([0, 1, 2].flatMap((at) => parts.flatMap(({ sources }) => sources[at] ?? []))) };
}

/** What answered an earlier part does not answer this one too: the next section is linked instead. */
function answerPart(question: Question, earlier: readonly Fact[], maxWords: number, tools: AnswerTools): Fact {
  const { reply, talk, contact } = tools.replies;
  const isNew = ({ text }: Fact) => !earlier.some((part) => part.text === text);
  const nothingFound = { text: reply("assistant:nothingFound"), sources: [contact] };
  if (question.scope.startsWith("talk:")) return talk(question.scope.slice(5));
  if (question.scope === "out-of-scope") return nothingFound;
  const { dates, price, ranked, isUnknown } = findAnswer(question, tools);
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

/** Removes what could be Markdown from the visitor's words, and cuts long ones between words. */
const quoted = ({ text }: Question) =>
  text
    .replace(/[^\p{L}\p{N},.'’-]+/gu, " ")
    .trim()
    .replace(/^(.{80,}?)\s.*$/, "$1");
