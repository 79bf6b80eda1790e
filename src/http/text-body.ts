import type { Request, RequestHandler } from "express";
import { HttpError } from "./http-error.js";

/** The media type of a form in a page (HTML, form submission). */
export const FORM = "application/x-www-form-urlencoded";

/** A body that is too large is read up to here, because browsers show no response while they send. */
const DRAIN_LIMIT_BYTES = 8 * 1024 * 1024;
/** Each chunk costs some 5 µs, whatever its size; 8 MB come in about 6,000. */
const MAX_CHUNKS = 8000;

interface Accepted {
  /** Media types, without parameters. */
  readonly types: readonly string[];
  readonly maxBytes: number;
  /** Translation keys of the errors. */
  readonly otherType: string;
  readonly tooLarge: string;
}

/** Returns the media type of the body, without parameters; empty without one. */
export function typeOf({ headers }: Pick<Request, "headers">): string {
  return (headers["content-type"] ?? "").split(";")[0]!.trim().toLowerCase();
}

/**
 * Reads the body into `request.body` as a string. Errors: 415 for another media type, charset or content coding, 413 for
 * more than `maxBytes` (RFC 9110 §15.5; the first are in `request.body`), 400 for too many chunks.
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

/** Returns at most `maxBytes` of the body of a rejected request, whether or not it had been read. */
export async function readRejectedText(request: Request, maxBytes: number): Promise<string> {
  if (typeof request.body === "string") return request.body;
  return isPlainUtf8(request) ? (await read(request, maxBytes)).text : "";
}

function isPlainUtf8({ headers }: Request): boolean {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(headers["content-type"] ?? "")?.[1] ?? "utf-8";
  return /^utf-?8$/i.test(charset) && /^(?:identity)?$/i.test(headers["content-encoding"] ?? "");
}

/**
 * Copies the bytes into one buffer. express.urlencoded builds a string, which costs 32 bytes for each byte that is sent
 * as a chunk of its own: ten forms of 256 KB grow the memory by 126 MB (test/attacks).
 */
function read(request: Request, maxBytes: number): Promise<{ text: string; status: 200 | 400 | 413 }> {
  return new Promise((resolve, reject) => {
    if (request.destroyed && !request.readableEnded) return reject(new HttpError(400)); // the client has left
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
