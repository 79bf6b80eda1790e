import type { Request, RequestHandler } from "express";
import { HttpError } from "./http-error.js";

/** What a form in a page sends, unless it says otherwise (HTML, form submission). */
export const FORM = "application/x-www-form-urlencoded";

/** How much is read of a body that is too large, before the refusal is sent regardless. */
const DRAIN_LIMIT_BYTES = 8 * 1024 * 1024;
/** Each chunk costs some 5 µs, whatever its size; 8 MB come in about 6,000. */
const MAX_CHUNKS = 8000;

interface Accepted {
  /** Media types, without parameters. */
  readonly types: readonly string[];
  readonly maxBytes: number;
  /** The keys of what is said otherwise. */
  readonly otherType: string;
  readonly tooLarge: string;
}

/** The media type of what a request sends, without its parameters; empty when it says none. */
export function typeOf({ headers }: Pick<Request, "headers">): string {
  return (headers["content-type"] ?? "").split(";")[0]!.trim().toLowerCase();
}

/**
 * Reads the body into `request.body` as one text: 415 for any other media type, charset or content coding, 413 for more
 * than `maxBytes` (RFC 9110 §15.5), of which the first are kept, 400 for one that comes in too many pieces.
 */
export function readText({ types, maxBytes, otherType, tooLarge }: Accepted): RequestHandler {
  return async (request, response, next) => {
    if (!types.includes(typeOf(request)) || !isPlainUtf8(request)) {
      response.set("Accept-Post", types.join(", "));
      throw new HttpError(415, { messageKey: { key: otherType } });
    }
    const { text, status } = await read(request, maxBytes);
    request.body = text;
    if (status === 413) throw new HttpError(413, { messageKey: { key: tooLarge } });
    if (status === 400) throw new HttpError(400);
    next();
  };
}

/** The text of a refused request, whether or not its body had been read; at most `maxBytes` of it. */
export async function textOfRefused(request: Request, maxBytes: number): Promise<string> {
  if (typeof request.body === "string") return request.body;
  return isPlainUtf8(request) ? (await read(request, maxBytes)).text : "";
}

function isPlainUtf8({ headers }: Request): boolean {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(headers["content-type"] ?? "")?.[1] ?? "utf-8";
  return /^utf-?8$/i.test(charset) && /^(?:identity)?$/i.test(headers["content-encoding"] ?? "");
}

/**
 * Reads to the end, or nearly: a client that is cut off while sending would not see the answer. The bytes are copied
 * into one buffer. A list of chunks costs 360 bytes for each byte that is sent as a chunk of its own, and the string
 * that express.urlencoded builds costs 32 (measured: ten bodies of 256 KB grow memory by 126 MB).
 */
function read(request: Request, maxBytes: number): Promise<{ text: string; status: 200 | 400 | 413 }> {
  return new Promise((resolve, reject) => {
    if (request.destroyed && !request.readableEnded) return reject(new HttpError(400)); // has left meanwhile
    const body = Buffer.allocUnsafe(maxBytes); // no page of it is resident before it is written
    let [bytes, chunks] = [0, 0];
    const done = (status: 200 | 400 | 413 = bytes <= maxBytes ? 200 : 413) => {
      const text = body.toString("utf8", 0, Math.min(bytes, maxBytes)).replace(/^\ufeff/, "");
      resolve({ text, status });
    };
    request
      .on("data", (chunk: Buffer) => {
        if (bytes < maxBytes) chunk.copy(body, bytes);
        bytes += chunk.length;
        chunks += 1;
        if (chunks > MAX_CHUNKS) {
          request.removeAllListeners("data");
          return done(bytes > maxBytes ? 413 : 400);
        }
        if (bytes - chunk.length <= DRAIN_LIMIT_BYTES && bytes > DRAIN_LIMIT_BYTES) done();
      })
      .once("end", () => done())
      .once("error", () => reject(new HttpError(400)))
      .once("close", () => reject(new HttpError(400)));
    if (request.readableEnded) done();
  });
}
