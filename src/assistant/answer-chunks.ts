import type { UIMessageChunk } from "ai";
import type { Answerer, Pieces, Source } from "./answer.js";

const TEXT_ID = "answer";

interface About {
  readonly answerer: Answerer;
  /** The site's origin, which makes the sources' addresses absolute. */
  readonly baseUrl: string;
  /** What a visitor is told when the answer breaks off. */
  readonly interrupted: string;
}

/**
 * An answer as the AI SDK's clients read it (UI message stream): its start says who answers, each page it used comes
 * once, and a failure is an error part, after which it ends. Goes on only as it is read; cancelling it ends the work.
 */
export function chunksOf(pieces: Pieces, { answerer, baseUrl, interrupted }: About): ReadableStream<UIMessageChunk> {
  const told: Source[] = [];
  return new ReadableStream<UIMessageChunk>(
    {
      start(controller) {
        const { answeredBy, fallback } = answerer;
        controller.enqueue({ type: "start", messageMetadata: { answeredBy, fallback } });
        controller.enqueue({ type: "text-start", id: TEXT_ID });
      },
      async pull(controller) {
        try {
          const { done, value } = await pieces.next();
          if (done) {
            controller.enqueue({ type: "text-end", id: TEXT_ID });
            controller.enqueue({ type: "finish", finishReason: "stop" });
            controller.close();
          } else if (value.type === "text") {
            controller.enqueue({ type: "text-delta", id: TEXT_ID, delta: value.text });
          } else if (told.some(({ path }) => pageOf(path) === pageOf(value.path))) {
            await this.pull!(controller);
          } else {
            const { path, title } = value;
            told.push(value);
            controller.enqueue({ type: "source-url", sourceId: `source-${told.length}`, url: baseUrl + path, title });
          }
        } catch {
          controller.enqueue({ type: "error", errorText: interrupted });
          controller.close();
        }
      },
      async cancel() {
        await pieces.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

const pageOf = (path: string) => path.split("#")[0];
