import { createMistral } from "@ai-sdk/mistral";
import type { LanguageModelV3StreamPart } from "@ai-sdk/provider";
import { wrapLanguageModel } from "ai";

const MAX_BODY_BYTES = 1024 * 1024;

export interface MistralAccount {
  readonly apiKey: string;
  readonly model: string;
  /** Undefined means the provider's own. */
  readonly baseUrl: string | undefined;
}

/** A stream that breaks ends with an error part (the AI SDK can turn it into an unhandledRejection otherwise). */
export function mistralModel({ apiKey, baseUrl, model }: MistralAccount) {
  const provider = createMistral({ apiKey, ...(baseUrl && { baseURL: baseUrl }), fetch: boundedFetch });
  return wrapLanguageModel({
    model: provider(model),
    middleware: {
      specificationVersion: "v3",
      async wrapStream({ doStream }) {
        const { stream, ...rest } = await doStream();
        return { ...rest, stream: ReadableStream.from(withoutBreak(stream)) };
      },
    },
  });
}

async function* withoutBreak(stream: ReadableStream<LanguageModelV3StreamPart>) {
  try {
    // Warnings would be written to the console.
    for await (const part of stream) yield part.type === "stream-start" ? { ...part, warnings: [] } : part;
  } catch (error) {
    yield { type: "error" as const, error };
  }
}

/** Without compression and redirects (no other host may get the key); a body that is too large breaks off. */
const boundedFetch: typeof fetch = async (url, init) => {
  const headers = new Headers(init?.headers);
  headers.set("accept-encoding", "identity");
  const { body, status, headers: received } = await fetch(url, { ...init, headers, redirect: "error" });
  return new Response(body && ReadableStream.from(bounded(body)), { status, headers: received });
};

/** Counts after decoding, because `fetch` decodes what is compressed in spite of the request. */
async function* bounded(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw Object.assign(new Error(), { code: "ERR_LARGER_THAN_1_MB" }); // the log has the code
    yield chunk;
  }
}
