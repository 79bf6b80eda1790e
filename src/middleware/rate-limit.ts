import type { RequestHandler } from "express";
import {
  type AugmentedRequest,
  ipKeyGenerator,
  MemoryStore,
  type Options,
  rateLimit,
  type Store,
} from "express-rate-limit";
import { RedisStore } from "rate-limit-redis";
import type { Redis } from "../storage/redis.js";
import { HttpError } from "./errors.js";

/** How much of an IPv6 address tells visitors apart: a household has all the rest to itself (RFC 6177). */
const IPV6_BITS = 64;

interface Limit {
  /** What the count is named in Redis, so that limits do not share it. */
  readonly name: string;
  readonly requests: number;
  readonly seconds: number;
  /** The key of the words beyond it, with `count`, the seconds to wait. */
  readonly sentence: string;
}

/**
 * Allows so many requests from an address in so many seconds; the next gets a 429 that says when to come again. Every
 * request counts, whatever becomes of it, so this stands before the body is read. Beyond twice the limit the error is
 * plain: such a sender heeds no answer, and a page with what was typed costs ten times as much.
 */
export function limitRate({ name, requests, seconds, sentence }: Limit, redis: Redis | undefined): RequestHandler {
  return rateLimit({
    limit: requests,
    windowMs: seconds * 1000,
    standardHeaders: "draft-8",
    legacyHeaders: false,
    keyGenerator: ({ ip = "" }) => ipKeyGenerator(ip, IPV6_BITS),
    store: redis ? new SharedCount(name, redis) : new MemoryStore(),
    validate: false, // it would write to the console; the front says what is wrong with TRUST_PROXY
    handler(request, response, next) {
      const { used } = (request as AugmentedRequest).rateLimit!;
      if (used > 2 * requests) response.locals.showProblem = undefined;
      const wait = Math.max(1, Number(response.get("Retry-After")) || seconds);
      response.set("Retry-After", String(wait));
      next(new HttpError(429, { sentence: { key: sentence, values: { count: wait } } }));
    },
  });
}

/** The count of all processes in Redis. This process counts as well, so that when Redis is away its count goes on. */
class SharedCount implements Store {
  readonly #name: string;
  readonly #redis: Redis;
  readonly #own = new MemoryStore();
  #options: Options | undefined;
  #shared: RedisStore | undefined;

  constructor(name: string, redis: Redis) {
    this.#name = name;
    this.#redis = redis;
  }

  init(options: Options): void {
    this.#options = options;
    this.#own.init(options);
  }

  async increment(key: string) {
    const own = await this.#own.increment(key);
    try {
      return await (await this.#store()).increment(key);
    } catch {
      this.#shared = undefined; // it remembers that its scripts could not be loaded, and would never load them again
      return own;
    }
  }

  async decrement(key: string): Promise<void> {
    await this.#own.decrement(key);
    await this.#shared?.decrement(key).catch(() => {});
  }

  async resetKey(key: string): Promise<void> {
    await this.#own.resetKey(key);
    await this.#shared?.resetKey(key).catch(() => {});
  }

  async #store(): Promise<RedisStore> {
    if (this.#shared) return this.#shared;
    const store = new RedisStore({ prefix: `limit:${this.#name}:`, sendCommand: this.#redis.send });
    await store.init(this.#options!);
    this.#shared = store;
    return store;
  }
}
