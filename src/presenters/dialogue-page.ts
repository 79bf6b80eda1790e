import type * as z from "zod";
import type { Answerer, Source, WholeAnswer } from "../assistant/answer.js";
import type { errorBody } from "../contracts/query.js";

/** What views/pages/dialogue/show.njk shows: an answer, or why there is none. */
export interface DialoguePage {
  readonly question: string;
  readonly answer: (Answerer & { readonly html: string; readonly sources: readonly Source[] }) | null;
  readonly problem: string | null;
}

export async function presentAnswer(question: string, whole: WholeAnswer, baseUrl: string): Promise<DialoguePage> {
  const { answerHtml } = await import("../content/markdown.js"); // not needed at start
  const { content, ...rest } = whole;
  return { question, answer: { html: answerHtml(content, baseUrl), ...rest }, problem: null };
}

/** Prefers the message about the question itself to the one about the whole body. */
export function presentProblem(question: string, { error, details }: z.infer<typeof errorBody>): DialoguePage {
  return { question, answer: null, problem: details?.["messages.0.content"]?.[0] ?? error };
}
