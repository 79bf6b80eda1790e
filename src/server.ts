import { statSync } from "node:fs";
import { createServer } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { createApp, httpMessageClasses } from "./app.js";
import { cachedResponses } from "./cached-responses.js";
import { ConfigError, readConfig } from "./config.js";
import { MAX_PER_ADDRESS, watchConnections } from "./connections.js";
import { ContentError } from "./content/problems.js";
import { prerenderPages } from "./prerender.js";
import { createServices, filesFor, type Services } from "./services.js";
import { exampleFacts } from "./site/organisation.js";
import { scheduleRetention } from "./storage/retention.js";

const COUNT_EVERY_MS = 60_000;
/** Those who waited for the start are answered first; pages are made ahead after them. */
const WARM_AFTER_MS = 1000;
/** How long kept-alive connections are told to close before they are closed: a request on its way is not cut off. */
const LAST_REQUESTS_MS = 1000;
const STREAMS_MAY_TAKE_MS = 25_000;
/** How long a client may read nothing of its answer; no answer is silent for so long. */
const UNREAD_MS = 60_000;

// While pages are made, nearly every new object is kept. V8 would learn to allocate parts of later requests as old
// objects too, and these, with all that they refer to, would wait for a full garbage collection.
setFlagsFromString("--no-allocation-site-pretenuring");
// Nor would V8 collect what the start and the making of pages leave behind before the heap has several times the size
// of what is in use. Now it does when it is half as large again.
setFlagsFromString("--heap-growing-percent=50");

const services = await startOrSayWhy();
const { config, logger, library, health, submissions } = services;
const app = createApp(services);
const { listener, logCounts } = cachedResponses(services, app);

const server = createServer({
  ...httpMessageClasses(app),
  // Idle connections outlive those of the routers in front, which reuse them (60 to 90 s), so that none is cut in use.
  keepAliveTimeout: 95_000,
  headersTimeout: 20_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5000,
});
server.timeout = UNREAD_MS;
server.maxHeadersCount = 0; // their size is limited: a number would drop the last ones, which a proxy has added
const connections = watchConnections(server, listener, config.trustProxy === false ? MAX_PER_ADDRESS : Infinity);

server.on("error", ({ message }) => {
  logger.fatal({ reason: message }, "cannot listen");
  process.exit(1);
});
process.on("uncaughtException", (error) => {
  logger.fatal({ err: error }, "ended by a bug"); // its state is unknown now: the host starts it anew
  process.exit(1);
});
server.listen({ port: config.port, host: config.host }, () => {
  logger.info(
    { address: server.address(), baseUrl: config.baseUrl, startMs: Math.round(performance.now()) },
    "listening",
  );
  const shipped = exampleFacts(library.organisation);
  if (config.production && shipped.length > 0) {
    logger.error({ fields: shipped }, "content/site.json still has the example facts it was shipped with");
  }
  setImmediate(connect); // after a first visitor's request
  setTimeout(warm, WARM_AFTER_MS).unref();
});
setInterval(logCounts, COUNT_EVERY_MS).unref();

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, () => void (health.ready && stop())); // a second signal changes nothing: the stop is under way
}

/** Connects to other servers. Nothing waits for it, and what fails here fails again when it is used. */
function connect(): void {
  services.redis?.connect();
  if (submissions) {
    submissions.open().catch((error: unknown) => logger.error({ err: error }, "Submissions cannot be kept"));
    const { retentionMonths } = library.organisation;
    const builtAt = statSync(import.meta.filename).mtimeMs;
    scheduleRetention({ submissions, retentionMonths, clock: services.clock, builtAt, logger });
  } else logger.warn("Forms are not offered: in production they need DATABASE_URL or DATA_DIR");
  services.outbox?.wake();
}

/** Makes what the first visitors would otherwise wait for; what fails here fails again then. */
function warm(): void {
  if (!health.ready) return;
  services.dialogue
    .warm()
    .catch((error: unknown) => logger.error({ err: error }, "Dialogue cannot be made ready"))
    .then(() => prerenderPages(services, listener))
    .catch((error: unknown) => logger.error({ err: error }, "Pages cannot be made ahead"));
}

/** Tells the router, lets it look elsewhere, finishes what runs, and ends. */
async function stop(): Promise<void> {
  logger.info("stopping");
  health.ready = false; // from here on every answer says Connection: close
  const mailed = services.outbox?.stop();
  await wait(Math.max(config.drainDelay * 1000, config.production ? LAST_REQUESTS_MS : 0));

  server.close(async () => {
    logCounts();
    services.redis?.close();
    await mailed;
    await submissions?.close().catch((error: unknown) => logger.error({ err: error }, "Submissions cannot be closed"));
    logger.info("stopped"); // nothing is left to wait for, and the process ends when the log is written
  });
  connections.closeIdle();
  setTimeout(() => server.closeAllConnections(), STREAMS_MAY_TAKE_MS).unref();
}

/** What an operator or author got wrong is told in words; anything else is a bug and keeps its stack. */
async function startOrSayWhy(): Promise<Services> {
  try {
    const config = readConfig();
    return createServices(config, await filesFor(config));
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof ContentError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
