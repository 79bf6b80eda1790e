import { createMistral } from "@ai-sdk/mistral";

const MAX_BODY_BYTES = 1024 * 1024;

export interface MistralAccount {
  readonly apiKey: string;
  readonly model: string;
  /** Undefined means the provider's own. */
  readonly baseUrl: string | undefined;
}

/** Without compression, because the limit of bytes counts what is decoded. */
export function mistralModel({ apiKey, baseUrl, model }: MistralAccount) {
  const headers = { "accept-encoding": "identity" };
  const provider = createMistral({ apiKey, headers, fetch: boundedFetch, ...(baseUrl && { baseURL: baseUrl }) });
  return provider(model);
}

/** Without redirects (no other host may get the key); a body that is too large breaks off. */
const boundedFetch: typeof fetch = async (url, init) => {
  const response = await fetch(url, { ...init, redirect: "error" });
  let bytes = 0;
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes > MAX_BODY_BYTES) throw Object.assign(new Error(), { code: "ERR_LARGER_THAN_1_MB" }); // the log has the code
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body?.pipeThrough(bounded), response);
};
