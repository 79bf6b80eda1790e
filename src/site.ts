import { readFileSync } from "node:fs";
import path from "node:path";
import type { Logger } from "pino";
import { createDialogue, type Dialogue } from "./assistant/dialogue.js";
import type { Knowledge } from "./assistant/embedded/knowledge.js";
import { type AnswerLimits, answerLimits } from "./assistant/limits.js";
import { type Config, root } from "./config.js";
import { type Files, openFiles, readBuiltFiles } from "./content/open-files.js";
import { type Feature, features } from "./content/page.js";
import { createStoreForm, type StoreForm } from "./forms/store.js";
import { createDeliveries, type Deliveries } from "./letters/deliveries.js";
import { type PrivateDetails, readPrivateDetails } from "./letters/private-details.js";
import { createSenders } from "./letters/senders.js";
import { createLogger } from "./logger.js";
import { once } from "./once.js";
import type { SiteSearch } from "./search/site-search.js";
import { type Snapshot, snapshots } from "./snapshot.js";
import { openDatabase } from "./storage/open-database.js";
import { openRedis, type Redis } from "./storage/redis.js";
import { formLimits as defaultFormLimits, type FormLimits } from "./storage/submission.js";
import { type SubmissionStore, submissionStore } from "./storage/submissions.js";
import type { Instant } from "./text/wall-clock.js";
import { createRender, createRenderText, type Render } from "./views.js";

/** Everything that pages, answers, mails and commands are made from. */
export interface Site extends Files {
  readonly config: Config;
  readonly baseUrl: string;
  readonly clock: () => Instant;
  readonly logger: Logger;
  readonly builtAt: Instant;
  /** What depends on time, as it is now. */
  readonly snapshot: () => Snapshot;
  readonly render: Render;
  /** Renders a view that is not HTML, without escaping. */
  readonly renderText: Render;
  readonly redis: Redis | undefined;
  /** Undefined, with the two below, without a database or folder; then no form is offered. */
  readonly submissions: SubmissionStore | undefined;
  readonly deliveries: Deliveries | undefined;
  readonly storeForm: StoreForm | undefined;
  readonly privateDetails: PrivateDetails;
  readonly knowledge: () => Promise<Knowledge>;
  readonly search: () => Promise<SiteSearch>;
  readonly limits: AnswerLimits;
  readonly formLimits: FormLimits;
  readonly dialogue: Dialogue;
  /** Stopping from SIGTERM on; draining once the listener has closed. */
  readonly health: { phase: "ready" | "stopping" | "draining" };
}

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
  Pick<Site, "builtAt" | "clock" | "formLimits" | "knowledge" | "limits" | "logger" | "submissions">
>;

export function createSite(config: Config, files: Files, replaced: Replaced = {}): Site {
  const { library } = files;
  const { clock = Date.now, logger = createLogger(config.logLevel) } = replaced;
  const site = {
    ...files,
    config,
    baseUrl: config.baseUrl,
    clock,
    logger,
    builtAt: replaced.builtAt ?? 0,
    limits: replaced.limits ?? answerLimits,
    formLimits: replaced.formLimits ?? defaultFormLimits,
    health: { phase: "ready" },
  } as { -readonly [Name in keyof Site]: Site[Name] }; // with the rest, each from what stands above it

  site.snapshot = snapshots(site);
  site.render = createRender(site);
  site.renderText = createRenderText(site);

  site.redis = config.redis && openRedis({ ...config.redis, logger });
  site.submissions = replaced.submissions ?? openSubmissions(site);
  site.privateDetails = config.privateDetails ? readPrivateDetails(config.privateDetails, library.events) : {};
  if (site.submissions) {
    site.deliveries = createDeliveries(createSenders(site), { ...site, submissions: site.submissions });
    site.storeForm = createStoreForm(site.submissions, site.deliveries, site);
  }

  site.knowledge =
    replaced.knowledge ??
    once(async () => {
      const { createKnowledge } = await import("./assistant/embedded/knowledge.js");
      return createKnowledge(site, readFileSync(path.join(root, "dist/dialogue.model")));
    });
  site.search = once(async () => (await import("./search/site-search.js")).siteSearch(site));
  site.dialogue = createDialogue(site);
  return site;
}

function openSubmissions({ config: { database }, clock, builtAt }: Site): SubmissionStore | undefined {
  return database && submissionStore({ connect: () => openDatabase(database), clock, builtAt });
}

/** With mail or a webhook there is a database: readConfig rejects them without. */
export function configuredFeatures({ mistral, redis, database: forms, smtp: mail, webhook }: Config): Feature[] {
  const setUp: Record<Feature, unknown> = { mistral, redis, forms, mail, receipts: mail?.receipts, webhook };
  return features.filter((feature) => setUp[feature]);
}
