import type { Services } from "./services.js";
import { errorMessage } from "./storage/errors.js";
import { scheduleRetention } from "./storage/retention.js";
import { OutdatedDatabase } from "./storage/schema.js";

/** After the start and its first requests. Each takes some 50 ms, for which a request would otherwise wait. */
const LOAD_AFTER_MS = { dialogue: 2000, mcp: 3000 };

/** Opens stores, and loads what the start does without. Nothing waits for it; each retries when it is used. */
export async function connect(services: Services): Promise<void> {
  const { config, deliveries, knowledge, library, logger, redis, submissions } = services;
  const { database, smtp, mistral, webhook } = config;
  const opening = submissions
    ?.open()
    .then(deliveries?.logUnsent)
    .then(() => true)
    .catch((error: unknown) => {
      logger.error({ reason: errorMessage(error) }, "Could not open the submissions store");
      if (error instanceof OutdatedDatabase) process.exit(1);
    });
  const connecting = redis?.connect();
  if (submissions) scheduleRetention({ ...services, submissions, ...library.organisation });
  else logger.warn("Forms are disabled: in production they need DATABASE_URL or DATA_DIR");
  deliveries?.wake();
  setTimeout(() => knowledge().catch(() => {}), LOAD_AFTER_MS.dialogue).unref();
  setTimeout(() => import("./mcp/server.js").catch(() => {}), LOAD_AFTER_MS.mcp).unref();

  const state = async (connected: Promise<unknown>) => ((await connected) ? "connected" : "unavailable");
  logger.info(
    {
      database: opening ? `${"url" in database! ? "PostgreSQL" : "file"}, ${await state(opening)}` : "none",
      redis: connecting ? await state(connecting) : "none",
      mail: smtp ? `configured, receipts ${smtp.receipts ? "on" : "off"}` : "none",
      mistral: mistral ? `configured, ${mistral.model}` : "none",
      webhook: webhook ? `configured, ${webhook.format}` : "none",
    },
    "services",
  );
}
