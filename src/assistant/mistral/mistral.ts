import { createMistral } from "@ai-sdk/mistral";
import { stepCountIs, streamText } from "ai";
import { chunkSanitizer, isBlank } from "../../text/plain-text.js";
import type { AnswerRequest, Pieces, Source } from "../answer.js";
import type { Dependencies, MistralAccount } from "../dependencies.js";
import type { Knowledge } from "../knowledge.js";
import { UnusableAnswer } from "../stream-with-deadline.js";
import { boundedFetch } from "./bounded-fetch.js";
import { type Cited, citationFilter } from "./citations.js";
import { eventTool } from "./event-tool.js";
import { guarded } from "./guarded-model.js";
import { conversationFor, instructionsFor } from "./prompt.js";

const MAX_PASSAGES = 6;
const MAX_TOKENS = 600;
/** Calls of the model for one answer: tool calls, and the answer. */
const MAX_STEPS = 4;

interface Options extends Omit<Dependencies, "articles"> {
  readonly account: Pick<MistralAccount, "apiKey" | "model" | "baseUrl">;
  readonly knowledge: Pick<Knowledge, "find">;
}

/**
 * Answers by Mistral from the site's passages and the event records. Loads the AI SDK.
 *
 * Errors  reading the answer rejects with the provider's failure.
 */
export function mistralAnswers(options: Options) {
  const { account, knowledge, limits } = options;
  const provider = createMistral({
    apiKey: account.apiKey,
    ...(account.baseUrl !== undefined && { baseURL: account.baseUrl }),
    fetch: boundedFetch,
  });
  const model = guarded(provider(account.model), limits.characters);

  return async function* answer({ turns, locale, page, signal }: AnswerRequest): Pieces {
    const passages = knowledge.find(turns, locale, MAX_PASSAGES, page);
    const sources: Source[] = passages.map(({ path, title }) => ({ path, title }));
    const citations = citationFilter(sources);
    const pages = new Set<string>();
    const isNew = ({ path }: Source) => pages.size < pages.add(path.split("#")[0]!).size;
    const piecesOf = ({ text, cited }: Cited) => [text, ...cited.filter(isNew)];
    const clean = chunkSanitizer();
    const { fullStream } = streamText({
      model,
      system: instructionsFor(locale, passages, options),
      messages: conversationFor(turns),
      tools: { find_events: eventTool(locale, options, (source) => sources.push(source)) },
      stopWhen: stepCountIs(MAX_STEPS),
      allowSystemInMessages: false,
      maxOutputTokens: MAX_TOKENS,
      maxRetries: 0,
      abortSignal: signal,
      onError: () => {}, // the default writes to the console; the error arrives as a part
    });

    let hasText = false;
    for await (const part of fullStream) {
      if (part.type === "error") throw part.error;
      if (part.type === "abort") throw signal.reason;
      if (part.type === "finish" && !["stop", "length", "tool-calls"].includes(part.finishReason)) {
        const reason = part.rawFinishReason ?? "its stream ended early";
        const isFailure = part.rawFinishReason === undefined || reason === "error";
        throw new (isFailure ? Error : UnusableAnswer)(`The answer is not whole: ${reason}`);
      }
      let text = "";
      if (part.type === "text-start" && hasText) text = "\n\n";
      if (part.type === "text-delta") text = part.text;
      if (part.type === "finish" && part.finishReason === "length" && hasText) text = " …";
      // Some models cite by the fences' signs.
      const shown = citations.take(clean(text).replaceAll("⟦", "[").replaceAll("⟧", "]"));
      hasText ||= !isBlank(shown.text);
      yield* piecesOf(shown);
    }
    yield* piecesOf(citations.rest());
  };
}
