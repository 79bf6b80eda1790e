import type { Source } from "../../pages/sources.js";
import { paragraphs } from "../../search/words.js";
import type { Turn } from "../chat-request.js";
import { answerQuestion, firstPages, MAX_SOURCES, type Part } from "./answer.js";
import { type Context, openingContext, type Question, readQuestion } from "./question.js";
import { contactDetails, type Setting } from "./setting.js";
import { sumsByPage } from "./topics.js";
import { type SplitTurn, splitTurn } from "./turn.js";

export interface SiteAnswer {
  readonly kind: Part["kind"] | "declined";
  /** Markdown. */
  readonly text: string;
  /** The pages that say the same: at most three, the best first. */
  readonly sources: readonly Source[];
}

interface AnsweredQuestion extends Part {
  readonly question: Question;
}

/** The limits bound the time that a long conversation takes. */
const MAX_TURNS = 4;
const MAX_CHARACTERS = 1000;

/** Answers the questions of the last turn. Those before are answered too, as it can refer to what an answer named. */
export function converse(turns: readonly Turn[], setting: Setting): { answer: SiteAnswer; questions: Question[] } {
  let context = openingContext(setting.page);
  let answered: AnsweredQuestion[] = [];
  for (const { content } of turns.filter(({ role }) => role === "user").slice(-MAX_TURNS)) {
    answered = answerTurn(splitTurn(content.slice(-MAX_CHARACTERS), setting), context, setting);
    context = contextAfter(answered);
  }
  return { answer: joined(answered, setting), questions: answered.map(({ question }) => question) };
}

/** A question takes over what those before it in the turn name, but is read beside what came before the turn. */
function answerTurn(turn: SplitTurn, context: Context, setting: Setting): AnsweredQuestion[] {
  const answered: AnsweredQuestion[] = [];
  let before = context;
  for (const sentence of turn.sentences) {
    const question = readQuestion(sentence, turn, before, setting);
    const part = answerQuestion(question, turn.sentences.length === 1, setting);
    const day = part.day ?? question.dayBefore;
    answered.push({ ...part, question, day });
    before = { ...before, slots: question.slots, day };
  }
  return answered;
}

function contextAfter(answered: readonly AnsweredQuestion[]): Context {
  const { question, day } = answered.at(-1)!;
  return {
    slots: question.slots,
    question: question.sentence,
    pages: sumsByPage(question.candidates),
    day,
    shown: answered.flatMap(({ shown }) => shown ?? []),
  };
}

function joined(answered: readonly AnsweredQuestion[], setting: Setting): SiteAnswer {
  const { t } = setting;
  const scopes = answered.map(({ question }) => question.scope);
  if (scopes.includes("injection"))
    return { text: t("assistant:injection", contactDetails(setting)), sources: [], kind: "declined" };
  if (scopes.every((scope) => scope === "out-of-scope"))
    return { text: t("assistant:outOfScope", contactDetails(setting)), sources: [], kind: "declined" };
  const first = answered.find(({ kind }) => kind === "answered") ?? answered[0];
  // "Ok, and what's on in December?" begins with small talk, "Who are you? What does it cost?" with a question.
  const isAside = ({ kind, question }: AnsweredQuestion) => kind === "talk" && !question.sentence.includes("?");
  const shown = first?.kind === "answered" ? answered.filter((part) => !isAside(part)) : answered;
  const texts = new Set(shown.flatMap((part) => part.texts));
  // The best source of each part comes first.
  const ranks = Array.from({ length: MAX_SOURCES }, (_, rank) => rank);
  const sources = ranks.flatMap((rank) => shown.flatMap((part) => part.sources[rank] ?? []));
  return { text: paragraphs([...texts]), sources: firstPages(sources), kind: first?.kind ?? "unknown" };
}
