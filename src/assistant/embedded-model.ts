import type { LanguageModelV3, LanguageModelV3CallOptions, LanguageModelV3StreamPart } from "@ai-sdk/provider";
import { isLocale } from "../domain/locale.js";
import type { Knowledge } from "./knowledge.js";

const usage = {
  inputTokens: { total: 0, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 0, text: undefined, reasoning: undefined },
};

/** The site's own model, as the AI SDK takes one. */
export function embeddedModel(knowledge: Knowledge): LanguageModelV3 {
  const answerTo = ({ prompt, providerOptions }: LanguageModelV3CallOptions) => {
    const locale = String(providerOptions?.embedded?.locale);
    const turns = prompt.flatMap(({ role, content }) =>
      (role === "user" || role === "assistant") && Array.isArray(content)
        ? [{ role, content: content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n") }]
        : [],
    );
    return knowledge.answer(turns, isLocale(locale) ? locale : "en");
  };
  const finish = { finishReason: { unified: "stop" as const, raw: undefined }, usage };

  return {
    specificationVersion: "v3",
    provider: "embedded",
    modelId: "embedded",
    supportedUrls: {},
    async doGenerate(options) {
      return { content: [{ type: "text", text: answerTo(options).text }], ...finish, warnings: [] };
    },
    async doStream(options) {
      const { text, sources } = answerTo(options);
      function* parts(): Generator<LanguageModelV3StreamPart> {
        yield { type: "stream-start", warnings: [] };
        for (const [index, { path, title }] of sources.entries())
          yield { type: "source", sourceType: "url", id: `${index}`, url: path, title };
        yield { type: "text-start", id: "0" };
        for (const delta of text.match(/\s*\S+/g) ?? []) yield { type: "text-delta", id: "0", delta };
        yield { type: "text-end", id: "0" };
        yield { type: "finish", ...finish };
      }
      return { stream: ReadableStream.from(parts()) };
    },
  };
}
