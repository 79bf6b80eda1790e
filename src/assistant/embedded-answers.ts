import type { Piece, Question } from "./answer.js";
import { askModel } from "./ask-model.js";
import { embeddedModel } from "./embedded-model.js";
import type { Knowledge } from "./knowledge.js";

/** Answers by the site's own model. Loads the AI SDK. */
export function embeddedAnswers(knowledge: Knowledge) {
  const model = embeddedModel(knowledge);
  return ({ turns, locale, signal }: Question): AsyncGenerator<Piece, void, void> =>
    askModel({ model, turns, providerOptions: { embedded: { locale } }, signal });
}
