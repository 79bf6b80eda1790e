import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import type { RedisClientType } from "redis";
import { codeOf } from "./reason.js";

/** Beyond this a command counts as lost: who waits is a visitor. */
const ANSWERS_WITHIN_MS = 200;
const CONNECTS_WITHIN_MS = 2000;
const RETRY_AT_MOST_AFTER_MS = 2000;

/** What rate-limit-redis takes as a reply. */
type Reply = boolean | number | string | (boolean | number | string)[];

/** A Redis that may be away at any moment: then every command fails at once, and is not kept for later. */
export interface Redis {
  /** Sends a command. Rejects when Redis is away, refuses it, or is slower than 200 ms. */
  send(...command: string[]): Promise<Reply>;
  /** Begins to connect, and from then on stays connected as well as it can. */
  connect(): void;
  close(): void;
}

export interface RedisServer {
  readonly url: string;
  /** Whether the certificate of a `rediss://` server has to be one that is trusted. */
  readonly verifyTls: boolean;
}

interface Dependencies extends RedisServer {
  readonly logger: Pick<Logger, "info" | "error">;
}

/**
 * The connection to Redis, made when `connect` is called: nothing waits for it.
 *
 * Errors  none of its own: that Redis has gone, and that it is back, is logged once each.
 */
export function openRedis({ url, verifyTls, logger }: Dependencies): Redis {
  let client: RedisClientType | undefined;
  let wanted = false;
  let away = false;

  const isAway = (error: unknown) => {
    if (!away && wanted) logger.error({ reason: codeOf(error) }, "Redis is away: each process counts for itself");
    away = true;
  };
  const isBack = () => {
    if (away) logger.info("Redis is back");
    away = false;
  };

  const open = async () => {
    const { default: redis } = await import("redis"); // its third of a second is not to be a part of the start
    if (!wanted || client) return;
    const made = redis.createClient({
      url,
      disableOfflineQueue: true,
      socket: {
        connectTimeout: CONNECTS_WITHIN_MS,
        reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, RETRY_AT_MOST_AFTER_MS),
        ...(url.startsWith("rediss:") && { tls: true as const, rejectUnauthorized: verifyTls }),
      },
    }) as RedisClientType;
    client = made;
    made.on("error", (error) => client === made && isAway(error));
    made.on("ready", isBack);
    await made.connect();
  };

  const connect = () => {
    wanted = true;
    if (!client) open().catch(isAway);
  };

  const drop = () => {
    client?.destroy();
    client = undefined;
  };

  return {
    connect,

    async send(...command) {
      if (!client?.isReady) throw new Error("Redis is away");
      const used = client;
      const late = Symbol("late");
      // Two timers in a row: when this process itself was busy, only the first has run out, and a reply still counts.
      const tooLong = wait(ANSWERS_WITHIN_MS / 2, undefined, { ref: false }).then(() =>
        wait(ANSWERS_WITHIN_MS / 2, late, { ref: false }),
      );
      const reply = await Promise.race([used.sendCommand<Reply>(command), tooLong]);
      if (reply !== late) return reply as Reply;

      // A connection that says nothing may be dead without either side knowing it: only a new one can tell.
      if (client === used) {
        isAway(new Error(`no answer within ${ANSWERS_WITHIN_MS} ms`));
        drop();
        connect();
      }
      throw new Error("Redis is late");
    },

    close() {
      wanted = false;
      drop();
    },
  };
}
