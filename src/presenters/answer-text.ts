import type { AnswerStream } from "../assistant/answer.js";

type Chunks = AnswerStream["chunks"];

/** The AI SDK's UI message stream as server-sent events (HTML Standard §9.2). */
export async function* answerEvents(chunks: Chunks): AsyncGenerator<string> {
  for await (const chunk of chunks) yield `data: ${JSON.stringify(chunk)}\n\n`;
  yield "data: [DONE]\n\n";
}

/** The sources come last, one on each line. */
export async function* answerText(chunks: Chunks): AsyncGenerator<string> {
  const sources: string[] = [];
  for await (const chunk of chunks) {
    if (chunk.type === "source-url") sources.push(`\n${chunk.title ?? ""}: ${chunk.url}`);
    if (chunk.type === "text-delta") yield chunk.delta;
    if (chunk.type === "error") yield `\n\n${chunk.errorText}`;
  }
  yield sources.length > 0 ? `\n${sources.join("")}\n` : "\n";
}
