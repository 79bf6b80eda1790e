import type { LanguageModelV3, LanguageModelV3StreamPart } from "@ai-sdk/provider";
import { wrapLanguageModel } from "ai";

const noUsage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

/** A stream that breaks ends with an error part (the AI SDK can turn it into an unhandledRejection otherwise). */
export function guarded(model: LanguageModelV3): LanguageModelV3 {
  return wrapLanguageModel({
    model,
    middleware: {
      specificationVersion: "v3",
      async wrapStream({ doStream }) {
        const { stream, ...rest } = await doStream();
        return { ...rest, stream: ReadableStream.from(withoutBreak(stream)) };
      },
    },
  });
}

async function* withoutBreak(stream: ReadableStream<LanguageModelV3StreamPart>) {
  try {
    // Warnings would be written to the console.
    for await (const part of stream) yield part.type === "stream-start" ? { ...part, warnings: [] } : part;
  } catch (error) {
    yield { type: "error" as const, error };
    yield { type: "finish" as const, finishReason: { unified: "error" as const, raw: undefined }, usage: noUsage };
  }
}
