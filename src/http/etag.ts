import { createHash } from "node:crypto";

/** Returns the opaque part of a strong ETag (RFC 9110 §8.8.3). */
export function entityTag(bytes: string | Buffer): string {
  return createHash("sha256").update(bytes).digest("base64url").slice(0, 16);
}

/** Compares weakly (RFC 9110 §13.1.2). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  return ifNoneMatch.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);
}
