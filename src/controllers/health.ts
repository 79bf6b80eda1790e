import type { Request, Response } from "express";
import type { Site } from "../site.js";

/** For the host's router: 200 while the server accepts requests, 503 after SIGTERM. */
export function show(_request: Request, response: Response, { health }: Site): void {
  response.set("Cache-Control", "no-store").type("text/plain");
  if (health.phase === "ready") response.send("ready\n");
  else response.status(503).set("Retry-After", "5").send("stopping\n");
}
