import { readFileSync } from "node:fs";
import path from "node:path";
import type { Logger } from "pino";
import { createDialogue, type Dialogue } from "./assistant/dialogue.js";
import type { Knowledge } from "./assistant/knowledge.js";
import { type AnswerLimits, answerLimits } from "./assistant/limits.js";
import { type Config, root } from "./config.js";
import { readBuiltFiles } from "./content/built-content.js";
import { type Files, openFiles } from "./content/open-files.js";
import { type AgendaKeeper, agendaKeeper } from "./domain/agenda.js";
import { once } from "./domain/once.js";
import { type Feature, features } from "./domain/page.js";
import { type PublishedArticles, publishedArticles } from "./domain/published-articles.js";
import { type FormLimits, formLimits } from "./domain/submission.js";
import type { Instant } from "./domain/wall-clock.js";
import { type EventRecords, eventRecords } from "./formats/event-record.js";
import { ResponseCache } from "./http/response-cache.js";
import { securityHeaders } from "./http/security-headers.js";
import { createLogger } from "./logger.js";
import { createSenders } from "./senders.js";
import { createDeliveries, type Deliveries } from "./storage/deliveries.js";
import { openDatabase } from "./storage/open-database.js";
import { openRedis, type Redis } from "./storage/redis.js";
import { type SubmissionStore, submissionStore } from "./storage/submissions.js";
import { createRender, type Render } from "./views.js";

export interface Services extends Files {
  readonly config: Config;
  readonly logger: Logger;
  readonly clock: () => Instant;
  readonly builtAt: Instant;
  readonly agenda: AgendaKeeper;
  readonly records: EventRecords;
  readonly articles: PublishedArticles;
  readonly responseCache: ResponseCache;
  readonly render: Render;
  readonly redis: Redis | undefined;
  /** Undefined without a database or folder; then no form is offered. */
  readonly submissions: SubmissionStore | undefined;
  readonly deliveries: Deliveries;
  readonly knowledge: () => Promise<Knowledge>;
  readonly limits: AnswerLimits;
  readonly formLimits: FormLimits;
  readonly dialogue: Dialogue;
  /** Not ready from SIGTERM on; draining once the listener has closed. */
  readonly health: { ready: boolean; draining: boolean };
}

/** Rejects with a ContentError if a file has a problem; in development, problems of content/ leave the content of the last build. */
export async function filesFor(config: Config, from: "build" | "sources" = "build"): Promise<Files> {
  const built = from === "build" ? await readBuiltFiles(import.meta.dirname) : undefined;
  const orLastBuild = from === "build" && config.isLocalDevelopment;
  return openFiles(root, { baseUrl: config.baseUrl, features: featuresOf(config), orLastBuild }, built);
}

export function createServices(config: Config, files: Files, provided: Partial<Services> = {}): Services {
  const { clock = Date.now, builtAt = 0 } = provided;
  const { baseUrl, mistral, redis: redisConfig, database } = config;
  const { library, getFixedT } = { ...files, ...provided };
  const logger = provided.logger ?? createLogger(config.logLevel);
  const agenda = agendaKeeper(library.events, library.organisation.timezone, clock);
  const records = eventRecords({ baseUrl, ...library, getFixedT });
  const articles = publishedArticles(library.articles, clock, config.isLocalDevelopment);
  const redis = provided.redis ?? (redisConfig && openRedis({ ...redisConfig, logger }));
  const submissions =
    provided.submissions ??
    (database && submissionStore({ connect: () => openDatabase(database, logger), clock, builtAt }));
  const shared = {
    config,
    logger,
    clock,
    builtAt,
    ...files,
    agenda,
    records,
    articles,
    redis,
    submissions,
    limits: answerLimits,
    formLimits,
    ...provided,
  };
  const knowledge = once(async () => {
    const { createKnowledge } = await import("./assistant/knowledge.js");
    return createKnowledge({ ...shared, model: readFileSync(path.join(root, "dist/dialogue.model")) });
  });

  return {
    responseCache: new ResponseCache(
      clock,
      (now) => Math.min(agenda.current().validUntil(now), articles.current().validUntil),
      securityHeaders(config),
    ),
    render: createRender(shared),
    knowledge,
    dialogue: createDialogue({ knowledge, ...shared, account: mistral }),
    health: { ready: true, draining: false },
    deliveries: createDeliveries(createSenders(shared), shared),
    ...shared,
  };
}

/** With mail or a webhook there is a database: readConfig rejects them without. */
export function featuresOf({ mistral, redis, database: forms, smtp: mail, webhook }: Config): Feature[] {
  const setUp: Record<Feature, unknown> = { mistral, redis, forms, mail, receipts: mail?.receipts, webhook };
  return features.filter((feature) => setUp[feature]);
}
