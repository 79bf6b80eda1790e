import type { Logger } from "pino";
import type { Library } from "../content/library.js";
import type { Locale } from "../domain/locale.js";
import type { Words } from "../domain/words.js";
import type { Redis } from "../storage/redis.js";
import type { Answerer, AnswerRequest, AnswerStream, Piece, Pieces, WholeAnswer } from "./answer.js";
import { chunksOf } from "./answer-chunks.js";
import { begin } from "./attempt.js";
import type { Knowledge } from "./knowledge.js";
import type { AnswerLimits } from "./limits.js";
import type { EventUses } from "./mistral/event-tool.js";
import { createTurnstile } from "./turnstile.js";
import { collect } from "./whole-answer.js";

interface Uses extends Omit<EventUses, "cities"> {
  /** Loads what the site knows, which nothing but an answer needs. */
  readonly knowledge: () => Promise<Knowledge>;
  readonly library: Library;
  readonly words: (locale: Locale) => Words;
  readonly limits: AnswerLimits;
  readonly redis: Pick<Redis, "send"> | undefined;
  readonly logger: Pick<Logger, "error">;
  /** The language model that is set up; undefined leaves every answer to the embedded one. */
  readonly account: MistralAccount | undefined;
}

export interface MistralAccount {
  readonly apiKey: string;
  readonly model: string;
  /** Undefined means the provider's own. */
  readonly baseUrl: string | undefined;
  /** How many answers a day may be asked of it. */
  readonly dailyAnswers: number;
}

export type Dialogue = ReturnType<typeof createDialogue>;

/**
 * Answers visitors: by Mistral where it is set up and able, else, and whenever it fails before its first text, by the
 * embedded model, which always is. The AI SDK is loaded at the first question, or by `warm`.
 */
export function createDialogue(uses: Uses) {
  const { words, limits, account, baseUrl } = uses;
  const knowledge = once(uses.knowledge);
  const mistral = account && {
    turnstile: createTurnstile(account, uses),
    load: once(async () => {
      const { mistralAnswers } = await import("./mistral/mistral.js");
      return mistralAnswers({ ...uses, knowledge: await knowledge(), account });
    }),
  };

  const stream = (pieces: Pieces, answerer: Answerer, locale: Locale): AnswerStream => {
    const interrupted = words(locale)("dialogue:errors.interrupted");
    return { ...answerer, chunks: chunksOf(pieces, { answerer, baseUrl, interrupted }) };
  };

  const byMistral = async (question: AnswerRequest): Promise<AnswerStream | undefined> => {
    if (!mistral) return undefined;
    if (!(await mistral.turnstile.enter(question.client))) return undefined;
    const answers = await mistral.load().catch((error: unknown) => mistral.turnstile.leave("failed", error));
    if (!answers) return undefined;
    try {
      const open = (signal: AbortSignal) => answers({ ...question, signal });
      const pieces = await begin({ open, limits, signal: question.signal, onEnd: mistral.turnstile.leave });
      return stream(pieces, { answeredBy: "mistral", fallback: false }, question.locale);
    } catch {
      return undefined; // the turnstile knows, and says so to the operator
    }
  };

  const bySite = async (question: AnswerRequest): Promise<AnswerStream> => {
    question.signal.throwIfAborted();
    const known = await knowledge();
    const open = (signal: AbortSignal) => siteAnswer(known, { ...question, signal });
    // Nothing stands in for it: it is slow only where the machine is, and then it is waited for.
    const patient = { ...limits, firstTextMs: limits.totalMs };
    const pieces = await begin({ open, limits: patient, signal: question.signal, onEnd: () => {} });
    return stream(pieces, { answeredBy: "site", fallback: account !== undefined }, question.locale);
  };

  const answer = async (question: AnswerRequest) => (await byMistral(question)) ?? bySite(question);

  return {
    /** Resolves when the first text is there. Rejects when the visitor leaves before, or when even the site's own model fails. */
    answer,

    /** The same at once: an answer that breaks off is not shown, the embedded model gives another. */
    async whole(question: AnswerRequest): Promise<WholeAnswer> {
      return (await collect(await answer(question), baseUrl)) ?? (await standIn(question));
    },

    async warm(): Promise<void> {
      await Promise.all([knowledge(), mistral?.load()]);
    },
  };

  async function standIn(question: AnswerRequest): Promise<WholeAnswer> {
    const whole = await collect(await bySite(question), baseUrl);
    if (!whole) throw new Error("the embedded model broke off");
    return whole;
  }
}

/** The embedded engine's answer: its sources, then its text word by word, at the pace of whoever reads it. */
async function* siteAnswer(
  known: Knowledge,
  { turns, locale, page, signal }: AnswerRequest,
): AsyncGenerator<Piece, void, void> {
  const { text, sources } = known.answer(turns, locale, page);
  for (const source of sources) yield { type: "source", ...source };
  for (const [word] of text.matchAll(/\S+\s*/g)) {
    signal.throwIfAborted();
    yield { type: "text", text: word };
  }
}

/** Makes what it is to make at the first call, and again at the next if that failed. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
