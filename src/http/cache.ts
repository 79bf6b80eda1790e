import { IncomingMessage, type RequestListener, ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import type { Express, Request, RequestHandler } from "express";
import type { Site } from "../site.js";
import { hasTooManyHeaders, isMarkedPlainHttp, pathOfTarget, truncateHeadersForParsing } from "./checks.js";
import {
  type Bodies,
  type CachedResponse,
  encodeResponse,
  qualityValues,
  type ResponseHeaders,
  sendResponse,
} from "./encoded-response.js";

/** Clients can ask for any number of lists with dates and limits; one of 200 events takes 250 KB. */
const MAX_UNCOMMON = 100;

/** What GET answers with status 200. */
export interface Resource {
  /**
   * The path, with the query that it depends on: requests for it are answered in front of Express. Any other text, if its
   * handler has to check the request first.
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

/**
 * The responses made from one snapshot of the site, which lives until an event or its sign-up ends, midnight, or an article
 * appears. Of the uncommon ones, it keeps the last.
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
  find(key: string, accept?: string): CachedResponse | undefined {
    const cached = this.get(key);
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
