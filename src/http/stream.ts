import { once } from "node:events";
import type { Response } from "express";

/** Proxies close a connection that is silent for too long. */
interface KeepAlive {
  readonly intervalMs: number;
  readonly text: string;
}

export async function sendStream(response: Response, texts: AsyncIterable<string>, keepAlive?: KeepAlive) {
  response.flushHeaders();
  const closed = abortOnClose(response);
  const writeKeepAlive = (text: string) => response.writable && !response.writableNeedDrain && response.write(text);
  const timer = keepAlive && setInterval(writeKeepAlive, keepAlive.intervalMs, keepAlive.text);
  try {
    for await (const text of texts) {
      if (response.destroyed) return;
      timer?.refresh();
      if (!response.write(text)) await once(response, "drain", { signal: closed }).catch(() => {});
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
