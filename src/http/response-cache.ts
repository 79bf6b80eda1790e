import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzipSync } from "node:zlib";
import { entityTag, matchesEtag } from "./etag.js";

const compress = promisify(brotliCompress);
const encodings = ["br", "gzip", "identity"] as const;

type Encoding = (typeof encodings)[number];

/** An encoding in a list of some (RFC 9110 §5.6.1). */
const names: Readonly<Record<Encoding, RegExp>> = {
  br: /(?:^|[\s,])br(?=[\s,]|$)/i,
  gzip: /(?:^|[\s,])gzip(?=[\s,]|$)/i,
  identity: /(?:^|[\s,])identity(?=[\s,]|$)/i,
};

/** The bytes of one coding of an answer, and its headers as one ready list: name, value, name, value. */
interface Representation {
  readonly etag: string;
  readonly body: Buffer;
  readonly headers: readonly string[];
  readonly headersWithoutBody: readonly string[];
}

/** A 200 whose bytes are made; each content coding (RFC 9110 §8.4) has a strong ETag of its own. */
interface CachedResponse {
  readonly kind: string;
  /** Another media type may be asked for at the same address, so that the Accept header has to be looked at. */
  readonly negotiated: boolean;
  readonly validity: Validity;
  readonly representations: Partial<Record<Encoding, Representation>> & { identity: Representation };
}

/**
 * Instants in milliseconds since 1970 UTC, the second one excluded. An answer that expires has a beginning too, so that
 * one that was made on a clock that ran ahead is not served once the clock is right.
 */
interface Validity {
  readonly from: number;
  readonly until: number;
}

const always: Validity = { from: -Infinity, until: Infinity };

interface Bodies {
  /** The entity tag of the identity bytes, where it is known already. */
  readonly tag?: string;
  readonly identity: Buffer;
  readonly gzip?: Buffer | undefined;
  readonly br?: Buffer | undefined;
}

/**
 * The answers that are ready to send, by address: a path, with a query in canonical form where the answer depends on
 * it. There is at most one for each address that the content has, so requests cannot make it grow.
 */
export class ResponseCache {
  readonly #answers = new Map<string, CachedResponse>();
  readonly #clock: () => number;
  #improving: Promise<void> = Promise.resolve();

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** The answer, unless the content has changed by itself since it was made: an event has ended, a day has begun. */
  find(address: string): CachedResponse | undefined {
    const answer = this.#answers.get(address);
    if (!answer) return undefined;
    const { from, until } = answer.validity;
    const now = this.#clock();
    return from <= now && now < until ? answer : undefined;
  }

  /** Keeps an answer in the codings it comes in, for good. */
  keep(address: string, kind: string, headers: OutgoingHttpHeaders, bodies: Bodies): CachedResponse {
    const answer = answerOf(kind, headers, bodies, "");
    this.#answers.set(address, answer);
    return answer;
  }

