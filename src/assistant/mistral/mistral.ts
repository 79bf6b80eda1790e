import { createMistral } from "@ai-sdk/mistral";
import { stepCountIs, streamText, ToolChoiceViolationError } from "ai";
import { chunkSanitizer, isBlank } from "../../text/plain-text.js";
import type { AnswerRequest, Piece, Pieces } from "../answer.js";
import type { Dependencies, MistralAccount } from "../dependencies.js";
import { UnusableAnswer } from "../stream-with-deadline.js";
import { boundedFetch } from "./bounded-fetch.js";
import { guarded } from "./guarded-model.js";
import { linkFilter } from "./links.js";
import { conversationFor, instructionsFor } from "./prompt.js";
import { toolsFor } from "./tools.js";

const MAX_TOKENS = 600;
/** Calls of the model for one answer: tool calls, and the answer. */
const MAX_STEPS = 4;

interface Options extends Omit<Dependencies, "articles"> {
  readonly account: Pick<MistralAccount, "apiKey" | "model" | "baseUrl">;
  /** Counts those of each call of the model. */
  readonly tokens: { read: number; written: number };
}

/**
 * Answers by Mistral, which gets the whole site. Loads the AI SDK.
 *
 * Errors  reading the answer rejects with the provider's failure.
 */
export function mistralAnswers(options: Options) {
  const { account, limits, site, tokens } = options;
  const { apiKey, baseUrl: baseURL } = account;
  const provider = createMistral({ apiKey, ...(baseURL !== undefined && { baseURL }), fetch: boundedFetch });
  const model = guarded(provider(account.model));

  return async function* answer({ turns, locale, page, signal }: AnswerRequest): Pieces {
    const links = linkFilter(site.find);
    const sources = new Set<string>();
    const isNew = (piece: Piece) => typeof piece === "string" || sources.size < sources.add(piece.title).size;
    const clean = chunkSanitizer();
    const { fullStream } = streamText({
      model,
      system: instructionsFor(locale, page, options),
      messages: conversationFor(turns),
      tools: toolsFor(locale, options),
      stopWhen: stepCountIs(MAX_STEPS),
      prepareStep: ({ stepNumber }) => (stepNumber === MAX_STEPS - 1 ? { toolChoice: "none" } : {}),
      temperature: 0.1,
      allowSystemInMessages: false,
      maxOutputTokens: MAX_TOKENS,
      maxRetries: 0,
      abortSignal: signal,
      onError: () => {}, // the default writes to the console; the error arrives as a part
    });

    let shown = "";
    for await (const part of fullStream) {
      if (part.type === "error" && ToolChoiceViolationError.isInstance(part.error))
        throw new UnusableAnswer("The answer is another call of a tool");
      if (part.type === "error") throw part.error;
      if (part.type === "abort") throw signal.reason;
      if (part.type === "finish-step") {
        tokens.read += part.usage.inputTokens ?? 0;
        tokens.written += part.usage.outputTokens ?? 0;
      }
      if (part.type === "finish" && !["stop", "length", "tool-calls"].includes(part.finishReason)) {
        const reason = part.rawFinishReason ?? "its stream ended early";
        const isFailure = part.rawFinishReason === undefined || reason === "error";
        throw new (isFailure ? Error : UnusableAnswer)(`The answer is not whole: ${reason}`);
      }
      let text = "";
      if (part.type === "text-start" && !isBlank(shown)) text = "\n\n";
      if (part.type === "text-delta") text = part.text;
      const left = limits.characters - shown.length;
      const isCut = text.length > left || (part.type === "finish" && part.finishReason === "length");
      const mark = isCut && !isBlank(shown) ? " …" : "";
      const pieces = links.take(clean(text.slice(0, left)) + mark);
      shown += pieces[0];
      yield* pieces.filter(isNew);
      if (text.length > left) break;
    }
    const pieces = links.rest();
    yield* pieces.filter(isNew);
    const named = sources.size === 0 && site.pageNamedIn(shown + pieces[0], locale);
    if (named) yield named;
  };
}
