import { createHash } from "node:crypto";
import type { Response } from "express";

/** What identifies these bytes in a strong validator (RFC 9110 §8.8.3). */
export function entityTag(bytes: string | Buffer): string {
  return createHash("sha256").update(bytes).digest("base64url").slice(0, 16);
}

/**
 * Sends a body that is not kept, with a validator; Express answers 304 where the client holds these bytes. `identity`
 * is what is the same only where they are, in fewer bytes.
 */
export function sendTagged(response: Response, body: string | Buffer, identity = body): void {
  response.set("ETag", `"${entityTag(identity)}"`).send(body);
}
