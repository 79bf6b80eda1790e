import type { Source } from "../answer.js";
import { type AnswerTools, answerQuestion, distinct, MAX_SOURCES, type QuestionAnswer } from "./answer-question.js";
import type { Fact } from "./links.js";
import { sentencesIn } from "./text.js";
import type { Request } from "./understand.js";

/**
 * Its text is Markdown: paragraphs, lists, and links to addresses of this site. It has at most three sources, the best
 * first.
 */
export interface SiteAnswer extends Fact {
  readonly kind: QuestionAnswer["kind"] | "talk" | "declined";
}

const MAX_REQUESTS = 3;
/** Of an answer, unless a list was asked for. */
const MAX_WORDS = 90;

export function answerTo(requests: readonly Request[], tools: AnswerTools): SiteAnswer {
  const { reply, talk } = tools.replies;
  const scope = requests[0]?.scope ?? "out-of-scope";
  if (scope === "injection") return { text: reply("assistant:injection"), sources: [], kind: "declined" };
  if (scope.startsWith("talk:")) return { ...talk(scope.slice(5)), kind: "talk" };
  const answered = requests.filter(({ scope }) => scope !== "out-of-scope").slice(0, MAX_REQUESTS);
  if (answered.length === 0) return { text: reply("assistant:outOfScope"), sources: [], kind: "declined" };

  const limits = { maxWords: Math.floor(MAX_WORDS / answered.length), isBrief: answered.length > 1 };
  const parts = answered.map((request) => answerQuestion(request, limits, tools));
  const paragraphs = withoutRepeats(parts.flatMap(({ text }) => text.split("\n\n")));
  if (answered.length < requests.length) paragraphs.push(reply("assistant:partly"));
  const sources = interleaved(parts.map(({ sources }) => sources)).slice(0, MAX_SOURCES);
  return { text: paragraphs.join("\n\n"), sources, kind: parts[0]!.kind };
}

/** Two questions about one event or price have the same fact. */
function withoutRepeats(paragraphs: readonly string[]): string[] {
  const seen = new Set<string>();
  const isNew = (text: string) => !seen.has(text) && seen.add(text);
  return paragraphs
    .map((paragraph) => {
      const texts = paragraph.includes("\n") ? [paragraph] : sentencesIn(paragraph); // lists stay whole
      return texts.filter(isNew).join(" ");
    })
    .filter(Boolean);
}

/** The best of each part first. */
function interleaved(lists: readonly (readonly Source[])[]): Source[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return distinct(Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat());
}
