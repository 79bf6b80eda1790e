const MAX_BODY_BYTES = 1024 * 1024;

/** `fetch` without compression and redirects (no other host may get the key); a body that is too large breaks off. */
export const boundedFetch: typeof fetch = async (url, init) => {
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
