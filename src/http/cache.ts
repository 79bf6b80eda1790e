import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Request, RequestHandler } from "express";
import type { Site } from "../site.js";
import type { ResponseHeaders } from "./headers.js";

/** Clients can ask for any number of lists with dates and limits; one of 200 events takes 250 KB. */
const MAX_UNCOMMON = 100;
/** Measured on ten pages and feeds: 1.3 ms each, and 13% more bytes than quality 11, which takes 64 ms each. */
const BROTLI_QUALITY = 7;
/** 64 KB, for the same bytes in sum: larger windows keep 8 MB of memory, and the first page takes 30 ms longer. */
const BROTLI_WINDOW_BITS = 16;

/** What GET answers with status 200. */
export interface Resource {
  /**
   * The name of the response in the cache. If it is an address (a path with the query that it depends on), requests for that
   * address no longer reach the handler. With a word in front (`confirmation /en/…`), each request still does, and is checked.
   */
  readonly key: string;
  /** Clients can ask for any number of such resources, so only the last of them stay cached. */
  readonly isUncommon?: boolean;
  /** False for what takes longer to compress than to make. */
  readonly isCompressed?: boolean;
  /** The cache adds the headers for security, ETag, length and coding. */
  readonly headers: ResponseHeaders;
  readonly body: () => string | Bodies | Promise<string | Bodies>;
}

export interface Bodies {
  readonly identity: Buffer;
  readonly gzip?: Buffer | undefined;
  readonly br?: Buffer | undefined;
}

/** The headers are one list for `writeHead`: name, value, name, … */
interface Representation {
  readonly body: Buffer;
  readonly etag: string;
  readonly headers: string[];
  readonly headersWithoutBody: string[];
}

interface CachedResponse {
  readonly identity: Representation;
  readonly gzip: Representation | undefined;
  readonly br: Representation | undefined;
  readonly mediaType: string;
}

/**
 * The responses made from one snapshot of the site, which lives until an event or its sign-up ends, midnight, or an article
 * appears. Of the uncommon ones, the cache keeps the last `MAX_UNCOMMON`.
 */
export class ResponseCache {
  readonly #securityHeaders: ResponseHeaders;
  readonly #responses = new Map<string, CachedResponse | Promise<CachedResponse>>();
  /** The keys of the uncommon ones, the oldest first. */
  readonly #uncommon: string[] = [];
  #lastTurn: Promise<void> = Promise.resolve();

  constructor(securityHeaders: ResponseHeaders) {
    this.#securityHeaders = securityHeaders;
  }

  /** Undefined until it is made. */
  get(key: string): CachedResponse | undefined {
    const response = this.#responses.get(key);
    return response instanceof Promise ? undefined : response;
  }

  /** A page is left to Express if the client prefers Markdown to HTML. */
  find(address: string, accept?: string): CachedResponse | undefined {
    const cached = this.get(address);
    return cached?.mediaType === "text/html" && prefersMarkdown(accept) ? undefined : cached;
  }

  /** Concurrent requests share one response. */
  getOrMake(resource: Resource): Promise<CachedResponse> | CachedResponse {
    const known = this.#responses.get(resource.key);
    if (known) return known;
    const made = this.#make(resource);
    this.#responses.set(resource.key, made);
    return made;
  }

  async #make(resource: Resource): Promise<CachedResponse> {
    const { key } = resource;
    // One response is made in a turn of the event loop: fifty at once would hold up all other requests for 0.3 s.
    this.#lastTurn = this.#lastTurn.then(() => setImmediate());
    try {
      await this.#lastTurn;
      const body = await resource.body();
      const headers = { ...this.#securityHeaders, ...resource.headers };
      const response = encodeResponse(body, headers, resource.isCompressed);
      this.#responses.set(key, response);
      if (resource.isUncommon) this.#uncommon.push(key);
      if (this.#uncommon.length > MAX_UNCOMMON) this.#responses.delete(this.#uncommon.shift()!);
      return response;
    } catch (error) {
      this.#responses.delete(key);
      throw error;
    }
  }
}

/** Answers with the response that is cached, or makes it. */
export async function sendResource(resource: Resource, request: IncomingMessage, response: ServerResponse, site: Site) {
  sendResponse(await site.snapshot().responses.getOrMake(resource), request, response);
}

/** Returns what GET answers; throws an HttpError for any status but 200. */
type ResourceHandler = (request: Request, site: Site) => Resource;

export function serveResource(handler: ResourceHandler, site: Site): RequestHandler {
  return (request, response) => sendResource(handler(request, site), request, response, site);
}

/** Sends 304 if the client has these bytes (RFC 9110 §13.1.2). */
export function sendResponse(cached: CachedResponse, request: IncomingMessage, response: ServerResponse): 200 | 304 {
  const encoding = preferredEncoding(request.headers["accept-encoding"]?.toString(), cached);
  const { body, etag, headers, headersWithoutBody } = cached[encoding] ?? cached.identity;
  if (matchesEtag(request.headers["if-none-match"], etag)) {
    response.writeHead(304, headersWithoutBody).end();
    return 304;
  }
  response.writeHead(200, headers).end(body);
  return 200;
}

function encoded(text: string): Bodies {
  const identity = Buffer.from(text);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
  };
  // Copies, because zlib returns views of 16 KB.
  return { identity, gzip: Buffer.from(gzipSync(identity)), br: Buffer.from(brotliCompressSync(identity, { params })) };
}

