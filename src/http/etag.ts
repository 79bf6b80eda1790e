import { createHash } from "node:crypto";
import type { Response } from "express";

/** What identifies these bytes in a strong validator (RFC 9110 §8.8.3). */
export function entityTag(bytes: string | Buffer): string {
  return createHash("sha256").update(bytes).digest("base64url").slice(0, 16);
}

/** Whether the client says that it has these bytes (RFC 9110 §13.1.2). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  return ifNoneMatch.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);
}

/**
 * Sends a body that is not cached, with a validator, or 304 where the client holds these bytes. Express by itself does
 * not answer 304 to `Cache-Control: no-cache`, which every `fetch` with an If-None-Match of its own adds (Fetch
 * Standard, HTTP-network-or-cache fetch). `hashed` may stand in for the body: something shorter that differs whenever
 * the body does.
 */
export function sendTagged(response: Response, body: string | Buffer, hashed = body): void {
  const etag = `"${entityTag(hashed)}"`;
  response.set("ETag", etag);
  if (matchesEtag(response.req.headers["if-none-match"], etag)) response.status(304).end();
  else response.send(body);
}
