import { createHash } from "node:crypto";
import { IncomingMessage, type RequestListener, ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Express, Request, RequestHandler } from "express";
import type { Site } from "../site.js";
import type { Locale } from "../text/locale.js";
import { hasTooManyHeaders, isMarkedPlainHttp, pathOfTarget, truncateHeadersForParsing } from "./checks.js";
import { matchesEtag, preferredEncoding, prefersMarkdown } from "./negotiation.js";

/** Measured on ten pages and feeds: 1.3 ms each, and 13% more bytes than quality 11, which takes 64 ms each. */
const BROTLI_QUALITY = 7;
/** 64 KB, for the same bytes in sum: larger windows keep 8 MB of memory, and the first page takes 30 ms longer. */
const BROTLI_WINDOW_BITS = 16;

/** Clients can ask for any number of lists with dates and limits; one of 200 events takes 250 KB. */
const MAX_UNCOMMON = 100;

export interface Bodies {
  readonly identity: Buffer;
  readonly gzip?: Buffer | undefined;
  readonly br?: Buffer | undefined;
}

export type ResponseHeaders = Readonly<Record<string, string>>;

/** What GET answers with status 200. */
export interface Resource {
  /**
   * The path, with the query that it depends on. If only the handler may serve it, because the request has to be checked,
   * any text that is no path: then the lookup in front of Express does not find it.
   */
  readonly address: string;
  /** Clients can ask for any number of such resources, so only the last of them stay cached. */
  readonly isUncommon?: boolean;
  /** False for what takes longer to compress than to make. */
  readonly isCompressed?: boolean;
  /** Those of security, ETag, length and coding are added. */
  readonly headers: ResponseHeaders;
  readonly body: () => string | Bodies | Promise<string | Bodies>;
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

/** A page is at most six minutes old, an event eleven, a calendar fifteen. */
export const cacheControl = {
  pages: "public, max-age=60, stale-while-revalidate=300",
  events: "public, max-age=60, stale-while-revalidate=600",
  calendars: "public, max-age=900",
} as const;

export const textHeaders = (mediaType: string, locale: Locale, value: string) => ({
  "Content-Type": `${mediaType}; charset=utf-8`,
  "Content-Language": locale,
  "Cache-Control": value,
});

/** Of what scripts of any site can read (Fetch Standard, CORS protocol). */
export const corsHeaders = {
  "Cross-Origin-Resource-Policy": "cross-origin", // for pages with a Cross-Origin-Embedder-Policy
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "ETag, Link, Retry-After",
};

export const corsTextHeaders = (mediaType: string, locale: Locale, value: string) => ({
  ...corsHeaders,
  ...textHeaders(mediaType, locale, value),
});

/**
 * The responses made from one snapshot of the site, which lives until an event or its sign-up ends, midnight, or an article
 * appears. Of the uncommon ones, it keeps the last.
 */
export class ResponseCache {
  readonly #securityHeaders: ResponseHeaders;
  readonly #responses = new Map<string, CachedResponse | Promise<CachedResponse>>();
  /** The addresses of the uncommon ones, the oldest first. */
  readonly #uncommon: string[] = [];
  #lastTurn: Promise<void> = Promise.resolve();

  constructor(securityHeaders: ResponseHeaders) {
    this.#securityHeaders = securityHeaders;
  }

  /** Undefined until it is made. */
  get(address: string): CachedResponse | undefined {
    const response = this.#responses.get(address);
    return response instanceof Promise ? undefined : response;
  }

  /** A page is left to Express if the client prefers Markdown to HTML. */
  find(address: string, accept?: string): CachedResponse | undefined {
    const cached = this.get(address);
    return cached?.mediaType === "text/html" && prefersMarkdown(accept) ? undefined : cached;
  }

  /** Concurrent requests share one response. */
  getOrMake(resource: Resource): Promise<CachedResponse> | CachedResponse {
    const { address } = resource;
    const known = this.#responses.get(address);
    if (known) return known;
    const made = this.#make(resource);
    this.#responses.set(address, made);
    return made;
  }

