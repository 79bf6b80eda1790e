/** What is recorded: one line of JSON for each exchange, and each body once, in one compressed file. */
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, mkdirSync, statSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { brotliDecompressSync, constants, createBrotliCompress, createBrotliDecompress, gunzipSync } from "node:zlib";
import type { Answer } from "./site.js";

export interface Exchange {
  /** Page, file, API, error, … */
  readonly kind: string;
  /** What was sent; no two of a tape have the same. */
  readonly name: string;
  /** The address, of which other exchanges can be variants. */
  readonly target: string;
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The hash of the body as it is read: without its content coding, and with masked ids. */
  readonly body: string;
  /** The hash of the compressed bytes. */
  readonly bytes?: string;
}

export interface Tape {
  readonly exchanges: readonly Exchange[];
  /** Text by hash; of other bodies only their length. */
  readonly bodies: ReadonlyMap<string, string>;
}

/** A path without an ending is a folder. */
const fileOf = (place: string) => (place.endsWith(".br") ? place : path.join(place, "record.br"));

export class Recording implements Tape {
  readonly exchanges: Exchange[] = [];
  readonly bodies = new Map<string, string>();
  readonly #names = new Map<string, number>();
  /** By the bytes as received: the same come many times. */
  readonly #stored = new Map<string, string>();

  add(kind: string, name: string, target: string, answer: Answer): void {
    const times = (this.#names.get(name) ?? 0) + 1;
    this.#names.set(name, times);
    const headers = pairs(answer.headers);
    const coding = headers.find(([header]) => header.toLowerCase() === "content-encoding")?.[1];
    const isCoded = coding !== undefined && answer.body.length > 0;
    const bytes = hashOf(answer.body);
    const body = this.#stored.get(bytes) ?? this.#store(isCoded ? decoded(answer.body, coding) : answer.body);
    this.#stored.set(bytes, body);
    this.exchanges.push({
      kind,
      name: times === 1 ? name : `${name} (${times})`,
      target,
      status: answer.status,
      headers: headers.map(([header, value]) => [header, maskHeader(header, value)]),
      body,
      ...(isCoded && { bytes }),
    });
  }

  #store(bytes: Buffer): string {
    const text = bytes.toString();
    const isText = !text.includes("\0") && Buffer.from(text).equals(bytes);
    const body = isText ? maskIds(text) : bytes;
    const hash = hashOf(body);
    if (!this.bodies.has(hash)) this.bodies.set(hash, isText ? (body as string) : `[${bytes.length} bytes, ${hash}]`);
    return hash;
  }

  /** Returns the number of bytes. */
  async save(place: string): Promise<number> {
    const file = fileOf(place);
    mkdirSync(path.dirname(file), { recursive: true });
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 24 };
    await pipeline(Readable.from(this.#lines()), createBrotliCompress({ params }), createWriteStream(file));
    return statSync(file).size;
  }

  *#lines(): Iterable<string> {
    for (const [hash, text] of this.bodies) yield `${JSON.stringify([hash, text])}\n`;
    for (const exchange of this.exchanges) yield `${JSON.stringify(exchange)}\n`;
  }
}

export async function readTape(place: string): Promise<Tape> {
  const [exchanges, bodies]: [Exchange[], Map<string, string>] = [[], new Map()];
  const input = createReadStream(fileOf(place)).pipe(createBrotliDecompress());
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    const read = JSON.parse(line);
    if (Array.isArray(read)) bodies.set(read[0], read[1]);
    else exchanges.push(read);
  }
  return { exchanges, bodies };
}

export const hashOf = (body: string | Buffer) => createHash("sha256").update(body).digest("base64url").slice(0, 22);

function pairs(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1]!]] : []));
}

/** Node adds the time of the machine. */
const maskHeader = (name: string, value: string) => (name.toLowerCase() === "date" ? "(now)" : maskIds(value));

function decoded(bytes: Buffer, coding: string): Buffer {
  if (coding === "br") return brotliDecompressSync(bytes);
  return coding === "gzip" ? gunzipSync(bytes) : bytes;
}

/** Numbers ids in the order in which they appear, because another build can draw more of them; likewise keys of links. */
function maskIds(text: string): string {
  const ids = new Map<string, string>();
  return text
    .replaceAll(/[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}/g, (id) => {
      const masked = ids.get(id) ?? `00000000-0000-4000-8000-${`${ids.size + 1}`.padStart(12, "0")}`;
      ids.set(id, masked);
      return masked;
    })
    .replaceAll(/(?<=[?&]key=)[\w-]{16,}/g, "KEY");
}
