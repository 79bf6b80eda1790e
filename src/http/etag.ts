import { createHash } from "node:crypto";
import type { Response } from "express";

/** Returns the opaque part of a strong ETag (RFC 9110 §8.8.3). */
export function entityTag(bytes: string | Buffer): string {
  return createHash("sha256").update(bytes).digest("base64url").slice(0, 16);
}

/** Whether an If-None-Match header has the ETag, compared weakly (RFC 9110 §13.1.2). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  return ifNoneMatch.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);
}

/**
 * Sends a body with an ETag, or 304. Express's `fresh` does not answer 304 to `Cache-Control: no-cache`, which every
 * `fetch` with an If-None-Match adds (Fetch Standard, HTTP-network-or-cache fetch). `hashed` can be something shorter
 * that differs whenever the body does.
 */
export function sendTagged(response: Response, body: string | Buffer, hashed = body): void {
  const etag = `"${entityTag(hashed)}"`;
  response.set("ETag", etag);
  if (matchesEtag(response.req.headers["if-none-match"], etag)) response.status(304).end();
  else response.send(body);
}
