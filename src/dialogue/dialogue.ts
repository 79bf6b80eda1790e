import type { Source } from "../pages/sources.js";
import type { Site } from "../site.js";
import type { AnswerRequest } from "./chat-request.js";
import { admissionControl } from "./mistral/admission-control.js";
import { type Piece, type Pieces, streamWithDeadline } from "./mistral/stream-with-deadline.js";

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

export interface Answerer {
  readonly answeredBy: "site" | "mistral";
  /** Whether the site's own engine answers although a language model is configured. */
  readonly fallback: boolean;
}

export interface WholeAnswer extends Answerer {
  /** Markdown. */
  readonly text: string;
  readonly sources: readonly Source[];
}

/** An answer whose first text is there. */
export interface StreamedAnswer extends Answerer {
  readonly pieces: Pieces | readonly Piece[];
}

/** Mistral answers if configured and admitted; else, or if it fails before its first text, the site's own engine. */
export function createDialogue(site: Site) {
  const { answerLimits: limits, logger } = site;
  const account = site.config.mistral;
  const admission = account && admissionControl(account.dailyAnswers, site);
  const tokens = { read: 0, written: 0 };
  const siteAnswers = new Map<string, number>();

  async function byMistral(request: AnswerRequest): Promise<Pieces | undefined> {
    if (!account || !admission || !(await admission.enter())) return undefined;
    const open = async function* (signal: AbortSignal) {
      const { mistralAnswer } = await import("./mistral/mistral.js"); // not needed at start
      yield* mistralAnswer({ ...request, signal }, account, tokens, site);
    };
    try {
      return await streamWithDeadline({ open, limits, signal: request.signal, onEnd: admission.leave });
    } catch {
      return undefined; // admission control has logged it
    }
  }

  async function bySite({ turns, locale, page, signal }: AnswerRequest): Promise<WholeAnswer> {
    signal.throwIfAborted();
    const { kind, text, sources } = (await site.engine()).answer(turns, locale, page);
    const counted = [locale, kind, sources[0]?.path.split("#")[0]].filter(Boolean).join(" ");
    siteAnswers.set(counted, (siteAnswers.get(counted) ?? 0) + 1);
    return { answeredBy: "site", fallback: account !== undefined, text, sources };
  }

  return {
    async answer(request: AnswerRequest): Promise<StreamedAnswer> {
      const pieces = await byMistral(request);
      if (pieces) return { answeredBy: "mistral", fallback: false, pieces };
      const { answeredBy, fallback, text, sources } = await bySite(request);
      return { answeredBy, fallback, pieces: [...sources, text] };
    },

    /** Instead of an answer that breaks off, the site's own engine's is returned. */
    async wholeAnswer(request: AnswerRequest): Promise<WholeAnswer> {
      const pieces = await byMistral(request);
      if (!pieces) return bySite(request);
      let text = "";
      const sources: Source[] = [];
      try {
        for await (const piece of pieces) {
          if (typeof piece === "string") text += piece;
          else sources.push(piece);
        }
      } catch {
        return bySite(request);
      }
      return { answeredBy: "mistral", fallback: false, text: text.trim(), sources };
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
