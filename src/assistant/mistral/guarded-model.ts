import type { LanguageModelV3, LanguageModelV3StreamPart } from "@ai-sdk/provider";
import { wrapLanguageModel } from "ai";

const noUsage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

/**
 * The model with a bounded stream: one that breaks ends with an error part (the AI SDK can turn it into an
 * unhandledRejection otherwise), an endless one ends after `maxCharacters`, and warnings stay out of the console.
 */
export function guarded(model: LanguageModelV3, maxCharacters: number): LanguageModelV3 {
  return wrapLanguageModel({
    model,
    middleware: {
      specificationVersion: "v3",
      async wrapStream({ doStream }) {
        const { stream, ...rest } = await doStream();
        return { ...rest, stream: ReadableStream.from(bounded(stream, maxCharacters)) };
      },
    },
  });
}

async function* bounded(
  stream: ReadableStream<LanguageModelV3StreamPart>,
  maxCharacters: number,
): AsyncGenerator<LanguageModelV3StreamPart> {
  let left = maxCharacters;
  try {
    for await (const part of stream) {
      if (part.type === "stream-start") yield { ...part, warnings: [] };
      else if ("delta" in part) yield { ...part, delta: part.delta.slice(0, left) };
      else yield part;

      if ("delta" in part) left -= part.delta.length;
      if (left < 0) {
        if (part.type === "text-delta") yield { type: "text-end", id: part.id };
        yield { type: "finish", finishReason: { unified: "length", raw: undefined }, usage: noUsage };
        return; // which cancels the provider's stream
      }
    }
  } catch (error) {
    yield { type: "error", error };
    yield { type: "finish", finishReason: { unified: "error", raw: undefined }, usage: noUsage };
  }
}
