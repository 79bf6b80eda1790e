import type { Site } from "./site.js";
import { errorCode } from "./storage/errors.js";

/** Resolves with whether forms can be stored; logs once when they no longer can, and once when they can again. */
export function formsCheck({ logger, submissions }: Pick<Site, "logger" | "submissions">) {
  let isStoring = true;
  return async (): Promise<boolean> => {
    const problem: string | undefined = await submissions?.check().then(() => undefined, errorCode);
    if (problem && isStoring) logger.error({ reason: problem }, "Forms cannot be stored: senders get 503");
    if (!problem && !isStoring) logger.info("Forms can be stored again");
    isStoring = !problem;
    return isStoring;
  };
}

/** Opens database and Redis, and logs whether they and the other services are in use. */
export async function openServices(
  { config, deliveries, logger, redis, submissions }: Site,
  checkForms: () => Promise<boolean>,
): Promise<void> {
  const { database, smtp, mistral, webhook } = config;
  const opening = submissions && checkForms();
  void opening
    ?.then((isOpen) => (isOpen ? deliveries?.logUnsent() : undefined))
    .catch((error: unknown) => logger.error({ reason: errorCode(error) }, "Could not read what waits to be sent"));
  const connecting = redis?.connect();
  const state = async (connected: Promise<boolean>) => ((await connected) ? "connected" : "unavailable");
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
