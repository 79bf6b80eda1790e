import { once } from "../once.js";
import type { Site } from "../site.js";
import { admissionControl } from "./admission-control.js";
import type { Answer, AnswerRequest, Piece, Pieces, WholeAnswer } from "./request-and-answer.js";
import { streamWithDeadline } from "./stream-with-deadline.js";

export type Dialogue = ReturnType<typeof createDialogue>;

/** Mistral answers if configured and admitted; else, or if it fails before its first text, the embedded engine. */
export function createDialogue(site: Site) {
  const { knowledge, limits, logger } = site;
  const account = site.config.mistral;
  const tokens = { read: 0, written: 0 };
  const siteAnswers = new Map<string, number>();
  const mistral = account && {
    admission: admissionControl(account.dailyAnswers, site),
    load: once(async () => {
      const { mistralAnswers } = await import("./mistral/mistral.js");
      return mistralAnswers(account, tokens, site);
    }),
  };

  const byMistral = async (request: AnswerRequest): Promise<Answer | undefined> => {
    if (!mistral || !(await mistral.admission.enter(request.client))) return undefined;
    const open = async function* (signal: AbortSignal): Pieces {
      const answer = await mistral.load();
      yield* answer({ ...request, signal });
    };
    const { signal } = request;
    const stream = streamWithDeadline({ open, limits, signal, onEnd: mistral.admission.leave });
    const pieces = await stream.catch(() => undefined); // admission control has logged it
    return pieces && { answeredBy: "mistral", fallback: false, pieces };
  };

  const bySite = async ({ turns, locale, page, signal }: AnswerRequest): Promise<WholeAnswer> => {
    signal.throwIfAborted();
    const { kind, text, sources } = (await knowledge()).answer(turns, locale, page);
    const counted = [locale, kind, sources[0]?.path.split("#")[0]].filter(Boolean).join(" ");
    siteAnswers.set(counted, (siteAnswers.get(counted) ?? 0) + 1);
    return { answeredBy: "site", fallback: account !== undefined, pieces: [...sources, text] };
  };

  /** Resolves when the first text is there. */
  const answer = async (request: AnswerRequest): Promise<Answer> => (await byMistral(request)) ?? bySite(request);

  return {
    answer,

    /** Instead of an answer that breaks off, the embedded engine's is returned. */
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
      tokens.read = tokens.written = 0;
      if (siteAnswers.size > 0) logger.info({ answers: Object.fromEntries(siteAnswers) }, "Dialogue's own answers");
      siteAnswers.clear();
    },
  };
}
