import type { LanguageModelV3, LanguageModelV3StreamPart } from "@ai-sdk/provider";
import { wrapLanguageModel } from "ai";

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
  }
}
