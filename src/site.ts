import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { i18n } from "i18next";
import type { Logger } from "pino";
import { PublishedArticles } from "./articles/published.js";
import { type Config, root } from "./config.js";
import { type Assets, notBuilt, openAssets } from "./content/assets.js";
import { createI18n } from "./content/i18n.js";
import { createLibrary, type Feature, features, type Library } from "./content/library.js";
import { type AnswerLimits, answerLimits, createDialogue, type Dialogue } from "./dialogue/dialogue.js";
import type { Engine } from "./dialogue/site/engine.js";
import { Agenda } from "./events/agenda.js";
import { type PrivateDetails, readPrivateDetails } from "./events/private-details.js";
import { FormIntake, type FormLimits, formLimits } from "./forms/intake.js";
import { ResponseCache } from "./http/cache.js";
import { securityHeaders } from "./http/headers.js";
import { createLimits, type Limits } from "./http/limits.js";
import { Deliveries } from "./letters/deliveries.js";
import { createLogger } from "./logger.js";
import { openRedis, type Redis } from "./storage/redis.js";
import { openDatabase } from "./storage/schema.js";
import { SubmissionStore } from "./storage/store.js";
import type { Locale, Translate } from "./text/locale.js";
import { dateAt, type Instant } from "./text/wall-clock.js";
import { createRender, createRenderText, type Render } from "./views.js";

/** What depends on time, and everything made from it. A new one replaces it when `until` has passed. */
interface Snapshot {
  readonly agenda: Agenda;
  readonly articles: PublishedArticles;
  /** The next moment at which anything changes: an event or its sign-up ends, midnight, an article appears. */
  readonly until: Instant;
  readonly responses: ResponseCache;
  /** For texts, records and indexes. */
  readonly memo: Memo;
}

/** Makes a value at its first call with this key, and returns it at each further one. */
type Memo = <Value>(key: string, make: () => Value) => Value;

/** What the build makes, opened. */
export interface Files {
  readonly i18n: i18n;
  readonly getFixedT: (locale: Locale) => Translate;
  readonly library: Library;
  /** Styles, scripts, fonts and images. */
  readonly assets: Assets;
  /** The code of each view. */
  readonly compiledViews: Readonly<Record<string, string>>;
}

/** Where forms are stored, and what is sent about them. */
interface Forms {
  readonly submissions: SubmissionStore;
  readonly deliveries: Deliveries;
  readonly intake: FormIntake;
}

/** What the start, the content check and tests replace. */
export interface Replaced {
  readonly builtAt?: Instant;
  readonly clock?: () => Instant;
  readonly formLimits?: FormLimits;
  readonly engine?: () => Promise<Engine>;
  readonly answerLimits?: AnswerLimits;
  readonly logger?: Logger;
  /** Of a site that stores forms. */
  readonly submissions?: SubmissionStore | undefined;
}

/**
 * Everything that pages, answers, mails and commands are made from. What comes from files and configuration is set first,
 * and Redis before the limits and Dialogue; else the order does not matter.
 */
export class Site {
  readonly config: Config;
  readonly baseUrl: string;
  readonly clock: () => Instant;
  readonly logger: Logger;
  readonly builtAt: Instant;
  readonly answerLimits: AnswerLimits;
  readonly formLimits: FormLimits;
  readonly library: Library;
  readonly assets: Assets;
  readonly i18n: i18n;
  /** The translations of a language. */
  readonly getFixedT: (locale: Locale) => Translate;
  /** The code of each view. */
  readonly compiledViews: Readonly<Record<string, string>>;
  /** For what depends on content alone. */
  readonly contentMemo = createMemo();
  /** What depends on time, as it is now. */
  readonly snapshot: () => Snapshot;
  readonly render: Render;
  /** Renders a view that is not HTML, without escaping. */
  readonly renderText: Render;
  readonly redis: Redis | undefined;
  readonly limits: Limits;
  readonly privateDetails: PrivateDetails;
  /** Undefined if no database or folder is configured: then no page has a form. */
  readonly forms: Forms | undefined;
  readonly engine: () => Promise<Engine>;
  readonly dialogue: Dialogue;
  /** Stopping from SIGTERM on; draining once the listener has closed. */
  readonly health: { phase: "ready" | "stopping" | "draining" } = { phase: "ready" };

