import { randomUUID } from "node:crypto";
import type { UIMessageChunk } from "ai";
import type { Source } from "../pages/sources.js";
import type { ChatAnswer } from "./chat-request.js";
import type { Answerer, StreamedAnswer, WholeAnswer } from "./dialogue.js";

const id = "answer";

const event = (chunk: UIMessageChunk) => `data: ${JSON.stringify(chunk)}\n\n`;

/**
 * The AI SDK's UI message stream as server-sent events (HTML Standard §9.2). Its metadata names who answers; a failure is
 * an error part with the text of `interrupted`.
 */
export async function* answerEvents(answer: StreamedAnswer, baseUrl: string, interrupted: string) {
  const { answeredBy, fallback, pieces } = answer;
  let sources = 0;
  yield event({ type: "start", messageId: randomUUID(), messageMetadata: { answeredBy, fallback } });
  yield event({ type: "text-start", id });
  try {
    for await (const piece of pieces) {
      if (typeof piece !== "string") {
        const { url, title } = absolute(piece, baseUrl);
        yield event({ type: "source-url", sourceId: `source-${++sources}`, url, title });
      } else if (piece !== "") yield event({ type: "text-delta", id, delta: piece });
    }
    yield event({ type: "text-end", id });
    yield event({ type: "finish", finishReason: "stop" });
  } catch {
    yield event({ type: "error", errorText: interrupted });
  }
  yield "data: [DONE]\n\n";
}

/** The sources come last, one on each line. */
export async function* answerText({ pieces }: StreamedAnswer, baseUrl: string, interrupted: string) {
  const sources: Source[] = [];
  try {
    for await (const piece of pieces) {
      if (typeof piece === "string") yield piece;
      else sources.push(piece);
    }
  } catch {
    yield `\n\n${interrupted}`;
  }
  const lines = sources.map(({ path, title }) => `\n${title}: ${baseUrl}${path}`);
  yield lines.length > 0 ? `\n${lines.join("")}\n` : "\n";
}

export function answerJson(whole: WholeAnswer, baseUrl: string): Omit<ChatAnswer, "role"> {
  const { text, sources, answeredBy, fallback } = whole;
  return { content: text, sources: sources.map((source) => absolute(source, baseUrl)), answeredBy, fallback };
}

/** The data of views/pages/dialogue/show.njk: an answer, or the problem that prevented it. */
export interface DialoguePage {
  readonly question: string;
  readonly problem: string | null;
  readonly answer: (Answerer & { readonly html: string; readonly sources: readonly Source[] }) | null;
}

export async function presentAnswer(question: string, whole: WholeAnswer, baseUrl: string): Promise<DialoguePage> {
  const { answerHtml } = await import("../content/markdown.js"); // not needed at start
  const { text, sources, answeredBy, fallback } = whole;
  return { question, problem: null, answer: { html: answerHtml(text, baseUrl), sources, answeredBy, fallback } };
}

const absolute = ({ path, title }: Source, baseUrl: string) => ({ url: baseUrl + path, title });
