import { isUtf8 } from "node:buffer";
import { finished } from "node:stream/promises";
import type { Request, Response } from "express";
import type { Site } from "../site.js";
import { isDecodable } from "../text/escaping.js";
import { rejectCrossSiteForms, rejectPlainHttp, rejectWhileDraining } from "./checks.js";
import { HttpError } from "./errors.js";
import type { RateLimit } from "./limits.js";

export const FORM_MEDIA_TYPE = "application/x-www-form-urlencoded";

/** A body that is too large is read up to this limit, because browsers show no response while they send. */
const DRAIN_LIMIT_BYTES = 8 * 1024 * 1024;
/** Each chunk costs about 5 µs whatever its size; 8 MB arrive in about 6,000 chunks. */
const MAX_CHUNKS = 8000;

export function mediaTypeOf({ headers }: Request): string {
  const [type = ""] = (headers["content-type"] ?? "").split(";");
  return type.trim().toLowerCase();
}

/**
 * Returns the body of a form. Counts the request, and rejects it while the server drains, before the body is read. Throws
 * HttpError 429, 503, 403 (plain http or another site), and what `readText` throws.
 */
export async function receiveForm(
  request: Request,
  response: Response,
  limits: { rate: RateLimit; types: readonly string[]; bytes: number },
  site: Site,
): Promise<string> {
  await limits.rate(request, response);
  rejectWhileDraining(site);
  rejectPlainHttp(request, response, site);
  rejectCrossSiteForms(request, site);
  return readText(request, response, limits.types, limits.bytes);
}

/**
 * Throws HttpError 415 for type, charset or coding, 413 above `maxBytes`, and 400 for too many chunks or bytes that are not
 * UTF-8. What was read is in `request.body` all the same.
 */
export async function readText(
  request: Request,
  response: Response,
  types: readonly string[],
  maxBytes: number,
): Promise<string> {
  const type = mediaTypeOf(request);
  if (!types.includes(type) || !isPlainUtf8(request)) {
    response.set("Accept-Post", types.join(", "));
    throw new HttpError(415);
  }
  const { text, outcome } = await readBody(request, maxBytes);
  request.body = text;
  if (outcome === "tooLarge") throw new HttpError(413);
  if (outcome === "tooManyChunks") throw new HttpError(400);
  // URLSearchParams would silently replace escaped bytes that are not UTF-8; it keeps a lone percent sign.
  const isReadable = type !== FORM_MEDIA_TYPE || isDecodable(text.replace(/%(?![\da-f]{2})/gi, "%25"));
  if (outcome === "notUtf8" || !isReadable) throw new HttpError(400, { reason: "notUtf8" });
  return text;
}

/** Returns what was read of the body of a rejected request, or else reads it now, as far as it is UTF-8. */
export async function readRejectedText(request: Request, maxBytes: number): Promise<string> {
  if (typeof request.body === "string") return request.body;
  return isUncompressed(request) ? (await readBody(request, maxBytes)).text : "";
}

/** Undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isPlainUtf8(request: Request): boolean {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(request.headers["content-type"] ?? "")?.[1] ?? "utf-8";
  return /^utf-?8$/i.test(charset) && isUncompressed(request);
}

const isUncompressed = ({ headers }: Request) => /^(?:identity)?$/i.test(headers["content-encoding"] ?? "");

/** express.urlencoded takes 32 bytes for each one-byte chunk: 126 MB for ten forms of 256 KB (test/slow/attacks). */
async function readBody(
  request: Request,
  maxBytes: number,
): Promise<{ text: string; outcome: "complete" | "tooLarge" | "tooManyChunks" | "notUtf8" }> {
  const body = Buffer.allocUnsafe(maxBytes); // memory pages are resident only once written
  const enough = new AbortController();
  let bytes = 0;
  let chunks = 0;
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
  const received = body.subarray(0, Math.min(bytes, maxBytes));
  const text = received.toString("utf8").replace(/^\ufeff/, "");
  if (bytes > maxBytes) return { text, outcome: "tooLarge" };
  if (chunks > MAX_CHUNKS) return { text, outcome: "tooManyChunks" };
  return { text, outcome: isUtf8(received) ? "complete" : "notUtf8" };
}