  constructor(config: Config, files: Files, replaced: Replaced = {}) {
    this.config = config;
    this.baseUrl = config.baseUrl;
    this.clock = replaced.clock ?? Date.now;
    this.logger = replaced.logger ?? createLogger(config.logLevel);
    this.builtAt = replaced.builtAt ?? 0;
    this.answerLimits = replaced.answerLimits ?? answerLimits;
    this.formLimits = replaced.formLimits ?? formLimits;
    this.library = files.library;
    this.assets = files.assets;
    this.i18n = files.i18n;
    this.getFixedT = files.getFixedT;
    this.compiledViews = files.compiledViews;

    this.snapshot = snapshots(this);
    this.render = createRender(this);
    this.renderText = createRenderText(this);
    this.redis = config.redis && openRedis(config.redis.url, config.redis.verifyTls, this);
    this.limits = createLimits(this);

    const { database, privateDetails } = config;
    this.privateDetails = privateDetails ? readPrivateDetails(privateDetails, this.library.events) : {};
    if (database) {
      const open = () => openDatabase(database);
      const submissions = replaced.submissions ?? new SubmissionStore(open, this.clock, this.builtAt);
      const deliveries = new Deliveries(submissions, this);
      this.forms = { submissions, deliveries, intake: new FormIntake(submissions, deliveries, this) };
    }

    this.engine = replaced.engine ?? (() => this.contentMemo("engine", () => readEngine(this)));
    this.dialogue = createDialogue(this);
  }
}

function snapshots(site: Site): () => Snapshot {
  let current: Snapshot | undefined;
  return () => {
    const now = site.clock();
    if (current && now < current.until) return current;
    const { config, library } = site;
    const { timezone } = library.organisation;
    const today = dateAt(now, timezone);
    const agenda = current?.agenda.today === today ? current.agenda : new Agenda(library.events, today, timezone);
    const articles = new PublishedArticles(library.articles, now, config.isLocalDevelopment);
    const until = Math.min(agenda.nextChange(now), articles.nextChange);
    current = { agenda, articles, until, responses: new ResponseCache(securityHeaders(config)), memo: createMemo() };
    return current;
  };
}

/** A promise that rejects is made again at the next call. */
function createMemo(): Memo {
  const values = new Map<string, unknown>();
  return <Value>(key: string, make: () => Value) => {
    if (values.has(key)) return values.get(key) as Value;
    const value = make();
    values.set(key, value);
    if (value instanceof Promise) value.catch(() => values.delete(key));
    return value;
  };
}

async function readEngine(site: Site): Promise<Engine> {
  const { SiteEngine } = await import("./dialogue/site/engine.js"); // not needed at start
  return new SiteEngine(site, readFileSync(path.join(root, "dist/dialogue.model")));
}

/** Throws a ContentError if the build in the folder is not complete. */
export function openBuild(config: Config, folder = path.join(root, "dist")): Files {
  const content = path.join(folder, "content.json"); // written last
  if (!existsSync(content)) throw notBuilt("dist/content.json");
  const settings = { baseUrl: config.baseUrl, features: configuredFeatures(config) };
  return {
    ...createI18n(path.join(folder, "locales")),
    // ASCII (asciiJson), which Node reads as Latin-1 in half the time that it takes for UTF-8.
    library: createLibrary(readFileSync(content, "latin1"), settings),
    assets: openAssets(path.join(folder, "public")),
    compiledViews: JSON.parse(readFileSync(path.join(folder, "views.json"), "utf8")),
  };
}

/** With mail or a webhook there is a database: readConfig rejects them without. */
export function configuredFeatures({ mistral, redis, database: forms, smtp: mail, webhook }: Config): Feature[] {
  const setUp: Record<Feature, unknown> = { mistral, redis, forms, mail, receipts: mail?.receipts, webhook };
  return features.filter((feature) => setUp[feature]);
}
