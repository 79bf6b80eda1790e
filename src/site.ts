import { readFileSync } from "node:fs";
import path from "node:path";
import type { i18n } from "i18next";
import type { Logger } from "pino";
import { createDialogue, type Dialogue } from "./assistant/dialogue.js";
import type { Knowledge } from "./assistant/embedded/knowledge.js";
import { type AnswerLimits, answerLimits } from "./assistant/limits.js";
import { type Config, root } from "./config.js";
import type { Assets } from "./content/assets.js";
import type { Library } from "./content/library.js";
import { type Files, openFiles } from "./content/open-files.js";
import { type Feature, features } from "./content/page.js";
import { type PrivateDetails, readPrivateDetails } from "./events/private-details.js";
import { createStoreForm, formLimits as defaultFormLimits, type FormLimits, type StoreForm } from "./forms/store.js";
import { createDeliveries, type Deliveries } from "./letters/deliveries.js";
import { createSenders } from "./letters/senders.js";
import { createLogger } from "./logger.js";
import { once } from "./once.js";
import { type Snapshot, snapshots } from "./snapshot.js";
import { openDatabase } from "./storage/open-database.js";
import { openRedis, type Redis } from "./storage/redis.js";
import { SubmissionStore } from "./storage/submissions.js";
import type { Locale, Translate } from "./text/locale.js";
import type { Instant } from "./text/wall-clock.js";
import { createRender, createRenderText, type Render } from "./views.js";

/** Everything that pages, answers, mails and commands are made from. */
export interface Site {
  readonly config: Config;
  readonly baseUrl: string;
  readonly clock: () => Instant;
  readonly logger: Logger;
  readonly builtAt: Instant;
  readonly library: Library;
  readonly assets: Assets;
  readonly i18n: i18n;
  /** The translations of a language. */
  readonly getFixedT: (locale: Locale) => Translate;
  /** The code of each view. */
  readonly compiledViews: Readonly<Record<string, string>>;
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
  readonly limits: AnswerLimits;
  readonly formLimits: FormLimits;
  readonly dialogue: Dialogue;
  /** Stopping from SIGTERM on; draining once the listener has closed. */
  readonly health: { phase: "ready" | "stopping" | "draining" };
}

/** What is opened; `npm run dev` sets a folder of its own, so that dist/ stays as it was built. */
export const build = { folder: path.join(root, "dist") };

/** Throws a ContentError if the build is not complete. */
export function openBuild(config: Config): Files {
  return openFiles(build.folder, { baseUrl: config.baseUrl, features: configuredFeatures(config) });
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

  site.redis = config.redis && openRedis(config.redis.url, config.redis.verifyTls, site);
  site.submissions = replaced.submissions ?? openSubmissions(site);
  site.privateDetails = config.privateDetails ? readPrivateDetails(config.privateDetails, library.events) : {};
  if (site.submissions) {
    site.deliveries = createDeliveries(createSenders(site.submissions, site), site.submissions, site);
    site.storeForm = createStoreForm(site.submissions, site.deliveries, site);
  }

  site.knowledge =
    replaced.knowledge ??
    once(async () => {
      const { createKnowledge } = await import("./assistant/embedded/knowledge.js");
      return createKnowledge(site, readFileSync(path.join(root, "dist/dialogue.model")));
    });
  site.dialogue = createDialogue(site);
  return site;
}

function openSubmissions({ config: { database }, clock, builtAt }: Site): SubmissionStore | undefined {
  return database && new SubmissionStore({ connect: () => openDatabase(database), clock, builtAt });
}

/** With mail or a webhook there is a database: readConfig rejects them without. */
export function configuredFeatures({ mistral, redis, database: forms, smtp: mail, webhook }: Config): Feature[] {
  const setUp: Record<Feature, unknown> = { mistral, redis, forms, mail, receipts: mail?.receipts, webhook };
  return features.filter((feature) => setUp[feature]);
}
