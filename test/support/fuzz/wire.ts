import { connect } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

/** A request on the wire: each character is a byte (ISO 8859-1). */
export interface Sent {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string | undefined;
}

export interface Received {
  readonly status: number;
  /** By lower-case name; repeated headers are joined by line feeds. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly text: string;
  /** From the first byte sent to the last byte received. */
  readonly milliseconds: number;
}

/** The bytes of a text, with lone surrogates (WTF-8). */
export function bytesOf(text: string): string {
  return Array.from(text, (character) =>
    /\p{Surrogate}/u.test(character)
      ? String.fromCharCode(
          0xed,
          0x80 | ((character.charCodeAt(0) >> 6) & 0x3f),
          0x80 | (character.charCodeAt(0) & 0x3f),
        )
      : Buffer.from(character).toString("latin1"),
  ).join("");
}

/** Sends a request unchanged over its own connection; HTTP clients would normalize it. */
export async function exchange(port: number, sent: Sent): Promise<Received | undefined> {
  const { method, target, headers, body = "" } = sent;
  const isLengthSaid = headers.some(([name]) => /^(?:content-length|transfer-encoding)$/i.test(name));
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(isLengthSaid || (body === "" && method !== "POST") ? [] : [`Content-Length: ${body.length}`]),
    "Connection: close",
  ];
  const start = performance.now();
  const bytes = await send(port, Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body}`, "latin1"));
  return received(bytes, method === "HEAD", performance.now() - start);
}

/** Returns everything received for these bytes until the server closes the connection or is silent for so long. */
export function send(port: number, bytes: Buffer, silenceMs = 30_000): Promise<Buffer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes))
      .setTimeout(silenceMs, () => socket.destroy())
      .on("data", (chunk) => chunks.push(chunk))
      .on("error", () => {}) // reset once it was answered, as more had been sent than was wanted
      .on("close", () => resolve(Buffer.concat(chunks)));
  });
}

/** The first final response in these bytes, or undefined. */
export function received(bytes: Buffer, isHead = false, milliseconds = 0): Received | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end === -1) return undefined;
  const [first = "", ...lines] = bytes.subarray(0, end).toString("latin1").split("\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]);
  const rest = bytes.subarray(end + 4);
  if (status === 100) return received(rest, isHead, milliseconds);

  const headers: Record<string, string> = {};
  for (const line of lines) {
    const [, name = "", value = ""] = /^([^:]+): ?(.*)$/s.exec(line) ?? [];
    headers[name.toLowerCase()] = name.toLowerCase() in headers ? `${headers[name.toLowerCase()]}\n${value}` : value;
  }
  const body = headers["transfer-encoding"] === "chunked" && !isHead ? unchunked(rest) : rest;
  return { status, headers, body, text: plain(body, headers["content-encoding"]).toString(), milliseconds };
}

function plain(body: Buffer, coding: string | undefined): Buffer {
  if (body.length === 0) return body;
  return coding === "br" ? brotliDecompressSync(body) : coding === "gzip" ? gunzipSync(body) : body;
}

function unchunked(bytes: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let rest = bytes; ; ) {
    const end = rest.indexOf("\r\n");
    const size = Number.parseInt(rest.subarray(0, end).toString("latin1"), 16);
    if (!(size > 0)) return Buffer.concat(chunks);
    chunks.push(rest.subarray(end + 2, end + 2 + size));
    rest = rest.subarray(end + 2 + size + 2);
  }
}
