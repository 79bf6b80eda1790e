import type { AnswerStream, Source, WholeAnswer } from "./answer.js";

/** The answer when it is finished; undefined when it breaks off. */
export async function collect(answer: AnswerStream, baseUrl: string): Promise<WholeAnswer | undefined> {
  const { chunks, answeredBy, fallback } = answer;
  const sources: Source[] = [];
  let content = "";
  for await (const chunk of chunks) {
    if (chunk.type === "error") return undefined;
    if (chunk.type === "text-delta") content += chunk.delta;
    if (chunk.type === "source-url") {
      sources.push({ path: chunk.url.slice(baseUrl.length), title: chunk.title ?? chunk.url });
    }
  }
  return { content: content.trim(), sources, answeredBy, fallback };
}
