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
export function sendWithEtag(response: Response, headers: Readonly<Record<string, string>>, body: string): void {
  const bytes = Buffer.from(body);
  const etag = `"${entityTag(bytes)}"`;
  const isKnown = matchesEtag(response.req.headers["if-none-match"], etag);
  response.writeHead(isKnown ? 304 : 200, {
    ...headers,
    ETag: etag,
    ...(!isKnown && { "Content-Length": bytes.length }),
  });
  response.end(isKnown ? undefined : bytes);
}
