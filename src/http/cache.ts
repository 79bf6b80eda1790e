import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Instant } from "../text/wall-clock.js";
import { type Encoding, preferredEncoding, prefersMarkdown } from "./accept.js";
import type { Bodies, Resource } from "./resource.js";

/** Measured on ten pages and feeds: 1.3 ms each, and 13 % more bytes than quality 11, which takes 64 ms each. */
const BROTLI_QUALITY = 7;
/** 64 KB, for the same bytes in sum: larger windows keep 8 MB of memory, and the first page takes 30 ms longer. */
const BROTLI_WINDOW_BITS = 16;

/** All pages, dates, calendars and feeds that ship take 45 MB; queries of lists and frames can be made up. */
const MAX_BYTES = 48 * 1024 * 1024;
const BYTES_OF_HEADERS = 4400;

/** The headers are one list for `writeHead`: name, value, name, … */
interface Representation {
  readonly etag: string;
  readonly headers: readonly string[];
  readonly headersWithoutBody: readonly string[];
}

interface CachedResponse {
  readonly bodies: Bodies;
  readonly byEncoding: Partial<Record<Encoding, Representation>>;
  readonly mediaType: string;
  readonly ignoresQuery: boolean;
  /** The first moment at which it is no longer valid. */
  readonly until: Instant;
}

/** It is emptied when it is full, and each page is made again at its next request. */
export class ResponseCache {
  readonly #responses = new Map<string, CachedResponse>();
  #bytes = 0;
  readonly #pending = new Map<string, Promise<CachedResponse>>();
  readonly #clock: () => Instant;
  readonly #nextChange: (now: Instant) => Instant;
  readonly #commonHeaders: Resource["headers"];

  /** `nextChange` is when what is made now can become wrong. */
  constructor(clock: () => Instant, nextChange: (now: Instant) => Instant, commonHeaders: Resource["headers"]) {
    this.#clock = clock;
    this.#nextChange = nextChange;
    this.#commonHeaders = commonHeaders;
  }

  get(address: string): CachedResponse | undefined {
    const cached = this.#responses.get(address);
    return cached && this.#clock() < cached.until ? cached : undefined;
  }

  /** `url` is a path with its query. A page that is requested as Markdown is not found. */
  lookup(url: string, accept: string | undefined): CachedResponse | undefined {
    const [path = ""] = url.split("?", 1);
    const ofPath = this.get(path);
    const cached = ofPath?.ignoresQuery ? ofPath : this.get(url);
    return cached?.mediaType === "text/html" && prefersMarkdown(accept) ? undefined : cached;
  }

  /** Concurrent requests share one response. */
  getOrMake(address: string, resource: Resource): Promise<CachedResponse> | CachedResponse {
    const known = this.get(address) ?? this.#pending.get(address);
    if (known) return known;
    const made = this.make(address, resource).finally(() => this.#pending.delete(address));
    this.#pending.set(address, made);
    return made;
  }

  async make(address: string, { body, headers, ignoresQuery = false }: Resource): Promise<CachedResponse> {
    const until = this.#nextChange(this.#clock()); // before the body, as an article can be published meanwhile
    const made = await body();
    const bodies = typeof made === "string" ? compressed(made) : made;
    const mediaType = headers["Content-Type"]!.split(";")[0]!;
    const { identity, gzip, br } = bodies;
    const bytes = BYTES_OF_HEADERS + identity.length + (gzip?.length ?? 0) + (br?.length ?? 0);
    const byEncoding = representations({ ...this.#commonHeaders, ...headers }, bodies);
    const cached = { bodies, byEncoding, mediaType, ignoresQuery, until };
    if (this.#bytes + bytes > MAX_BYTES) {
      this.#responses.clear();
      this.#bytes = 0;
    }
    this.#bytes += bytes; // counts what it replaces too, which is seldom
    this.#responses.set(address, cached);
    return cached;
  }
}

/** Sends 304 if the client has these bytes (RFC 9110 §13.1.2). */
export function sendCached(
  { bodies, byEncoding }: CachedResponse,
  request: IncomingMessage,
  response: ServerResponse,
): 200 | 304 {
  const encoding = preferredEncoding(request.headers["accept-encoding"]?.toString(), bodies);
  const { etag, headers, headersWithoutBody } = byEncoding[encoding]!;

  if (matchesEtag(request.headers["if-none-match"], etag)) {
    response.writeHead(304, headersWithoutBody as string[]).end();
    return 304;
  }
  response.writeHead(200, headers as string[]).end(bodies[encoding]);
  return 200;
}

function compressed(text: string): Bodies {
  const identity = Buffer.from(text);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
  };
  // Copies, because zlib returns views of 16 KB.
  return { identity, gzip: Buffer.from(gzipSync(identity)), br: Buffer.from(brotliCompressSync(identity, { params })) };
}

function representations(headers: Resource["headers"], { identity, gzip, br }: Bodies) {
  const vary = [headers.Vary, (gzip || br) && "Accept-Encoding"].filter(Boolean).join(", ");
  const common = Object.entries({ ...headers, ...(vary && { Vary: vary }) }).flat();
  const tag = entityTag(identity);
  const encoded = (body: Buffer, etagSuffix: string, contentEncoding: readonly string[]): Representation => {
    const etag = `"${tag}${etagSuffix}"`;
    const headersWithoutBody = [...common, "ETag", etag];
    const ofBody = [...contentEncoding, "Content-Length", `${body.length}`];
    return { etag, headersWithoutBody, headers: [...headersWithoutBody, ...ofBody] };
  };
  return {
    identity: encoded(identity, "", []),
    ...(gzip && { gzip: encoded(gzip, "-gz", ["Content-Encoding", "gzip"]) }),
    ...(br && { br: encoded(br, "-br", ["Content-Encoding", "br"]) }),
  };
}

/** Returns the opaque part of a strong ETag (RFC 9110 §8.8.3). */
export function entityTag(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("base64url").slice(0, 16);
}

/** All that fit into a header; the commas alone that fit would take 1 ms. */
const MAX_TAGS = 700;

/** Compares weakly (RFC 9110 §13.1.2), and ignores the suffix that Apache's mod_deflate adds and never takes off. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  const tags = ifNoneMatch.split(",", MAX_TAGS).map((tag) => tag.trim().replace(/^W\/|-gzip(?="$)/g, ""));
  return tags.includes("*") || tags.includes(etag);
}
