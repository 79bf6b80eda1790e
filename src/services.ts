import { readFileSync } from "node:fs";
import path from "node:path";
import type { Logger } from "pino";
import { publishedArticles } from "./articles/published.js";
import { createDialogue, type Dialogue } from "./assistant/dialogue.js";
import type { Knowledge } from "./assistant/embedded/knowledge.js";
import { type AnswerLimits, answerLimits } from "./assistant/limits.js";
import { type Config, root } from "./config.js";
import { type Files, openFiles, readBuiltFiles } from "./content/open-files.js";
import { type Feature, features } from "./content/page.js";
import { agendaKeeper } from "./events/agenda.js";
import { ResponseCache } from "./http/cache.js";
import { securityHeaders } from "./http/headers.js";
import { createDeliveries, type Deliveries } from "./letters/deliveries.js";
import { type PrivateDetails, readPrivateDetails } from "./letters/private-details.js";
import { createSenders } from "./letters/senders.js";
import { createLogger } from "./logger.js";
import { once } from "./once.js";
import { eventRecords } from "./presenters/event-record.js";
import type { Site } from "./presenters/site.js";
import { siteReader } from "./presenters/site-reader.js";
import type { SiteSearch } from "./search/site-search.js";
import { openDatabase } from "./storage/open-database.js";
import { openRedis, type Redis } from "./storage/redis.js";
import { formLimits as defaultFormLimits, type FormLimits } from "./storage/submission.js";
import { type SubmissionStore, submissionStore } from "./storage/submissions.js";
import type { Instant } from "./text/wall-clock.js";
import { createRender, type Render } from "./views.js";

export interface Services extends Files, Site {
  readonly config: Config;
  readonly logger: Logger;
  readonly builtAt: Instant;
  readonly responseCache: ResponseCache;
  readonly render: Render;
  readonly redis: Redis | undefined;
  /** Undefined, with the deliveries, without a database or folder; then no form is offered. */
  readonly submissions: SubmissionStore | undefined;
  readonly deliveries: Deliveries | undefined;
  readonly privateDetails: PrivateDetails;
  readonly knowledge: () => Promise<Knowledge>;
  readonly search: () => Promise<SiteSearch>;
  readonly limits: AnswerLimits;
  readonly formLimits: FormLimits;
  readonly dialogue: Dialogue;
  /** Stopping from SIGTERM on; draining once the listener has closed. */
  readonly health: { phase: "ready" | "stopping" | "draining" };
}

/** The services of a site that can store forms. */
export type FormServices = Services & { readonly submissions: SubmissionStore; readonly deliveries: Deliveries };

/**
 * Run from dist/, the site uses its build. Run from src/, it reads the sources, and in development the last build
 * replaces content with problems. `onlySources` uses no build. Rejects with a ContentError if a file has a problem.
 */
export async function filesFor(config: Config, { onlySources = false } = {}): Promise<Files> {
  const built = onlySources ? undefined : await readBuiltFiles(import.meta.dirname);
  const orLastBuild = !onlySources && config.isLocalDevelopment;
  return openFiles(root, { baseUrl: config.baseUrl, features: configuredFeatures(config), orLastBuild }, built);
}

/** What the start, the content check and tests replace. */
export type Replaced = Partial<
  Pick<
    Services,
    "agenda" | "articles" | "builtAt" | "clock" | "formLimits" | "knowledge" | "limits" | "logger" | "submissions"
  >
>;

export function createServices(config: Config, files: Files, replaced: Replaced = {}): Services {
  const { clock = Date.now, builtAt = 0, logger = createLogger(config.logLevel) } = replaced;
  const { limits = answerLimits, formLimits = defaultFormLimits } = replaced;
  const site = createSite(config, files, clock, replaced);
  const redis = config.redis && openRedis({ ...config.redis, logger });
  const shared = { ...site, config, limits, logger, redis };

  const { database } = config;
  const connect = database && (() => openDatabase(database));
  const submissions = replaced.submissions ?? (connect && submissionStore({ connect, clock, builtAt }));
  const privateDetails = config.privateDetails ? readPrivateDetails(config.privateDetails, site.library.events) : {};
  const senders = createSenders(site, config, privateDetails);
  const deliveries = submissions && createDeliveries(senders, { clock, formLimits, logger, submissions });

  const loadKnowledge = once(async () => {
    const { createKnowledge } = await import("./assistant/embedded/knowledge.js");
    return createKnowledge({ ...shared, model: readFileSync(path.join(root, "dist/dialogue.model")) });
  });
  const knowledge = replaced.knowledge ?? loadKnowledge;

  return {
    ...shared,
    builtAt,
    deliveries,
    dialogue: createDialogue({ ...shared, reader: siteReader(site), knowledge, account: config.mistral }),
    formLimits,
    privateDetails,
    health: { phase: "ready" },
    knowledge,
    render: createRender({ ...files, config }),
    responseCache: new ResponseCache(clock, site.nextChange, securityHeaders(config)),
    search: once(async () => (await import("./search/site-search.js")).siteSearch(site)),
    submissions,
  };
}

/** What pages and answers are made from. */
function createSite({ baseUrl, isLocalDevelopment }: Config, files: Files, clock: () => Instant, replaced: Replaced) {
  const { getFixedT, library } = files;
  const agenda = replaced.agenda ?? agendaKeeper(library.events, library.organisation.timezone, clock);
  const articles = replaced.articles ?? publishedArticles(library.articles, clock, isLocalDevelopment);
  const recordOf = eventRecords({ baseUrl, clock, library, getFixedT });
  const nextChange = (now: Instant) => Math.min(agenda.current().validUntil(now), articles.current().validUntil);
  return { ...files, baseUrl, clock, agenda, articles, recordOf, nextChange };
}

/** With mail or a webhook there is a database: readConfig rejects them without. */
export function configuredFeatures({ mistral, redis, database: forms, smtp: mail, webhook }: Config): Feature[] {
  const setUp: Record<Feature, unknown> = { mistral, redis, forms, mail, receipts: mail?.receipts, webhook };
  return features.filter((feature) => setUp[feature]);
}