  /**
   * Keeps a text: compressed quickly at first, so that the client need not wait, and as small as possible soon after.
   */
  keepText(
    address: string,
    kind: string,
    headers: OutgoingHttpHeaders,
    text: string,
    validUntil = Infinity,
  ): CachedResponse {
    const identity = Buffer.from(text);
    const gzip = gzipSync(identity);
    const quickBr = brotliCompressSync(identity, quality(5, identity));
    const tag = entityTag(identity);
    const validity = validUntil === Infinity ? always : { from: this.#clock(), until: validUntil };
    const quick = answerOf(kind, headers, { tag, identity, gzip, br: quickBr }, "5", validity);
    this.#answers.set(address, quick);

    const improve = async () => {
      if (this.#answers.get(address) !== quick) return;
      const br = await compress(identity, quality(11, identity));
      if (this.#answers.get(address) === quick)
        this.#answers.set(address, answerOf(kind, headers, { tag, identity, gzip, br }, "", validity));
    };
    this.#improving = this.#improving.then(improve).catch(() => {}); // then the quick form stays
    return quick;
  }

  /** Forgets everything, and compresses nothing more. */
  clear(): void {
    this.#answers.clear();
  }

  /** Resolves when no kept text waits for its smallest form. */
  async settled(): Promise<void> {
    await this.#improving;
  }
}

/** Answers a GET or HEAD request, with 304 when the client holds these bytes (RFC 9110 §13.1.2). Returns the status. */
export function send(answer: CachedResponse, request: IncomingMessage, response: ServerResponse): 200 | 304 {
  const { representations } = answer;
  const preferred = preferredEncoding(request.headers["accept-encoding"]?.toString(), representations);
  const representation = representations[preferred]!;

  if (matchesEtag(request.headers["if-none-match"], representation.etag)) {
    response.writeHead(304, representation.headersWithoutBody as string[]).end();
    return 304;
  }
  response.writeHead(200, representation.headers as string[]).end(representation.body);
  return 200;
}

function answerOf(
  kind: string,
  headers: OutgoingHttpHeaders,
  bodies: Bodies,
  brotliMark: string,
  validity = always,
): CachedResponse {
  const { tag = entityTag(bodies.identity) } = bodies;
  const compressible = bodies.br !== undefined || bodies.gzip !== undefined;
  const vary = [headers.vary, compressible ? "Accept-Encoding" : undefined].filter(Boolean).join(", ");
  const common = list({ ...headers, ...(vary && { vary }) });

  const representation = (encoding: Encoding, body: Buffer): Representation => {
    const mark = { identity: "", gzip: "-gz", br: `-br${brotliMark}` }[encoding];
    const etag = `"${tag}${mark}"`;
    const coding = encoding === "identity" ? [] : ["Content-Encoding", encoding];
    const headersWithoutBody = [...common, "ETag", etag];
    return {
      etag,
      body,
      headersWithoutBody,
      headers: [...headersWithoutBody, ...coding, "Content-Length", `${body.length}`],
    };
  };
  return {
    kind,
    validity,
    negotiated: /\baccept(?:,|$)/i.test(vary),
    representations: {
      identity: representation("identity", bodies.identity),
      ...(bodies.gzip && { gzip: representation("gzip", bodies.gzip) }),
      ...(bodies.br && { br: representation("br", bodies.br) }),
    },
  };
}

/**
 * The encoding that the client prefers among those made (RFC 9110 §12.5.3), on a tie the smallest. Identity comes last
 * unless it is named, and is sent even where everything is refused.
 */
function preferredEncoding(header: string | undefined, made: CachedResponse["representations"]): Encoding {
  if (!header) return "identity";
  // Browsers send no weights: a search is enough.
  if (!/[;*]/.test(header))
    return encodings.find((encoding) => made[encoding] && names[encoding].test(header)) ?? "identity";
  const weights = new Map(header.toLowerCase().split(",").map(weighted));
  const others = weights.get("*");
  let preferred: Encoding = "identity";
  let most = 0;
  for (const encoding of encodings) {
    const weight = weights.get(encoding) ?? others ?? (encoding === "identity" ? Number.MIN_VALUE : 0);
    if (made[encoding] && weight > most) [preferred, most] = [encoding, weight];
  }
  return preferred;
}

/** `gzip;q=0.5` as ["gzip", 0.5]; a weight that is no number is 0, a refusal. */
function weighted(item: string): [coding: string, weight: number] {
  const [coding, weight] = item.split(/;\s*q=/);
  return [coding!.trim(), weight === undefined ? 1 : Number(weight) || 0];
}

function list(headers: OutgoingHttpHeaders): string[] {
  return Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [name, String(value)]));
}

function quality(level: number, bytes: Buffer) {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  return { params: { [BROTLI_PARAM_QUALITY]: level, [BROTLI_PARAM_SIZE_HINT]: bytes.length } };
}
