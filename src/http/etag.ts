import { createHash } from "node:crypto";
import type { Response } from "express";

/** Returns the opaque part of a strong ETag (RFC 9110 §8.8.3). */
export function entityTag(bytes: string | Buffer): string {
  return createHash("sha256").update(bytes).digest("base64url").slice(0, 16);
}

/** Compares weakly (RFC 9110 §13.1.2). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  return ifNoneMatch.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);
}

/** Express's `fresh` never returns 304 to `Cache-Control: no-cache`, which `fetch` adds to every If-None-Match. */
export function sendWithEtag(response: Response, body: string): void {
  const etag = `"${entityTag(body)}"`;
  response.set("ETag", etag);
  if (matchesEtag(response.req.headers["if-none-match"], etag)) response.status(304).end();
  else response.send(body);
}
