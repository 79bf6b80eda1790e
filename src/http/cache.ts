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

/** Requests can make up any number of these; a list of 200 events takes 250 KB. */
const MAX_UNCOMMON = 100;

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

/** Every address of the content is cached, and the last of the others: nothing that is requested drops a page. */
export class ResponseCache {
  readonly #responses = new Map<string, CachedResponse>();
  /** The oldest first. */
  readonly #uncommon = new Map<string, CachedResponse>();
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
    const cached = this.#responses.get(address) ?? this.#uncommon.get(address);
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

  async make(
    address: string,
    { body, headers, ignoresQuery = false, isUncommon = false }: Resource,
  ): Promise<CachedResponse> {
    const until = this.#nextChange(this.#clock()); // before the body, as an article can be published meanwhile
    const made = await body();
    const bodies = typeof made === "string" ? compressed(made) : made;
    const mediaType = headers["Content-Type"]!.split(";")[0]!;
    const byEncoding = representations({ ...this.#commonHeaders, ...headers }, bodies);
    const cached = { bodies, byEncoding, mediaType, ignoresQuery, until };
    if (isUncommon) this.#storeUncommon(address, cached);
    else this.#responses.set(address, cached);
    return cached;
  }

  #storeUncommon(address: string, cached: CachedResponse): void {
    this.#uncommon.delete(address);
    this.#uncommon.set(address, cached);
    const [oldest = ""] = this.#uncommon.keys();
    if (this.#uncommon.size > MAX_UNCOMMON) this.#uncommon.delete(oldest);
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
