import { isIP } from "node:net";
import type { Request, Response } from "express";
import { ipKeyGenerator, MemoryStore, type Options, type RateLimitInfo, rateLimit } from "express-rate-limit";
import { RedisStore } from "rate-limit-redis";
import type { Site } from "../site.js";
import { BUSY, HttpError } from "./errors.js";

const WINDOW_MS = 60_000;
/** Many visitors can share an address; beyond this many requests a minute, their input is not shown again. */
const MAX_SHOWN_AGAIN = 60;
/** At most this many answers with 503 are taken off a client's count in a minute. */
const MAX_UNCOUNTED = 60;

/** Counts a request before its body is read. Rejects with HttpError 429 above the limit. */
export type RateLimit = (request: Request, response: Response) => Promise<void>;

export type Limits = ReturnType<typeof createLimits>;

/** The limits of requests by a client, a minute each, and of answers at once in this process. */
export function createLimits(site: Site) {
  const { openStreams } = site.answerLimits;
  return {
    forms: limitRate("forms", 5, site, true),
    cancel: limitRate("cancel", 60, site),
    search: limitRate("search", 60, site),
    chat: limitRate("chat", 15, site),
    mcp: limitRate("mcp", 120, site),
    chatAtOnce: limitConcurrency(openStreams),
    mcpAtOnce: limitConcurrency(openStreams),
  };
}

/** With `skipUnavailable`, what the site answers with 503 is taken off the count, so that visitors can send it again. */
function limitRate(name: string, requests: number, { redis }: Site, skipUnavailable = false): RateLimit {
  const uncounted = fixedWindowLimiter(MAX_UNCOUNTED, WINDOW_MS, Date.now);
  const limit = rateLimit({
    limit: requests,
    windowMs: WINDOW_MS,
    legacyHeaders: false,
    standardHeaders: "draft-8",
    store: redis
      ? new SharedCount(new RedisStore({ prefix: `limit:${name}:`, sendCommand: redis.send }))
      : new MemoryStore(),
    validate: false, // it would write to the console; http/request-log.ts logs a missing TRUST_PROXY
    keyGenerator: ({ ip }) => clientKey(ip),
    // The package takes off its count what it calls successful: here only 503, at most `MAX_UNCOUNTED`.
    // Its `skipFailedRequests` would also take off clients that close their connection.
    skipSuccessfulRequests: skipUnavailable,
    requestWasSuccessful: ({ ip }, { statusCode }) => statusCode === 503 && uncounted.take(clientKey(ip)),
    handler(request, _response, next) {
      const remainingMs = Number(countOf(request)?.resetTime) - Date.now();
      const count = Math.max(1, Math.ceil(remainingMs / 1000));
      next(new HttpError(429, { values: { count }, retryAfterSeconds: count }));
    },
  });
  return (request, response) =>
    new Promise((resolve, reject) => {
      void limit(request, response, (error?: unknown) => (error ? reject(error) : resolve()));
    });
}

/** Counts a response until it is closed. Throws HttpError 503 above the limit. */
function limitConcurrency(max: number): (response: Response) => void {
  let concurrent = 0;
  return (response) => {
    if (concurrent >= max) throw new HttpError(503, BUSY);
    concurrent += 1;
    response.once("close", () => (concurrent -= 1));
  };
}

/** The client has sent so much that its input is not shown again, which costs ten times as much as a page of an error. */
export function isFlooding(request: Request): boolean {
  return (countOf(request)?.used ?? 0) > MAX_SHOWN_AGAIN;
}

/** Undefined if no limit counted the request. */
const countOf = (request: Request) => (request as { rateLimit?: RateLimitInfo }).rateLimit;

/** Counts in this process too, for when Redis is unavailable. */
class SharedCount extends MemoryStore {
  readonly #shared: RedisStore;
  #isOpen = false;

  constructor(shared: RedisStore) {
    super();
    this.#shared = shared;
  }

  override async increment(key: string) {
    const counted = await super.increment(key);
    try {
      if (!this.#isOpen) await this.#shared.init({ windowMs: WINDOW_MS } as Options);
      this.#isOpen = true;
      return await this.#shared.increment(key);
    } catch {
      this.#isOpen = false; // only init loads its scripts again
      return counted;
    }
  }

  override async decrement(key: string) {
    await super.decrement(key);
    if (this.#isOpen) await this.#shared.decrement(key).catch(() => {}); // the count ends with the minute
  }
}

/** A home or an office usually has a /56 (RFC 6177). */
const IPV6_CLIENT_BITS = 56;

/** Some proxies add a port in X-Forwarded-For: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const WITH_PORT = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/;

/** Returns an IPv4 address, the first 56 bits of an IPv6 address, or "unknown". */
export function clientKey(ip = ""): string {
  const [, v6, v4] = WITH_PORT.exec(ip) ?? [];
  const address = v6 ?? v4 ?? ip;
  // A copy, because a substring keeps the whole header in memory.
  return isIP(address) === 0 ? "unknown" : Buffer.from(ipKeyGenerator(address, IPV6_CLIENT_BITS)).toString();
}

/** Limits each key, or all callers together. `take` returns false above `max` in a window; at `max`, it calls `log`. */
export function fixedWindowLimiter(max: number, windowMs: number, clock: () => number, log = () => {}) {
  let began = clock();
  let counts = new Map<string, number>();
  const countIn = (key: string): number => {
    const now = clock();
    if (now >= began + windowMs) {
      began = now;
      counts = new Map();
    }
    return counts.get(key) ?? 0;
  };
  return {
    isReached: (key = ""): boolean => countIn(key) >= max,
    take(key = ""): boolean {
      const count = countIn(key) + 1;
      if (count > max) return false;
      counts.set(key, count);
      if (count === max) log();
      return true;
    },
  };
}
