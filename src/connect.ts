import type { Services } from "./services.js";
import { errorCode } from "./storage/errors.js";

/** Logs once when forms can no longer be stored, and once when they can again. */
export function formsCheck({ logger, submissions }: Pick<Services, "logger" | "submissions">) {
  let isStoring = true;
  return async (): Promise<void> => {
    const problem: string | undefined = await submissions?.check().then(() => undefined, errorCode);
    if (problem && isStoring) logger.error({ reason: problem }, "Forms cannot be stored: senders get 503");
    if (!problem && !isStoring) logger.info("Forms can be stored again");
    isStoring = !problem;
  };
}

/** Opens database and Redis, and logs whether they and other services are in use. */
export async function connect({ config, deliveries, logger, redis, submissions }: Services): Promise<void> {
  const { database, smtp, mistral, webhook } = config;
  const opening = submissions
    ?.check()
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
