import type { UIMessageChunk } from "ai";
import type { Answerer, Pieces } from "./answer.js";

const id = "answer";

/**
 * The answer as a UI message stream of the AI SDK. Its metadata names the answerer, each page is a source once, and a
 * failure is an error part, which ends the stream.
 */
export async function* chunksOf(
  pieces: Pieces,
  { answeredBy, fallback }: Answerer,
  baseUrl: string,
  errorText: string,
): AsyncGenerator<UIMessageChunk, void, void> {
  const pages = new Set<string>();
  try {
    yield { type: "start", messageMetadata: { answeredBy, fallback } };
    yield { type: "text-start", id };
    for await (const piece of pieces) {
      if (piece.type === "text") {
        if (piece.text !== "") yield { type: "text-delta", id, delta: piece.text };
        continue;
      }
      const page = piece.path.split("#")[0]!;
      if (pages.has(page)) continue;
      pages.add(page);
      yield { type: "source-url", sourceId: `source-${pages.size}`, url: baseUrl + piece.path, title: piece.title };
    }
    yield { type: "text-end", id };
    yield { type: "finish", finishReason: "stop" };
  } catch {
    yield { type: "error", errorText };
  } finally {
    await pieces.return();
  }
}
