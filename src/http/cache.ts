import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Request, RequestHandler } from "express";
import type { Site } from "../site.js";
import { preferredEncoding, prefersMarkdown } from "./accept.js";
import { securityHeaders } from "./headers.js";

/** Measured on ten pages and feeds: 1.3 ms each, and 13% more bytes than quality 11, which takes 64 ms each. */
const BROTLI_QUALITY = 7;
/** 64 KB, for the same bytes in sum: larger windows keep 8 MB of memory, and the first page takes 30 ms longer. */
const BROTLI_WINDOW_BITS = 16;

/** Requests can make up any number of these; a list of 200 events takes 250 KB. */
const MAX_UNCOMMON = 100;

export interface Bodies {
  readonly identity: Buffer;
  readonly gzip?: Buffer | undefined;
  readonly br?: Buffer | undefined;
}

/** What GET answers with status 200. */
export interface Resource {
  /** It is cached under this address. One that does not begin with a slash is found only by its route. */
  readonly address: string;
  /** Requests can make up such addresses without end, so only the last of them stay cached. */
  readonly isUncommon?: boolean;
  /** Any query gets the same bytes. */
  readonly ignoresQuery?: boolean;
  /** Its own headers; those of security, ETag, length and coding are added. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: () => string | Bodies | Promise<string | Bodies>;
}

/** The headers are one list for `writeHead`: name, value, name, … */
interface Representation {
  readonly etag: string;
  readonly headers: readonly string[];
  readonly headersWithoutBody: readonly string[];
}

interface CachedResponse {
  readonly bodies: Bodies;
  readonly byEncoding: {
    readonly identity: Representation;
    readonly gzip: Representation | undefined;
    readonly br: Representation | undefined;
  };
  readonly mediaType: string;
  readonly ignoresQuery: boolean;
}

/** The responses made from one snapshot of the site, by address: all that content has, and the last of the others. */
export class CachedResponses {
  readonly #common = new Map<string, CachedResponse>();
  /** The oldest first. */
  readonly #uncommon = new Map<string, CachedResponse>();
  readonly #pending = new Map<string, Promise<CachedResponse>>();
  #lastTurn: Promise<void> = Promise.resolve();

  get(address: string): CachedResponse | undefined {
    return this.#common.get(address) ?? this.#uncommon.get(address);
  }

  /** Concurrent requests share one response. */
  getOrMake(resource: Resource, site: Site): Promise<CachedResponse> | CachedResponse {
    const { address } = resource;
    const known = this.get(address) ?? this.#pending.get(address);
    if (known) return known;
    const made = this.#make(resource, site).finally(() => this.#pending.delete(address));
    this.#pending.set(address, made);
    return made;
  }

  async #make(resource: Resource, { config }: Site): Promise<CachedResponse> {
    const { address, body, headers, ignoresQuery = false, isUncommon = false } = resource;
    await this.#nextTurn();
    const made = await body();
    const bodies = typeof made === "string" ? compressed(made) : made;
    const [mediaType = ""] = (headers["Content-Type"] ?? "").split(";");
    const byEncoding = representations({ ...securityHeaders(config), ...headers }, bodies);
    const cached = { bodies, byEncoding, mediaType, ignoresQuery };
    if (isUncommon) this.#addUncommon(address, cached);
    else this.#common.set(address, cached);
    return cached;
  }

  /** One response is made in a turn of the event loop: fifty at once would hold up all other requests for 0.3 s. */
  #nextTurn(): Promise<void> {
    this.#lastTurn = this.#lastTurn.then(() => setImmediate());
    return this.#lastTurn;
  }

  #addUncommon(address: string, cached: CachedResponse): void {
    this.#uncommon.set(address, cached);
    const [oldest = ""] = this.#uncommon.keys();
    if (this.#uncommon.size > MAX_UNCOMMON) this.#uncommon.delete(oldest);
  }
}

/** Answers with what is cached under the resource's address, or makes it. */
export async function sendResource(resource: Resource, request: IncomingMessage, response: ServerResponse, site: Site) {
  sendCached(await site.snapshot().responses.getOrMake(resource, site), request, response);
}

/** Finds what GET answers; throws an HttpError for any status but 200. */
export type FindResource = (request: Request, site: Site) => Resource;

/** Sends the resource from the cache. */
export function serveCached(find: FindResource, site: Site): RequestHandler {
  return (request, response) => sendResource(find(request, site), request, response, site);
}

/** `url` is a path with its query. A page that is requested as Markdown is not found. */
export function findCached(
  url: string,
  accept: string | undefined,
  responses: CachedResponses,
): CachedResponse | undefined {
  const [path = ""] = url.split("?", 1);
  const ofPath = responses.get(path);
  const cached = ofPath?.ignoresQuery ? ofPath : responses.get(url);
  return cached?.mediaType === "text/html" && prefersMarkdown(accept) ? undefined : cached;
}

/** Sends 304 if the client has these bytes (RFC 9110 §13.1.2). */
export function sendCached(
  { bodies, byEncoding }: CachedResponse,
  request: IncomingMessage,
  response: ServerResponse,
): 200 | 304 {
  const encoding = preferredEncoding(request.headers["accept-encoding"]?.toString(), bodies);
  const { etag, headers, headersWithoutBody } = byEncoding[encoding] ?? byEncoding.identity;

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

function representations(headers: Resource["headers"], { identity, gzip, br }: Bodies): CachedResponse["byEncoding"] {
  const vary = [headers.Vary, (gzip || br) && "Accept-Encoding"].filter(Boolean).join(", ");
  const common = Object.entries(vary ? { ...headers, Vary: vary } : headers).flat();
  const tag = entityTag(identity);
  const encoded = (body: Buffer, etagSuffix = "", contentEncoding?: string): Representation => {
    const etag = `"${tag}${etagSuffix}"`;
    const headersWithoutBody = [...common, "ETag", etag];
    const ofBody = ["Content-Length", `${body.length}`];
    if (contentEncoding) ofBody.unshift("Content-Encoding", contentEncoding);
    return { etag, headersWithoutBody, headers: [...headersWithoutBody, ...ofBody] };
  };
  return {
    identity: encoded(identity),
    gzip: gzip && encoded(gzip, "-gz", "gzip"),
    br: br && encoded(br, "-br", "br"),
  };
}

/** Returns the opaque part of a strong ETag (RFC 9110 §8.8.3). */
function entityTag(bytes: Buffer): string {
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
