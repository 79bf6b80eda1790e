import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import type { RedisClientType } from "redis";
import { errorCode } from "./errors.js";

/** Short, because a visitor is waiting. */
const COMMAND_TIMEOUT_MS = 200;
/** A server that accepts a connection and never answers would keep it for ever. */
const SILENCE_MS = 15_000;

/** Written once Redis is back, because a server that is only a replica accepts connections too. */
const PROBE = ["SET", "for-commerce:available", "1", "EX", "1"];

const LATE = Symbol("late");

type Reply = boolean | number | string | (boolean | number | string)[];

export type Redis = ReturnType<typeof openRedis>;

interface RedisServer {
  readonly url: string;
  readonly verifyTls: boolean;
  readonly logger: Pick<Logger, "info" | "error">;
}

/** While Redis is unavailable, commands fail at once and are not queued. */
export function openRedis({ url, verifyTls, logger }: RedisServer) {
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
      socket: {
        socketTimeout: SILENCE_MS,
        ...(url.startsWith("rediss:") && { tls: true, rejectUnauthorized: verifyTls }),
      },
    }) as RedisClientType;
    client = created;
    created.on("error", (error) => client === created && onError(error));
    created.on("ready", () => isAvailable || void created.sendCommand(PROBE).then(onAvailable, onError));
    const failed = new Promise((resolve) => created.once("error", resolve)); // it goes on trying
    await Promise.race([created.connect(), failed]);
  };

  const reopen = (used: RedisClientType, error: Error) => {
    if (client !== used) return;
    onError(error);
    used.destroy();
    client = undefined;
    void open().catch(onError);
  };

  return {
    /** Returns whether the first attempt succeeded. */
    async connect(): Promise<boolean> {
      await open().catch(onError);
      return client?.isReady ?? false;
    },

    /** Rejects if Redis is unavailable, returns an error, or takes more than 200 ms. */
    async send(...command: string[]): Promise<Reply> {
      if (!client?.isReady) throw new Error("Redis is unavailable");
      const used = client;
      const reply = await Promise.race([used.sendCommand<Reply>(command), timeout()]).catch((error: Error) => {
        // After a failover, the connection can lead to a server that is only a replica now.
        if (error.message.startsWith("READONLY")) reopen(used, error);
        else if (!error.message.startsWith("NOSCRIPT")) onError(error); // the caller loads its script again
        throw error;
      });
      if (reply === LATE) {
        // A silent connection can be dead without an error, which only a new one reveals.
        reopen(used, new Error(`no answer within ${COMMAND_TIMEOUT_MS} ms`));
        throw new Error("Redis timed out");
      }
      // A server that refuses to write still loads scripts.
      if (command[0] !== "SCRIPT") onAvailable();
      return reply as Reply;
    },

    close() {
      isClosed = true;
      client?.destroy();
    },
  };
}

/** If this process was busy, only the first of the two timers has expired, and a reply is still read. */
async function timeout(): Promise<typeof LATE> {
  await wait(COMMAND_TIMEOUT_MS / 2, undefined, { ref: false });
  return wait(COMMAND_TIMEOUT_MS / 2, LATE, { ref: false });
}
