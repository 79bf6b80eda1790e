import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3StreamPart,
  LanguageModelV3Usage,
} from "@ai-sdk/provider";
import type { Turn } from "../domain/conversation.js";
import { defaultLocale, isLocale, type Locale } from "../domain/locale.js";
import type { AnswerRequest, Piece } from "./answer.js";
import { askModel } from "./ask-model.js";
import type { Knowledge } from "./knowledge.js";
import type { EmbeddedAnswer } from "./site/site-answer.js";

/** It reads no tokens and writes none. */
const usage: LanguageModelV3Usage = {
  inputTokens: { total: 0, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 0, text: undefined, reasoning: undefined },
};
const finish = { finishReason: { unified: "stop", raw: undefined }, usage } as const;

/**
 * The site's own knowledge as a language model of the AI SDK: the default, with no key and no network.
 *
 * Options  `providerOptions: { embedded: { locale } }` is the language of the answer; English without it.
 * Sources  are parts whose `url` is a path of this site.
 */
export function embeddedModel(knowledge: Pick<Knowledge, "answer">): LanguageModelV3 {
  const answer = ({ prompt, providerOptions }: LanguageModelV3CallOptions) =>
    knowledge.answer(turnsOf(prompt), localeOf(providerOptions?.embedded?.locale));

  return {
    specificationVersion: "v3",
    provider: "embedded",
    modelId: "site",
    supportedUrls: {},

    async doGenerate(options) {
      const given = answer(options);
      return { content: [{ type: "text", text: given.text }, ...sourceParts(given)], warnings: [], ...finish };
    },

    async doStream(options) {
      return { stream: ReadableStream.from(partsOf(answer(options), options.abortSignal)) };
    },
  };
}

/** Answers by the site's own model, as `mistralAnswers` does by Mistral. Loads the AI SDK. */
export function embeddedAnswers(knowledge: Knowledge) {
  const model = embeddedModel(knowledge);
  return ({ turns, locale, signal }: AnswerRequest): AsyncGenerator<Piece, void, void> =>
    askModel({ model, turns, providerOptions: { embedded: { locale } }, signal });
}

/** The sources, then the text word by word; what reads it sets the pace. */
async function* partsOf(
  answer: EmbeddedAnswer,
  signal: AbortSignal | undefined,
): AsyncGenerator<LanguageModelV3StreamPart> {
  yield { type: "stream-start", warnings: [] };
  yield* sourceParts(answer);
  yield { type: "text-start", id: "answer" };
  for (const [word] of answer.text.matchAll(/\S+\s*/g)) {
    signal?.throwIfAborted();
    yield { type: "text-delta", id: "answer", delta: word };
  }
  yield { type: "text-end", id: "answer" };
  yield { type: "finish", ...finish };
}

function sourceParts({ sources }: EmbeddedAnswer) {
  return sources.map(
    ({ path, title }, index) =>
      ({ type: "source", sourceType: "url", id: `source-${index + 1}`, url: path, title }) as const,
  );
}

/** What visitor and assistant wrote; instructions to a model are nothing to one that cannot follow any. */
function turnsOf(prompt: LanguageModelV3CallOptions["prompt"]): Turn[] {
  return prompt.flatMap((message): Turn[] =>
    message.role === "user" || message.role === "assistant"
      ? [
          {
            role: message.role,
            content: message.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n"),
          },
        ]
      : [],
  );
}

const localeOf = (value: unknown): Locale => (typeof value === "string" && isLocale(value) ? value : defaultLocale);
