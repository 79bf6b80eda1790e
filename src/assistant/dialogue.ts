import type { Locale } from "../domain/locale.js";
import { once } from "../domain/once.js";
import { admissionControl } from "./admission-control.js";
import type { Answerer, AnswerRequest, AnswerStream, Pieces, Source, WholeAnswer } from "./answer.js";
import { chunksOf } from "./answer-chunks.js";
import type { Dependencies, MistralAccount } from "./dependencies.js";
import type { Knowledge } from "./knowledge.js";
import { streamWithDeadline } from "./stream-with-deadline.js";

interface Options extends Omit<Dependencies, "articles"> {
  readonly knowledge: () => Promise<Knowledge>;
  /** Undefined leaves every answer to the embedded engine. */
  readonly account: MistralAccount | undefined;
}

export type Dialogue = ReturnType<typeof createDialogue>;

/**
 * Answers by Mistral where it is configured and admitted; otherwise, and whenever it fails before its first text, by the
 * embedded engine. The AI SDK is loaded at the first question.
 */
export function createDialogue(options: Options) {
  const { getFixedT, knowledge, limits, account, baseUrl } = options;
  const mistral = account && {
    admission: admissionControl(account.dailyAnswers, options),
    load: once(async () => {
      const { mistralAnswers } = await import("./mistral/mistral.js");
      return mistralAnswers({ ...options, knowledge: await knowledge(), account });
    }),
  };

  const stream = (pieces: Pieces, answerer: Answerer, locale: Locale): AnswerStream => ({
    ...answerer,
    chunks: chunksOf(pieces, answerer, baseUrl, getFixedT(locale)("dialogue:errors.interrupted")),
  });

  const byMistral = async (request: AnswerRequest): Promise<AnswerStream | undefined> => {
    if (!mistral || !(await mistral.admission.enter(request.client))) return undefined;
    const answers = await mistral.load().catch((error: unknown) => mistral.admission.leave("failed", error));
    if (!answers) return undefined;
    try {
      const open = (signal: AbortSignal) => answers({ ...request, signal });
      const pieces = await streamWithDeadline({ open, limits, signal: request.signal, onEnd: mistral.admission.leave });
      return stream(pieces, { answeredBy: "mistral", fallback: false }, request.locale);
    } catch {
      return undefined; // admission control has logged it
    }
  };

  const bySite = async (request: AnswerRequest): Promise<AnswerStream> => {
    request.signal.throwIfAborted();
    const { turns, locale, page, signal } = request;
    const pieces = piecesOf((await knowledge()).answer(turns, locale, page), signal);
    return stream(pieces, { answeredBy: "site", fallback: account !== undefined }, locale);
  };

  /** Undefined when the answer breaks off. */
  const collect = async ({ chunks, answeredBy, fallback }: AnswerStream): Promise<WholeAnswer | undefined> => {
    const sources: Source[] = [];
    let content = "";
    for await (const chunk of chunks) {
      if (chunk.type === "error") return undefined;
      if (chunk.type === "text-delta") content += chunk.delta;
      if (chunk.type === "source-url")
        sources.push({ path: chunk.url.slice(baseUrl.length), title: chunk.title ?? "" });
    }
    return { content: content.trim(), sources, answeredBy, fallback };
  };

  const answer = async (request: AnswerRequest) => (await byMistral(request)) ?? bySite(request);

  return {
    /** Resolves when the first text is there. Rejects when the visitor leaves before, or when even the embedded engine fails. */
    answer,

    /** Instead of an answer that breaks off, the embedded engine's is returned. */
    async whole(request: AnswerRequest): Promise<WholeAnswer> {
      const whole = (await collect(await answer(request))) ?? (await collect(await bySite(request)));
      if (!whole) throw new Error("the embedded engine broke off");
      return whole;
    },
  };
}

/** The embedded engine's answer, word by word, at the pace of its reader. */
async function* piecesOf({ text, sources }: ReturnType<Knowledge["answer"]>, signal: AbortSignal): Pieces {
  for (const source of sources) yield { type: "source", ...source };
  for (const [word] of text.matchAll(/\S+\s*/g)) {
    signal.throwIfAborted();
    yield { type: "text", text: word };
  }
}
