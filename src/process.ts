import { statSync } from "node:fs";
import { createServer } from "node:http";
import { setTimeout as wait, setImmediate as waitForInput } from "node:timers/promises";
import { VERSION } from "./addresses/paths.js";
import { ConfigError, readConfig } from "./config.js";
import { Connections } from "./connections.js";
import { placeholderFacts } from "./content/json-files.js";
import { ContentError } from "./content/problems.js";
import { unusedDetails } from "./events/private-details.js";
import { MAX_HEADER_LINES } from "./http/checks.js";
import { createListener } from "./routes.js";
import { openBuild, Site } from "./site.js";
import { type DatabaseLocation, problemOfFolder } from "./storage/database.js";
import { eraseDaily } from "./storage/erase-expired.js";

const LOG_COUNTS_EVERY_MS = 60_000;
/** Between the first response with `Connection: close` and closing idle connections, so that no request is cut off. */
const LAST_REQUESTS_MS = 1000;
const RESPONSES_MAY_TAKE_MS = 25_000;

const site = openSiteOrExit();
const { config, logger, library, health, forms, redis } = site;
const { listener, logCounts, messageClasses } = createListener(site);

function logMinute(): void {
  logCounts();
  site.dialogue.logCounts();
  void forms?.intake.check();
}

const server = createServer({
  ...messageClasses,
  // Proxies reuse idle connections for 60 to 90 s, and lose a request if the server closes one first.
  keepAliveTimeout: 95_000,
  headersTimeout: 20_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5000,
});
server.timeout = 60_000; // longer than any pause within a response
server.maxHeadersCount = MAX_HEADER_LINES + 1; // Node drops further lines silently; a request that has them gets 431
const connections = new Connections(server, listener);

server.on("error", ({ message }) => {
  logger.fatal({ reason: message }, "Could not listen: see HOST and PORT");
  process.exit(1);
});
process.on("uncaughtException", (error) => {
  logger.fatal({ err: error }, "Ended by an unexpected error");
  process.exit(1);
});
server.listen({ port: config.port, host: config.host }, () => {
  const startMs = Math.round(performance.now());
  logger.info({ version: VERSION, address: server.address(), baseUrl: config.baseUrl, startMs }, "listening");
  const examples = placeholderFacts(library.organisation);
  if (config.production && examples.length > 0)
    logger.error({ fields: examples }, "content/site.json still has the example facts it was shipped with");
  if (config.unusedDataDir)
    logger.warn({ folder: config.unusedDataDir }, "DATA_DIR is not used, because DATABASE_URL is set");
  const unused = config.privateDetails ? unusedDetails(site) : [];
  if (unused.length > 0) logger.warn({ entries: unused }, "PRIVATE_DETAILS has entries that do not apply");
  if (!forms) logger.warn("Forms are disabled: in production they need DATABASE_URL or DATA_DIR");
  setImmediate(startBackgroundWork); // after a first visitor's request
});
setInterval(logMinute, LOG_COUNTS_EVERY_MS).unref();

/** Nothing waits for it, and each part retries when it is used. */
function startBackgroundWork(): void {
  void openServices();
  if (forms) void eraseDaily(forms.submissions, site);
  void forms?.deliveries.wake();
  // Loaded later, because each takes some 50 ms, for which one of the first requests would wait.
  setTimeout(() => site.engine().catch(() => {}), 2000).unref();
  setTimeout(() => import("./mcp/server.js").catch(() => {}), 3000).unref();
}

/** Opens database and Redis, and logs whether they and the other services are in use. */
async function openServices(): Promise<void> {
  const { database, smtp, mistral, webhook } = config;
  const opening = forms?.intake.check();
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

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, stop);
// npm sends a signal to its shell only, which ends and leaves this process behind.
const parent = process.ppid;
if (config.startedByNpm) setInterval(() => process.ppid !== parent && stop(), 200).unref();

/** The process ends by itself, so that the log is written first. */
async function stop(): Promise<void> {
  if (health.phase !== "ready") return; // it is stopping already
  await announceStop();
  const delivered = forms?.deliveries.stop(); // what the last forms send waits in the store
  await drain();
  logMinute();
  redis?.close();
  await delivered;
  await forms?.submissions.close();
  logger.info("stopped");
}

async function announceStop(): Promise<void> {
  logger.info("stopping");
  health.phase = "stopping";
  await wait(Math.max(config.drainDelay * 1000, config.production ? LAST_REQUESTS_MS : 0));
  await waitForInput(); // reads requests that arrived in the meantime, before idle connections close
}

/** Resolves when all responses are sent, or have taken too long. */
async function drain(): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  await waitForInput(); // answers requests of the connections accepted last
  connections.closeAll();
  health.phase = "draining"; // a request that arrives on an open connection may not be finished in time
  setTimeout(() => server.closeAllConnections(), RESPONSES_MAY_TAKE_MS).unref();
  await closed;
}

/** Mistakes in the environment or the content need no stack. */
function openSiteOrExit(): Site {
  try {
    const config = readConfig(undefined, problemOfFolder);
    const [, , folder] = process.argv; // npm run dev has a build of its own
    return new Site(config, openBuild(config, folder), { builtAt: statSync(import.meta.filename).mtimeMs });
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof ContentError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
