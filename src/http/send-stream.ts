import { once } from "node:events";
import type { Response } from "express";

/** A text that is sent after each interval without another one, so that proxies keep the connection open. */
interface KeepAlive {
  readonly intervalMs: number;
  readonly text: string;
}

/** Sends texts as they come, no faster than the client reads them, until the client closes the connection. */
export async function sendStream(
  response: Response,
  texts: AsyncIterable<string>,
  keepAlive?: KeepAlive,
): Promise<void> {
  response.flushHeaders();
  const writeKeepAlive = () => response.writable && !response.writableNeedDrain && response.write(keepAlive!.text);
  const timer = keepAlive && setInterval(writeKeepAlive, keepAlive.intervalMs);
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

/** Returns a signal that aborts when the response is sent, or the client has closed the connection. */
export function abortOnClose(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once("close", () => controller.abort());
  if (response.destroyed) controller.abort();
  return controller.signal;
}

async function drainOrClose(response: Response): Promise<void> {
  if (response.destroyed) return;
  const settled = new AbortController();
  try {
    await Promise.race([
      once(response, "drain", { signal: settled.signal }),
      once(response, "close", { signal: settled.signal }),
    ]);
  } finally {
    settled.abort();
  }
}