/** What a client gets, in each coding; only identity if it is not compressed. */
function encodeResponse(body: string | Bodies, headers: ResponseHeaders, isCompressed = true): CachedResponse {
  const { identity, gzip, br } = bodiesOf(body, isCompressed);
  const vary = [headers.Vary, (gzip || br) && "Accept-Encoding"].filter(Boolean).join(", ");
  const common = Object.entries(vary ? { ...headers, Vary: vary } : headers).flat();
  const tag = createHash("sha256").update(identity).digest("base64url").slice(0, 16);
  return {
    identity: representation(identity, tag, common, []),
    gzip: gzip && representation(gzip, `${tag}-gz`, common, ["Content-Encoding", "gzip"]),
    br: br && representation(br, `${tag}-br`, common, ["Content-Encoding", "br"]),
    mediaType: (headers["Content-Type"] ?? "").split(";", 1).join(),
  };
}

function bodiesOf(body: string | Bodies, isCompressed: boolean): Bodies {
  if (typeof body !== "string") return body;
  return isCompressed ? encoded(body) : { identity: Buffer.from(body) };
}

/** `tag` is the opaque part of a strong ETag (RFC 9110 §8.8.3). */
function representation(body: Buffer, tag: string, common: string[], coding: string[]): Representation {
  const etag = `"${tag}"`;
  const headersWithoutBody = [...common, "ETag", etag];
  const headers = [...headersWithoutBody, ...coding, "Content-Length", `${body.length}`];
  return { body, etag, headers, headersWithoutBody };
}

/** All that fit into a header; the commas alone that fit would take 1 ms. */
const MAX_TAGS = 700;

/** Compares weakly (RFC 9110 §13.1.2), and ignores the suffix that Apache's mod_deflate adds and never takes off. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  const tags = ifNoneMatch.split(",", MAX_TAGS).map((tag) => tag.trim().replace(/^W\/|-gzip(?="$)/g, ""));
  return tags.includes("*") || tags.includes(etag);
}

export type Encoding = "br" | "gzip" | "identity";

/** Accept-Encoding (RFC 9110 §12.5.3) decides, the smallest on a tie; identity is sent even if all are refused. */
export function preferredEncoding(
  header: string | undefined,
  available: Readonly<Partial<Record<Encoding, unknown>>>,
): Encoding {
  if (!header) return "identity";
  // Browsers send no weights, so a search is enough: 0.1 µs in place of 1.7.
  if (!/[;*]/.test(header)) {
    if (available.br && /(?:^|[\s,])br(?=[\s,]|$)/i.test(header)) return "br";
    return available.gzip && /(?:^|[\s,])gzip(?=[\s,]|$)/i.test(header) ? "gzip" : "identity";
  }

  const weights = new Map(qualityValues(header).map(({ name, weight }) => [name, weight]));
  let preferred: Encoding = "identity";
  let highest = 0;
  for (const encoding of ["br", "gzip", "identity"] as const) {
    const weight = weights.get(encoding) ?? weights.get("*") ?? 0;
    if (!available[encoding] || weight <= highest) continue;
    preferred = encoding;
    highest = weight;
  }
  return preferred;
}

/** Accept (RFC 9110 §12.5.1) must name text/markdown with at least the weight of HTML; the first wins a tie. */
export function prefersMarkdown(accept = ""): boolean {
  if (!/markdown/i.test(accept)) return false; // browsers
  const ranges = qualityValues(accept);
  const rangeOf = (type: string) => ranges.find(({ name }) => name === type);
  const markdown = rangeOf("text/markdown");
  const html = rangeOf("text/html") ?? rangeOf("text/*") ?? rangeOf("*/*");
  if (!markdown || markdown.weight === 0) return false;
  if (!html) return true;
  if (markdown.weight !== html.weight) return markdown.weight > html.weight;
  return html.name !== "text/html" || ranges.indexOf(markdown) < ranges.indexOf(html);
}

/** The items of a header in lower case with their weights: 1 by default, 0 if invalid (RFC 9110 §12.4.2). */
function qualityValues(header: string): { readonly name: string; readonly weight: number }[] {
  return header.split(",").map((item) => {
    const [name = "", ...parameters] = item.split(";").map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, "");
    return { name, weight: quality === undefined ? 1 : Number(quality) || 0 };
  });
}
