import type { LanguageModelV3 } from "@ai-sdk/provider";
import { stepCountIs, streamText, type ToolSet } from "ai";
import type { Turn } from "../domain/conversation.js";
import type { Piece } from "./answer.js";

/** Answers are of 600 tokens at most. */
const MOST_TOKENS = 600;
/** Rounds of asking a tool and reading what it says, the answer included. */
const MOST_STEPS = 4;

interface Asked {
  readonly model: LanguageModelV3;
  readonly instructions?: string;
  readonly turns: readonly Turn[];
  readonly tools?: ToolSet;
  /** Options for one provider, by its name. */
  readonly providerOptions?: Record<string, Record<string, string>>;
  readonly signal: AbortSignal;
}

/**
 * Asks a model, through the AI SDK, and gives its text and sources as they come. What it thinks and asks of tools stays
 * here. Loads the SDK, so it is loaded itself only when it is needed.
 *
 * Errors  throws what the provider's failure was, at whatever moment.
 */
export async function* askModel(asked: Asked): AsyncGenerator<Piece, void, void> {
  const { model, instructions, turns, tools, providerOptions, signal } = asked;
  const { fullStream } = streamText({
    model,
    ...(instructions !== undefined && { system: instructions }),
    ...(tools && { tools, stopWhen: stepCountIs(MOST_STEPS) }),
    ...(providerOptions && { providerOptions }),
    messages: turns.map(({ role, content }) => ({ role, content })),
    allowSystemInMessages: false,
    maxOutputTokens: MOST_TOKENS,
    maxRetries: 0,
    abortSignal: signal,
    onError: () => {}, // it would write to the console, and what failed comes as a part
  });

  let said = false;
  for await (const part of fullStream) {
    if (part.type === "error") throw part.error;
    if (part.type === "abort") throw signal.reason;
    if (part.type === "text-start" && said) yield { type: "text", text: "\n\n" };
    if (part.type === "text-delta" && part.text !== "") {
      said = true;
      yield { type: "text", text: part.text };
    }
    if (part.type === "source" && part.sourceType === "url") {
      yield { type: "source", path: part.url, title: part.title ?? part.url };
    }
    if (part.type === "finish" && part.finishReason === "length" && said) yield { type: "text", text: " …" };
  }
}
