import type { LanguageModelV3, LanguageModelV3StreamPart, LanguageModelV3Usage } from "@ai-sdk/provider";

const unknown = undefined;
const noUsage: LanguageModelV3Usage = {
  inputTokens: { total: unknown, noCache: unknown, cacheRead: unknown, cacheWrite: unknown },
  outputTokens: { total: unknown, text: unknown, reasoning: unknown },
};

/**
 * The model, so that nothing its provider sends can hurt: a stream that breaks becomes an error part (what the AI SDK
 * makes of it else depends on who reads it, up to an unhandledRejection), one that never ends is ended after so many
 * characters, and its warnings stay out of the console.
 */
export function guarded(model: LanguageModelV3, mostCharacters: number): LanguageModelV3 {
  return {
    specificationVersion: "v3",
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: (options) => model.doGenerate(options),
    async doStream(options) {
      const { stream, ...rest } = await model.doStream(options);
      return { ...rest, stream: ReadableStream.from(guard(stream, mostCharacters)) };
    },
  };
}

async function* guard(
  stream: ReadableStream<LanguageModelV3StreamPart>,
  mostCharacters: number,
): AsyncGenerator<LanguageModelV3StreamPart> {
  let left = mostCharacters;
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
