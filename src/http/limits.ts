import { isIP } from "node:net";
import type { ErrorRequestHandler, RequestHandler } from "express";
import { type AugmentedRequest, ipKeyGenerator, MemoryStore, type Options, rateLimit } from "express-rate-limit";
import { type RedisReply, RedisStore } from "rate-limit-redis";
import { HttpError } from "./errors.js";

const WINDOW_SECONDS = 60;
/** Many visitors can share an address; beyond this many requests a minute, their input is not shown again. */
const MAX_SHOWN_AGAIN = 60;

/** Where several processes count together. */
interface SharedStore {
  readonly send: (...command: string[]) => Promise<RedisReply>;
}

interface Limit {
  readonly name: string;
  readonly requests: number;
  /** `count` is the seconds to wait. */
  readonly messageKey?: string;
  /** Requests that the site answers with 503 do not count, so that visitors can send them again. */
  readonly skipUnavailable?: boolean;
}

/** Every request counts, so this must run before the body is read. */
export function limitRate(limit: Limit, redis: SharedStore | undefined): RequestHandler {
  const { name, requests, messageKey, skipUnavailable = false } = limit;
  const skipped = fixedWindowCounter(WINDOW_SECONDS * 1000, Date.now);
  return rateLimit({
    limit: requests,
    windowMs: WINDOW_SECONDS * 1000,
    legacyHeaders: false,
    standardHeaders: "draft-8",
    store: redis
      ? new SharedCount(new RedisStore({ prefix: `limit:${name}:`, sendCommand: redis.send }))
      : new MemoryStore(),
    validate: false, // it would write to the console; app.ts logs a missing TRUST_PROXY
    keyGenerator: ({ ip }) => clientKey(ip),
    // `skipFailedRequests` would also skip clients that close their connection before the response.
    skipSuccessfulRequests: skipUnavailable,
    requestWasSuccessful: ({ ip }, { statusCode }) =>
      statusCode === 503 && skipped.increment(clientKey(ip)) <= MAX_SHOWN_AGAIN,
    handler(request, response, next) {
      const { resetTime } = (request as AugmentedRequest).rateLimit ?? {};
      const remaining = resetTime ? Math.ceil((resetTime.getTime() - Date.now()) / 1000) : WINDOW_SECONDS;
      const wait = Math.max(remaining, 1);
      response.set("Retry-After", String(wait));
      next(new HttpError(429, { messageKey, values: { count: wait } }));
    },
  });
}

/** A form with what was typed costs ten times as much as the next handler's page. */
export function unlessFlooding(handler: ErrorRequestHandler): ErrorRequestHandler {
  return (error, request, response, next) => {
    const { used = 0 } = (request as Partial<AugmentedRequest>).rateLimit ?? {};
    return used > MAX_SHOWN_AGAIN ? next(error) : handler(error, request, response, next);
  };
}

/** Counts in this process too, for when Redis is unavailable. */
class SharedCount extends MemoryStore {
  readonly #shared: RedisStore;
  #options: Options | undefined;
  #isOpen = false;

  constructor(shared: RedisStore) {
    super();
    this.#shared = shared;
  }

  override init(options: Options) {
    super.init(options);
    this.#options = options;
  }

  override async increment(key: string) {
    const counted = await super.increment(key);
    try {
      if (!this.#isOpen) await this.#shared.init(this.#options!);
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

/** Counts by key, or all callers together; every count restarts when the window ends. */
function fixedWindowCounter(windowMs: number, clock: () => number) {
  let began = clock();
  let counts = new Map<string, number>();
  const current = () => {
    const now = clock();
    if (now >= began + windowMs) {
      began = now;
      counts = new Map();
    }
    return counts;
  };
  return {
    count: (key = ""): number => current().get(key) ?? 0,
    increment(key = ""): number {
      const count = (current().get(key) ?? 0) + 1;
      counts.set(key, count);
      return count;
    },
  };
}

/** Limits each key, or all callers together; `log` is called once for each that reaches `max` in a window. */
export function fixedWindowLimiter(max: number, windowMs: number, clock: () => number, log: () => void) {
  const counter = fixedWindowCounter(windowMs, clock);
  const isReached = (key?: string) => counter.count(key) >= max;
  return {
    isReached,
    take(key?: string): boolean {
      if (isReached(key)) return false;
      if (counter.increment(key) === max) log();
      return true;
    },
  };
}
