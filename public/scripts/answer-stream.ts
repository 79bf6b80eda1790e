/**
 * One question to the chat endpoint, and its answer part by part.
 *
 * Source  the UI message stream of the AI SDK 6: server-sent events, a JSON object each, then `[DONE]`.
 * Errors  none thrown; how it ended is the outcome.
 */
export interface Message {
  readonly role: "user" | "assistant";
  readonly content: string;
}

export interface Source {
  readonly url: string;
  readonly title: string;
}

export interface Part {
  readonly type: string;
  readonly delta?: string;
  readonly url?: string;
  readonly title?: string;
  readonly messageMetadata?: { readonly answeredBy?: string; readonly fallback?: boolean };
}

export type Outcome =
  | { readonly kind: "answered" | "stopped" | "broken" | "unreachable" }
  /** Nothing was begun. `wait` is in whole seconds, 0 when the server names no time; `text` is its own sentence. */
  | { readonly kind: "refused"; readonly status: number; readonly wait: number; readonly text: string };

/** The server sends a sign of life each 15 seconds; after three of them are missing nothing more will come. */
const STALLED_AFTER = 45_000;

/** Asks, and hands over each part of the answer as it comes. Aborting `stop` ends it early. */
export async function readAnswer(
  address: string,
  asked: { readonly messages: readonly Message[]; readonly locale: string; readonly page: string },
  stop: AbortController,
  take: (part: Part) => void,
): Promise<Outcome> {
  let isStalled = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expectMore = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      isStalled = true;
      stop.abort();
    }, STALLED_AFTER);
  };
  let isBegun = false;
  try {
    expectMore();
    const response = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "text/event-stream" },
      body: JSON.stringify(asked),
      signal: stop.signal,
    });
    if (!response.ok || !response.body) return await refusalIn(response);

    isBegun = true;
    let isFinished = false;
    for await (const part of partsOf(response.body, expectMore)) {
      if (part.type === "error" || part.type === "abort") return { kind: "broken" };
      if (part.type === "finish") isFinished = true;
      take(part);
    }
    return { kind: isFinished ? "answered" : "broken" };
  } catch {
    if (stop.signal.aborted && !isStalled) return { kind: "stopped" };
    return { kind: isBegun ? "broken" : "unreachable" };
  } finally {
    clearTimeout(timer);
  }
}

async function refusalIn(response: Response): Promise<Outcome> {
  const body = (await response.json().catch(() => null)) as { error?: unknown } | null;
  return {
    kind: "refused",
    status: response.status,
    wait: Math.max(0, Math.ceil(Number(response.headers.get("Retry-After")) || 0)),
    text: typeof body?.error === "string" ? body.error : "",
  };
}

/** The parts in a stream of server-sent events, each in one line of data, wherever the bytes are cut. */
export async function* partsOf(body: ReadableStream<Uint8Array>, alive: () => void = () => {}): AsyncGenerator<Part> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      alive();
      const lines = (rest + decoder.decode(value, { stream: true })).split(/\r?\n/);
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const part = partIn(line);
        if (part) yield part;
      }
    }
  } finally {
    reader.cancel().catch(() => {}); // nothing more is received for an answer that is over
  }
}

function partIn(line: string): Part | undefined {
  if (!line.startsWith("data:")) return undefined;
  try {
    const part: unknown = JSON.parse(line.slice(5));
    return typeof (part as Part | null)?.type === "string" ? (part as Part) : undefined;
  } catch {
    return undefined; // [DONE], or what is no part
  }
}
