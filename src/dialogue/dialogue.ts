import type { Site } from "../site.js";
import { admissionControl } from "./admission-control.js";
import type { Answer, Piece, WholeAnswer } from "./answer-formats.js";
import type { AnswerRequest } from "./chat-request.js";
import { streamWithDeadline } from "./stream-with-deadline.js";

/** Limits of answers; tests shorten them. */
export const answerLimits = {
  firstTextMs: 8000, // after it the site's own engine answers
  totalMs: 25_000, // for a whole answer; stopping the server waits as long
  failures: 3, // of the language model in a row, after which it is not used for `restMs`
  restMs: 60_000,
  atOnce: 8, // concurrent answers of the language model in this process
  characters: 6000, // of an answer, whatever the provider sends
  openStreams: 500, // concurrent answers of any kind in this process
  keepAliveMs: 15_000,
};

export type AnswerLimits = Readonly<typeof answerLimits>;

export type Dialogue = ReturnType<typeof createDialogue>;

/** Mistral answers if configured and admitted; else, or if it fails before its first text, the site's own engine. */
export function createDialogue(site: Site) {
  const { limits, logger } = site;
  const account = site.config.mistral;
  const admission = account && admissionControl(account.dailyAnswers, site);
  const tokens = { read: 0, written: 0 };
  const siteAnswers = new Map<string, number>();

  async function byMistral(request: AnswerRequest): Promise<Answer | undefined> {
    if (!account || !admission || !(await admission.enter())) return undefined;
    const open = async function* (signal: AbortSignal) {
      const { mistralAnswer } = await import("./mistral.js"); // not needed at start
      yield* mistralAnswer({ ...request, signal }, account, tokens, site);
    };
    try {
      const { signal } = request;
      const pieces = await streamWithDeadline({ open, limits, signal, onEnd: admission.leave });
      return { answeredBy: "mistral", fallback: false, pieces };
    } catch {
      return undefined; // admission control has logged it
    }
  }

  async function bySite({ turns, locale, page, signal }: AnswerRequest): Promise<WholeAnswer> {
    signal.throwIfAborted();
    const { kind, text, sources } = (await site.engine()).answer(turns, locale, page);
    const counted = [locale, kind, sources[0]?.path.split("#")[0]].filter(Boolean).join(" ");
    siteAnswers.set(counted, (siteAnswers.get(counted) ?? 0) + 1);
    return { answeredBy: "site", fallback: account !== undefined, pieces: [...sources, text] };
  }

  /** Resolves when the first text is there. */
  async function answer(request: AnswerRequest): Promise<Answer> {
    return (await byMistral(request)) ?? bySite(request);
  }

  return {
    answer,

    /** Instead of an answer that breaks off, the site's own engine's is returned. */
    async wholeAnswer(request: AnswerRequest): Promise<WholeAnswer> {
      const begun = await answer(request);
      const pieces: Piece[] = [];
      try {
        for await (const piece of begun.pieces) pieces.push(piece);
      } catch {
        return bySite(request);
      }
      return { ...begun, pieces };
    },

    logCounts(): void {
      if (tokens.read > 0) logger.info({ ...tokens }, "Mistral's tokens");
      tokens.read = 0;
      tokens.written = 0;
      if (siteAnswers.size > 0) logger.info({ answers: Object.fromEntries(siteAnswers) }, "Dialogue's own answers");
      siteAnswers.clear();
    },
  };
}
