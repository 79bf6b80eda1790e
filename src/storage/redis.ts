import { setTimeout as wait } from "node:timers/promises";
import type { RedisClientType } from "redis";
import type { Site } from "../site.js";
import { errorCode } from "./errors.js";

/** Short, because a visitor is waiting. */
const COMMAND_TIMEOUT_MS = 200;
/** A server that accepts a connection and never answers would keep it for ever. */
const SILENCE_MS = 15_000;

/** Written once Redis is back, because a server that is only a replica accepts connections too. */
const PROBE = ["SET", "for-commerce:available", "1", "EX", "1"];

const LATE = new Error(`no answer within ${COMMAND_TIMEOUT_MS} ms`);

type Reply = boolean | number | string | (boolean | number | string)[];

export interface Redis {
  /** Returns whether the first attempt succeeded. */
  connect(): Promise<boolean>;
  /** Rejects if Redis is unavailable, returns an error, or takes more than 200 ms. */
  send(...command: string[]): Promise<Reply>;
  close(): void;
}

/** While Redis is unavailable, commands fail at once and are not queued. */
export function openRedis(url: string, verifyTls: boolean, { logger }: Site): Redis {
  let client: RedisClientType | undefined;
  let isClosed = false;
  let isAvailable = true;

  const onError = (error: unknown) => {
    if (isAvailable && !isClosed)
      logger.error({ reason: errorCode(error) }, "Redis is unavailable: each process counts rate limits by itself");
    isAvailable = false;
  };

  const onAvailable = () => {
    if (!isAvailable) logger.info("Redis is available again");
    isAvailable = true;
  };

  const open = async () => {
    const { default: redis } = await import("redis"); // takes 0.3 s, which the start does not wait for
    if (isClosed) return;
    const created = redis.createClient({
      url,
      disableOfflineQueue: true,
      pingInterval: SILENCE_MS / 3,
      socket: url.startsWith("rediss:")
        ? { socketTimeout: SILENCE_MS, tls: true, rejectUnauthorized: verifyTls }
        : { socketTimeout: SILENCE_MS },
    }) as RedisClientType;
    client = created;
    created.on("error", (error) => client === created && onError(error));
    created.on("ready", () => isAvailable || void created.sendCommand(PROBE).then(onAvailable, onError));
    const failed = new Promise((resolve) => created.once("error", resolve)); // it goes on trying
    await Promise.race([created.connect(), failed]);
  };

  const reopen = (used: RedisClientType, error: unknown) => {
    if (client !== used) return;
    onError(error);
    used.destroy();
    client = undefined;
    void open().catch(onError);
  };

  return {
    async connect() {
      await open().catch(onError);
      return client?.isReady ?? false;
    },

    async send(...command) {
      if (!client?.isReady) throw new Error("Redis is unavailable");
      const used = client;
      try {
        const reply = await Promise.race([used.sendCommand<Reply>(command), rejectLate()]);
        if (command[0] !== "SCRIPT") onAvailable(); // a server that refuses to write still loads scripts
        return reply;
      } catch (error) {
        const { message } = error as Error;
        // A silent connection can be dead without an error, and after a failover it can lead to a replica.
        if (error === LATE || message.startsWith("READONLY")) reopen(used, error);
        else if (!message.startsWith("NOSCRIPT")) onError(error); // the caller loads its script again
        throw error;
      }
    },

    close() {
      isClosed = true;
      client?.destroy();
    },
  };
}

/** If this process was busy, only the first of the two timers has expired, and a reply is still read. */
async function rejectLate(): Promise<never> {
  for (let half = 1; half <= 2; half++) await wait(COMMAND_TIMEOUT_MS / 2, undefined, { ref: false });
  throw LATE;
}
