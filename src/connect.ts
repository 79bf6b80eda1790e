import type { Services } from "./services.js";
import { errorCode } from "./storage/errors.js";

/** Opens database and Redis, and logs whether they and other services are in use. */
export async function connect({ config, deliveries, logger, redis, submissions }: Services): Promise<void> {
  const { database, smtp, mistral, webhook } = config;
  const opening = submissions
    ?.open()
    .then(deliveries?.logUnsent)
    .then(() => true)
    .catch((error: unknown) => logger.error({ reason: errorCode(error) }, "Could not open the submissions store"));
  const connecting = redis?.connect();
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
