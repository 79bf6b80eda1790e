import { passageOf } from "../../search/passage.js";
import type { Place } from "../../search/places.js";
import { paragraphs } from "../../search/words.js";
import type { Source } from "../answer.js";
import { type AnswerTools, eventFact, priceFact, scoreQuestion } from "./facts.js";
import { limited, nameOf, pageOf, quoteOf } from "./quote.js";
import type { Fact } from "./replies.js";
import type { Request } from "./understand.js";

/** Of all parts of a turn together. */
const MAX_WORDS = 180;
/** How likely a page must be to answer one of several questions. */
export const MIN_PAGE_SCORE = 0.1;
/** From this likelihood on, a section of the page is quoted; below, it is only linked. */
const SURE = 0.2;
/** How likely another section must be, beside the best, where a question before has that one already. */
const OTHER = 0.1;
/** Of a question that is repeated above its answer. */
const WHOLE_WORDS = /^(.{80,}?)\s.*$/;

/** What answers one question of several, or those of them that the same section answers. */
interface Part {
  readonly quote: (maxWords: number) => string;
  readonly sources: readonly Source[];
  /** In the visitor's words. */
  readonly questions: string[];
}

/** The beginning of a fact or a section for each question, or that nothing is found. */
export function answerSeveral(requests: readonly Request[], tools: AnswerTools): Fact {
  const parts = new Map<string, Part>();
  for (const request of requests) {
    const add = (key: string, quote: Part["quote"], sources: readonly Source[]) => {
      const part = parts.get(key) ?? { quote, sources, questions: [] };
      part.questions.push(quoted(request));
      parts.set(key, part);
    };
    const addText = ({ text, sources }: Fact) => add(text, (words) => passageOf(text, tools.baseUrl, words), sources);
    const fixed = fixedReply(request, tools);
    if (fixed) {
      addText(fixed);
      continue;
    }
    const question = scoreQuestion(request, tools);
    const { best, ranked, isUnknown } = question;
    const dates = eventFact(question, tools);
    const price = priceFact(question, dates !== undefined, tools);
    // A fact that a part before has is no answer to this one.
    const facts = [dates, price].filter((fact) => fact !== undefined && !parts.has(fact.text)) as Fact[];
    const others = ranked.filter(({ place, score }) => !parts.has(place.path) && score > OTHER * best.score);
    const { place, pageScore } = others[0] ?? best;
    if (facts.length > 0) facts.forEach(addText);
    else if (isUnknown || pageScore < MIN_PAGE_SCORE) addText(nothingFound(tools));
    else if (pageScore < SURE) add(place.path, () => perhapsIn(place, tools), [pageOf(place)]);
    else add(place.path, (words) => quoteOf(place, words, tools.baseUrl), [pageOf(place)]);
  }

  const all = [...parts.values()];
  const words = MAX_WORDS / requests.length;
  return {
    text: paragraphs(
      all.flatMap(({ quote, questions }) => [`**${questions.join(" / ")}**`, quote(words * questions.length)]),
    ),
    // The best source of each part first.
    sources: limited([0, 1, 2].flatMap((at) => all.flatMap(({ sources }) => sources[at] ?? []))),
  };
}

function fixedReply(request: Request, tools: AnswerTools): Fact | undefined {
  const { scope } = request;
  const { reply, talk } = tools.replies;
  if (scope === "out-of-scope") return nothingFound(tools);
  if (scope === "unread") return { text: reply("assistant:unread"), sources: [] };
  return scope.startsWith("talk:") ? talk(scope.slice(5)) : undefined;
}

const nothingFound = ({ replies: { reply, contact } }: AnswerTools): Fact => ({
  text: reply("assistant:nothingFound"),
  sources: [contact],
});

const perhapsIn = (place: Place, { replies: { reply } }: AnswerTools) =>
  reply("assistant:perhaps", { link: `[${nameOf(place)}](${place.path})` });

/** The visitor's own words could be Markdown. */
const quoted = ({ text }: Request) =>
  text
    .replace(/[^\p{L}\p{N},.'’-]+/gu, " ")
    .trim()
    .replace(WHOLE_WORDS, "$1");
