import { createMistral } from "@ai-sdk/mistral";
import type { Library } from "../../content/library.js";
import type { Locale } from "../../domain/locale.js";
import { cleanedBits } from "../../domain/plain-text.js";
import type { AnswerRequest, Piece, Source } from "../answer.js";
import { askModel } from "../ask-model.js";
import type { Knowledge } from "../knowledge.js";
import type { AnswerLimits } from "../limits.js";
import { createCitations } from "./citations.js";
import { type EventUses, eventTool } from "./event-tool.js";
import { guarded } from "./guarded-model.js";
import { conversationFor, instructionsFor } from "./prompt.js";

const MOST_PASSAGES = 6;

interface MistralUses extends Omit<EventUses, "cities"> {
  readonly account: { readonly apiKey: string; readonly model: string; readonly baseUrl: string | undefined };
  readonly knowledge: Pick<Knowledge, "find">;
  readonly library: Pick<Library, "addresses" | "cities" | "organisation">;
  readonly limits: Pick<AnswerLimits, "characters">;
}

/**
 * Answers by Mistral from the site's passages and the event records. Loads the AI SDK.
 *
 * Errors  the answer throws whatever went wrong, at whatever moment.
 */
export function mistralAnswers(uses: MistralUses) {
  const { account, knowledge, library, limits, clock } = uses;
  const provider = createMistral({
    apiKey: account.apiKey,
    ...(account.baseUrl !== undefined && { baseURL: account.baseUrl }),
    fetch: (url, options) => fetch(url, { ...options, redirect: "error" }), // no other host is to get the key
  });
  const model = guarded(provider(account.model), limits.characters);
  const about = (locale: Locale) => ({
    name: library.organisation.name,
    mail: library.organisation.mail,
    zone: library.organisation.timezone,
    contactPath: library.addresses.pathTo("contact", locale),
  });

  return async function* answer({ turns, locale, page, signal }: AnswerRequest): AsyncGenerator<Piece, void, void> {
    const passages = knowledge.find(turns, locale, MOST_PASSAGES, page);
    const sources: Source[] = [...passages];
    const cite = (source: Source) => sources.push(source);
    const citations = createCitations(sources);
    const clean = cleanedBits();

    const pieces = askModel({
      model,
      instructions: instructionsFor(locale, passages, clock(), about(locale)),
      turns: conversationFor(turns),
      tools: { find_events: eventTool(locale, { ...uses, cities: library.cities }, cite) },
      signal,
    });
    for await (const piece of pieces) {
      // Sources are ours to name. Some models cite by the fences' marks.
      if (piece.type === "text")
        yield* said(citations.take(clean(piece.text).replaceAll("⟦", "[").replaceAll("⟧", "]")));
    }
    yield* said(citations.rest());
  };
}

function* said({ text, cited }: { text: string; cited: readonly Source[] }): Generator<Piece, void, void> {
  if (text !== "") yield { type: "text", text };
  for (const { path, title } of cited) yield { type: "source", path, title };
}