  async #make(resource: Resource): Promise<CachedResponse> {
    const { address } = resource;
    // One response is made in a turn of the event loop: fifty at once would hold up all other requests for 0.3 s.
    this.#lastTurn = this.#lastTurn.then(() => setImmediate());
    try {
      await this.#lastTurn;
      const body = await resource.body();
      const bodies = typeof body === "string" ? encoded(body, resource.isCompressed) : body;
      const response = prepareResponse(resource, bodies, this.#securityHeaders);
      this.#responses.set(address, response);
      if (resource.isUncommon) this.#uncommon.push(address);
      if (this.#uncommon.length > MAX_UNCOMMON) this.#responses.delete(this.#uncommon.shift()!);
      return response;
    } catch (error) {
      this.#responses.delete(address);
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

/** Answers from the cache, or else by Express, in which a cached response would take five times as much CPU. */
export function answerFromCache(app: Express, { health, logger, snapshot }: Site) {
  const counts = new Map<string, number>();

  const listener: RequestListener = (request, response) => {
    request.url = pathOfTarget(request.url ?? "");
    truncateHeadersForParsing(request.headers);
    if (health.phase !== "ready") response.setHeader("Connection", "close");
    const cached = isLeftToExpress(request)
      ? undefined
      : snapshot().responses.find(request.url, request.headers.accept);
    if (!cached) return app(request, response);
    const status = sendResponse(cached, request, response);
    const counted = `${cached.mediaType} ${status}`;
    counts.set(counted, (counts.get(counted) ?? 0) + 1);
  };

  return {
    listener,
    messageClasses: httpMessageClasses(app),
    logCounts(): void {
      if (counts.size > 0) logger.info(Object.fromEntries(counts), "cached responses served");
      counts.clear();
    },
  };
}

/** True if Express redirects or rejects the request, or it is not for reading. */
function isLeftToExpress(request: IncomingMessage): boolean {
  const isReading = request.method === "GET" || request.method === "HEAD";
  return !isReading || hasTooManyHeaders(request) || isMarkedPlainHttp(request);
}

/** Without classes of its own, Express sets the prototype of each object: a list of events costs 1.6 times the CPU. */
function httpMessageClasses(app: Express) {
  class AppRequest extends IncomingMessage {}
  class AppResponse<Request extends IncomingMessage> extends ServerResponse<Request> {}
  app.request = Object.setPrototypeOf(AppRequest.prototype, app.request);
  app.response = Object.setPrototypeOf(AppResponse.prototype, app.response);
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}

/** Sends 304 if the client has these bytes (RFC 9110 §13.1.2). */
function sendResponse(cached: CachedResponse, request: IncomingMessage, response: ServerResponse): 200 | 304 {
  const encoding = preferredEncoding(request.headers["accept-encoding"]?.toString(), cached);
  const { body, etag, headers, headersWithoutBody } = cached[encoding] ?? cached.identity;
  if (matchesEtag(request.headers["if-none-match"], etag)) {
    response.writeHead(304, headersWithoutBody).end();
    return 304;
  }
  response.writeHead(200, headers).end(body);
  return 200;
}

function encoded(text: string, isCompressed = true): Bodies {
  const identity = Buffer.from(text);
  if (!isCompressed) return { identity };
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
  };
  // Copies, because zlib returns views of 16 KB.
  return { identity, gzip: Buffer.from(gzipSync(identity)), br: Buffer.from(brotliCompressSync(identity, { params })) };
}

function prepareResponse({ headers }: Resource, bodies: Bodies, securityHeaders: ResponseHeaders): CachedResponse {
  const { identity, gzip, br } = bodies;
  const vary = [headers.Vary, (gzip || br) && "Accept-Encoding"].filter(Boolean).join(", ");
  const all = { ...securityHeaders, ...headers };
  if (vary) all.Vary = vary;
  const common = Object.entries(all).flat();
  const tag = createHash("sha256").update(identity).digest("base64url").slice(0, 16);
  return {
    identity: representation(identity, tag, common, []),
    gzip: gzip && representation(gzip, `${tag}-gz`, common, ["Content-Encoding", "gzip"]),
    br: br && representation(br, `${tag}-br`, common, ["Content-Encoding", "br"]),
    mediaType: (headers["Content-Type"] ?? "").split(";", 1).join(),
  };
}

/** `tag` is the opaque part of a strong ETag (RFC 9110 §8.8.3). */
function representation(body: Buffer, tag: string, common: string[], coding: string[]): Representation {
  const etag = `"${tag}"`;
  const headersWithoutBody = [...common, "ETag", etag];
  const headers = [...headersWithoutBody, ...coding, "Content-Length", `${body.length}`];
  return { body, etag, headers, headersWithoutBody };
}
