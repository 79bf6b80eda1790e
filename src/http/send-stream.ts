import { once } from "node:events";
import type { Response } from "express";

interface Silence {
  /** After so long without a word, and again after each such time. */
  readonly milliseconds: number;
  /** This is sent. */
  readonly sign: string;
}

/**
 * Sends texts as they come, no faster than the client takes them, under headers that are set already. When the client
 * leaves, no further text is asked for.
 */
export async function sendStream(response: Response, texts: AsyncIterable<string>, silence?: Silence): Promise<void> {
  response.flushHeaders();
  const giveSign = () => response.writable && !response.writableNeedDrain && response.write(silence!.sign);
  const timer = silence && setInterval(giveSign, silence.milliseconds);
  try {
    for await (const text of texts) {
      if (response.destroyed) return;
      timer?.refresh();
      if (!response.write(text)) await drainOrClose(response);
    }
    response.end();
  } finally {
    clearInterval(timer);
  }
}

/** Aborted when the answer is over: sent, or left by the client. */
export function whileAnswering(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once("close", () => controller.abort());
  if (response.destroyed) controller.abort();
  return controller.signal;
}

async function drainOrClose(response: Response): Promise<void> {
  if (response.destroyed) return;
  const over = new AbortController();
  try {
    await Promise.race([
      once(response, "drain", { signal: over.signal }),
      once(response, "close", { signal: over.signal }),
    ]);
  } finally {
    over.abort();
  }
}
