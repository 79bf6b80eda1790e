import { stepCountIs, streamText, type TextStreamPart, ToolChoiceViolationError, type ToolSet } from "ai";
import { pageNamedIn, sourceAt } from "../../pages/sources.js";
import type { Site } from "../../site.js";
import { chunkSanitizer, isBlank } from "../../text/plain-text.js";
import type { AnswerRequest, Piece, Pieces } from "../request-and-answer.js";
import { UnusableAnswer } from "../stream-with-deadline.js";
import { linkFilter } from "./links.js";
import { type MistralAccount, mistralModel } from "./model.js";
import { conversationFor, instructionsFor } from "./prompt.js";
import { toolsFor } from "./tools.js";

const MAX_TOKENS = 600;
const CUT = " …";
/** Calls of the model for one answer: tool calls, and the answer. */
const MAX_STEPS = 4;

/** Counted over the calls of the model. */
interface Tokens {
  read: number;
  written: number;
}

/** Answers by Mistral, which gets the whole site; reading an answer rejects with the provider's failure. */
export function mistralAnswers(account: MistralAccount, tokens: Tokens, site: Site) {
  const { limits } = site;
  const model = mistralModel(account);

  return async function* answer({ turns, locale, page, signal }: AnswerRequest): Pieces {
    const links = linkFilter((address) => sourceAt(address, site));
    const titles = new Set<string>();
    const clean = chunkSanitizer();
    const calls = { inStep: 0 };
    const { fullStream } = streamText({
      model,
      system: instructionsFor(locale, page, site),
      messages: conversationFor(turns),
      tools: toolsFor(locale, site, calls),
      stopWhen: stepCountIs(MAX_STEPS),
      prepareStep({ stepNumber }) {
        calls.inStep = 0;
        return stepNumber === MAX_STEPS - 1 ? { toolChoice: "none" } : {};
      },
      temperature: 0.1,
      allowSystemInMessages: false,
      maxOutputTokens: MAX_TOKENS,
      maxRetries: 0,
      abortSignal: signal,
      onError: () => {}, // the default writes to the console; the error arrives as a part
    });

    let shown = "";
    /** Each source once. */
    const show = function* (pieces: readonly Piece[]) {
      for (const piece of pieces) {
        if (typeof piece === "string") shown += piece;
        else if (titles.has(piece.title)) continue;
        else titles.add(piece.title);
        yield piece;
      }
    };
    for await (const text of textIn(fullStream, tokens, signal)) {
      if (text === CUT && isBlank(shown)) continue; // only markup came, so the embedded engine answers
      const left = limits.characters - shown.length;
      const isTooLong = text.length > left;
      yield* show(links.take(clean(text.slice(0, left)) + (isTooLong ? CUT : "")));
      if (isTooLong) break;
    }
    yield* show(links.rest());
    const named = titles.size === 0 && pageNamedIn(shown, locale, site);
    if (named) yield named;
  };
}

/** The model's text as it arrives, with a mark where it was cut. Throws if the answer is not whole. */
async function* textIn(
  parts: AsyncIterable<TextStreamPart<ToolSet>>,
  tokens: Tokens,
  signal: AbortSignal,
): AsyncGenerator<string> {
  let hasText = false;
  for await (const part of parts) {
    if (part.type === "error" && ToolChoiceViolationError.isInstance(part.error))
      throw new UnusableAnswer("The answer is another call of a tool");
    if (part.type === "error") throw part.error;
    if (part.type === "abort") throw signal.reason;
    if (part.type === "finish-step") {
      tokens.read += part.usage.inputTokens ?? 0;
      tokens.written += part.usage.outputTokens ?? 0;
    }
    if (part.type === "text-start" && hasText) yield "\n\n";
    if (part.type === "text-delta") {
      hasText ||= !isBlank(part.text);
      yield part.text;
    }
    if (part.type.startsWith("tool-") || part.type === "finish-step") yield ""; // a sign of life
    if (part.type !== "finish") continue;
    if (part.finishReason === "length" && hasText) yield CUT;
    if (["stop", "length", "tool-calls"].includes(part.finishReason)) continue;
    const reason = part.rawFinishReason ?? "its stream ended early";
    const isFailure = part.rawFinishReason === undefined || reason === "error";
    throw new (isFailure ? Error : UnusableAnswer)(`The answer is not whole: ${reason}`);
  }
}
