import type { Site } from "./site.js";
import { errorCode } from "./storage/errors.js";
import type { DatabaseLocation } from "./storage/schema.js";

/** Resolves with whether forms can be stored; logs once when they no longer can, and once when they can again. */
export async function checkForms({ health, logger, submissions }: Pick<Site, "health" | "logger" | "submissions">) {
  const problem: string | undefined = await submissions?.check().then(() => undefined, errorCode);
  if (problem && health.isStoring) logger.error({ reason: problem }, "Forms cannot be stored: senders get 503");
  if (!problem && !health.isStoring) logger.info("Forms can be stored again");
  health.isStoring = !problem;
  return health.isStoring;
}

/** Opens database and Redis, and logs whether they and the other services are in use. */
export async function openServices(site: Site): Promise<void> {
  const { config, deliveries, logger, redis, submissions } = site;
  const { database, smtp, mistral, webhook } = config;
  const opening = submissions && checkForms(site);
  void opening
    ?.then((isOpen) => (isOpen ? deliveries?.logUnsent() : undefined))
    .catch((error: unknown) => logger.error({ reason: errorCode(error) }, "Could not read what waits to be sent"));
  const connecting = redis?.connect();
  const state = async (connected: Promise<boolean>) => ((await connected) ? "connected" : "unavailable");
  logger.info(
    {
      database: database && opening ? `${kindOf(database)}, ${await state(opening)}` : "none",
      redis: connecting ? await state(connecting) : "none",
      mail: smtp ? `configured, receipts ${smtp.receipts ? "on" : "off"}` : "none",
      mistral: mistral ? `configured, ${mistral.model}` : "none",
      webhook: webhook ? `configured, ${webhook.format}` : "none",
    },
    "services",
  );
}

/** A folder is named, because a disk that is not mounted leaves an empty one in its place. */
function kindOf(database: DatabaseLocation): string {
  return "url" in database ? "PostgreSQL" : `file in ${database.folder}`;
}
