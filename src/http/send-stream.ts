import { once } from "node:events";
import type { Response } from "express";

/** Proxies close a connection that is silent for too long. */
interface KeepAlive {
  readonly intervalMs: number;
  readonly text: string;
}

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
