import { statSync } from "node:fs";
import { createServer } from "node:http";
import { setTimeout as wait, setImmediate as waitForInput } from "node:timers/promises";
import { createApp, httpMessageClasses } from "./app.js";
import { cachedResponses } from "./cached-responses.js";
import { ConfigError, readConfig } from "./config.js";
import { connect } from "./connect.js";
import { DIRECT, limitConnections, PROXIED } from "./connections.js";
import { ContentError } from "./content/problems.js";
import { MAX_HEADER_LINES } from "./http/request-checks.js";
import { createServices, filesFor, type Services } from "./services.js";
import { placeholderFacts } from "./site/organisation.js";
import { requireWritable } from "./storage/data-folder.js";
import { errorMessage } from "./storage/errors.js";

const LOG_COUNTS_EVERY_MS = 60_000;
/** Between the first response with `Connection: close` and closing idle connections, so that no request is cut off. */
const LAST_REQUESTS_MS = 1000;
const RESPONSES_MAY_TAKE_MS = 25_000;
/** Longer than any pause within a response. */
const UNREAD_MS = 60_000;

const services = await createServicesOrExit();
const { config, logger, library, health, submissions, deliveries, redis } = services;
const app = createApp(services);
const { listener, logCounts } = cachedResponses(services, app);

const logMinute = () => {
  logCounts();
  services.dialogue.logCounts();
};

const server = createServer({
  ...httpMessageClasses(app),
  // Proxies reuse idle connections for 60 to 90 s, and lose a request if the server closes one first.
  keepAliveTimeout: 95_000,
  headersTimeout: 20_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5000,
});
server.timeout = UNREAD_MS;
server.maxHeadersCount = MAX_HEADER_LINES + 1; // Node drops further lines silently; a request that has them gets 431
const connections = limitConnections(server, listener, config.trustProxy === false ? DIRECT : PROXIED);

server.on("error", ({ message }) => {
  logger.fatal({ reason: message }, "Could not listen");
  process.exit(1);
});
process.on("uncaughtException", (error) => {
  logger.fatal({ err: error }, "Ended by an unexpected error");
  process.exit(1);
});
server.listen({ port: config.port, host: config.host }, () => {
  logger.info(
    { address: server.address(), baseUrl: config.baseUrl, startMs: Math.round(performance.now()) },
    "listening",
  );
  const examples = placeholderFacts(library.organisation);
  if (config.production && examples.length > 0)
    logger.error({ fields: examples }, "content/site.json still has the example facts it was shipped with");
  if (config.unusedDataDir)
    logger.warn({ folder: config.unusedDataDir }, "DATA_DIR is not used, because DATABASE_URL is set");
  setImmediate(connect, services); // after a first visitor's request
});
setInterval(logMinute, LOG_COUNTS_EVERY_MS).unref();

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => void (health.ready && stop()));
// npm sends a signal to its shell only, which ends and leaves this process behind.
const parent = process.ppid;
if (config.startedByNpm) setInterval(() => process.ppid !== parent && health.ready && stop(), 200).unref();

/** The process ends by itself, so that the log is written first. */
async function stop(): Promise<void> {
  logger.info("stopping");
  health.ready = false;
  await wait(Math.max(config.drainDelay * 1000, config.production ? LAST_REQUESTS_MS : 0));
  await waitForInput(); // reads requests that arrived in the meantime, before idle connections close

  const delivered = deliveries?.stop();
  server.close(async () => {
    logMinute();
    redis?.close();
    await delivered;
    await submissions?.close();
    logger.info("stopped");
  });
  await waitForInput(); // answers requests of the connections accepted last
  connections.closeIdle();
  health.draining = true; // requests pipelined behind a long response may not be finished in time
  setTimeout(() => server.closeAllConnections(), RESPONSES_MAY_TAKE_MS).unref();
}

/** Mistakes in the environment or the content need no stack. */
async function createServicesOrExit(): Promise<Services> {
  try {
    const config = readConfig();
    if (config.database && "folder" in config.database) requireDataFolder(config.database.folder);
    const builtAt = statSync(import.meta.filename).mtimeMs;
    return createServices(config, await filesFor(config), { builtAt });
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof ContentError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

function requireDataFolder(folder: string): void {
  try {
    requireWritable(folder);
  } catch (error) {
    throw new ConfigError([`DATA_DIR: must be a folder that the site can write to: ${errorMessage(error)}`]);
  }
}
