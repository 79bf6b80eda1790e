import { finished } from "node:stream/promises";
import type { Request, RequestHandler } from "express";
import { HttpError } from "./http-error.js";

export const FORM_MEDIA_TYPE = "application/x-www-form-urlencoded";

/** A body that is too large is read up to this limit, because browsers show no response while they send. */
const DRAIN_LIMIT_BYTES = 8 * 1024 * 1024;
/** Each chunk costs about 5 µs whatever its size; 8 MB arrive in about 6,000 chunks. */
const MAX_CHUNKS = 8000;

interface Accepted {
  readonly types: readonly string[];
  readonly maxBytes: number;
  readonly messageKeys?: Readonly<Record<413 | 415, string>>;
}

export function mediaTypeOf({ headers }: Pick<Request, "headers">): string {
  return (headers["content-type"] ?? "").split(";")[0]!.trim().toLowerCase();
}

/** Errors: 415 for media type, charset or coding, 413 above `maxBytes` (RFC 9110 §15.5), 400 for too many chunks. */
export function readText({ types, maxBytes, messageKeys }: Accepted): RequestHandler {
  return async (request, response, next) => {
    if (!types.includes(mediaTypeOf(request)) || !isPlainUtf8(request)) {
      response.set("Accept-Post", types.join(", "));
      throw new HttpError(415, { messageKey: messageKeys?.[415] });
    }
    const { text, status } = await read(request, maxBytes);
    request.body = text;
    if (status === 413) throw new HttpError(413, { messageKey: messageKeys?.[413] });
    if (status === 400) throw new HttpError(400);
    next();
  };
}

export async function readRejectedText(request: Request, maxBytes: number): Promise<string> {
  if (typeof request.body === "string") return request.body;
  return isPlainUtf8(request) ? (await read(request, maxBytes)).text : "";
}

/** Throws HttpError 400. */
export function parseJson(text: string, messageKey?: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError(400, { messageKey });
  }
}

function isPlainUtf8({ headers }: Request): boolean {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(headers["content-type"] ?? "")?.[1] ?? "utf-8";
  return /^utf-?8$/i.test(charset) && /^(?:identity)?$/i.test(headers["content-encoding"] ?? "");
}

/** express.urlencoded takes 32 bytes for each one-byte chunk: 126 MB for ten forms of 256 KB (test/slow/attacks). */
async function read(request: Request, maxBytes: number): Promise<{ text: string; status: 200 | 400 | 413 }> {
  const body = Buffer.allocUnsafe(maxBytes); // memory pages are resident only once written
  const enough = new AbortController();
  let [bytes, chunks] = [0, 0];
  request.on("data", function take(chunk: Buffer) {
    if (bytes < maxBytes) chunk.copy(body, bytes);
    bytes += chunk.length;
    chunks += 1;
    if (chunks <= MAX_CHUNKS && bytes <= DRAIN_LIMIT_BYTES) return;
    request.off("data", take);
    enough.abort();
  });
  await finished(request, { signal: enough.signal }).catch(() => {
    if (!enough.signal.aborted) throw new HttpError(400); // the client closed the connection
  });
  const text = body.toString("utf8", 0, Math.min(bytes, maxBytes)).replace(/^\ufeff/, "");
  if (bytes > maxBytes) return { text, status: 413 };
  return { text, status: chunks > MAX_CHUNKS ? 400 : 200 };
}
