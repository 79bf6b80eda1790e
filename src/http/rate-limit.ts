import type { ErrorRequestHandler, RequestHandler } from "express";
import { type AugmentedRequest, MemoryStore, type Options, rateLimit } from "express-rate-limit";
import { RedisStore } from "rate-limit-redis";
import type { Redis } from "../storage/redis.js";
import { limitedScopes } from "./client-address.js";
import { HttpError } from "./http-error.js";

const WINDOW_SECONDS = 60;

interface Limit {
  readonly name: string;
  readonly requests: number;
  /** `count` is the seconds to wait. */
  readonly messageKey?: string;
}

/** Every request counts, so this must run before the body is read. */
export function limitRate({ name, requests, messageKey }: Limit, redis: Redis | undefined): RequestHandler[] {
  return limitedScopes.map((scope) =>
    rateLimit({
      limit: scope.clients * requests,
      windowMs: WINDOW_SECONDS * 1000,
      legacyHeaders: false,
      standardHeaders: scope.clients === 1 && "draft-8",
      store: redis
        ? new SharedCount(new RedisStore({ prefix: `limit:${name}${scope.name}:`, sendCommand: redis.send }))
        : new MemoryStore(),
      validate: false, // it would write to the console; request-log.ts logs a missing TRUST_PROXY
      skip: ({ ip }) => scope.keyOf(ip) === undefined,
      keyGenerator: ({ ip }) => scope.keyOf(ip)!,
      handler(request, response, next) {
        const { resetTime } = (request as AugmentedRequest).rateLimit!;
        const remaining = resetTime ? Math.ceil((resetTime.getTime() - Date.now()) / 1000) : WINDOW_SECONDS;
        const wait = Math.max(remaining, 1);
        response.set("Retry-After", String(wait));
        next(new HttpError(429, { messageKey, values: { count: wait } }));
      },
    }),
  );
}

/** Many visitors can share an address; beyond this many requests a minute, their input is not shown again. */
const MAX_SHOWN_AGAIN = 60;

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
}
