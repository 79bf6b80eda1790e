import path from "node:path";
import { type Logger, pino } from "pino";
import { createDialogue, type Dialogue } from "./assistant/dialogue.js";
import { createKnowledge, type Knowledge } from "./assistant/knowledge.js";
import { type AnswerLimits, answerLimits } from "./assistant/limits.js";
import type { Config, SmtpConfig } from "./config.js";
import { type Assets, openAssets } from "./content/assets.js";
import { type Library, openLibrary } from "./content/library.js";
import { problemGatherer } from "./content/problems.js";
import { openTranslator, type Translator, wordsIn } from "./content/translator.js";
import { type AgendaKeeper, agendaKeeper } from "./domain/agenda.js";
import { type Locale, locales } from "./domain/locale.js";
import { type Feature, features } from "./domain/page.js";
import { type PublishedArticles, publishedArticles } from "./domain/published-articles.js";
import type { Submission } from "./domain/submission.js";
import type { Words } from "./domain/words.js";
import { type EventRecords, eventRecords } from "./formats/event-record.js";
import { submissionMail } from "./formats/submission-mail.js";
import { KeptAnswers } from "./middleware/kept-answers.js";
import { openDatabase } from "./storage/open-database.js";
import { createOutbox, type Outbox } from "./storage/outbox.js";
import { openRedis, type Redis } from "./storage/redis.js";
import { smtpSender } from "./storage/smtp.js";
import { type SubmissionStore, submissionStore } from "./storage/submissions.js";

/** Everything that is made once and shared by all requests. */
export interface Services {
  readonly config: Config;
  readonly logger: Logger;
  /** Milliseconds since 1970 UTC. */
  readonly clock: () => number;
  readonly library: Library;
  readonly agenda: AgendaKeeper;
  readonly records: EventRecords;
  readonly articles: PublishedArticles;
  readonly translator: Translator;
  readonly words: (locale: Locale) => Words;
  readonly assets: Assets;
  readonly kept: KeptAnswers;
  /** Undefined where each process counts for itself. */
  readonly redis: Redis | undefined;
  /** Undefined where there is nowhere to keep what forms send; then no form is offered. */
  readonly submissions: SubmissionStore | undefined;
  /** Undefined where the team is not told by mail. */
  readonly outbox: Outbox | undefined;
  readonly knowledge: Knowledge;
  readonly limits: AnswerLimits;
  readonly dialogue: Dialogue;
  /** False from SIGTERM on. */
  readonly health: { ready: boolean };
}

/** The project's folder: src/ and dist/ both lie directly in it. */
export const root = path.dirname(import.meta.dirname);

/**
 * Makes the services, but for those that are given.
 *
 * Errors  one ContentError with all that is wrong in content, words and built files.
 */
export function createServices(config: Config, given: Partial<Services> = {}): Services {
  const { clock = Date.now } = given;
  const { baseUrl, mistral, redis: redisConfig, database, smtp } = config;
  const problems = problemGatherer();
  const translator = given.translator ?? problems.attempt(() => openTranslator(path.join(root, "locales")));
  const inEach = translator && new Map(locales.map((locale) => [locale, wordsIn(translator, locale)]));
  const words = inEach && ((locale: Locale) => inEach.get(locale)!);
  const library =
    given.library ??
    problems.attempt(() => openLibrary(path.join(root, "content"), { words, baseUrl, uses: featuresOf(config) }));
  const assets = given.assets ?? problems.attempt(() => openAssets(path.join(root, "dist/public")));
  if (!translator || !words || !library || !assets) throw problems.error();

  const logger = given.logger ?? pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime });
  const agenda = agendaKeeper(library.events, library.organisation.timezone, clock);
  const records = eventRecords({ baseUrl, cities: library.cities, addresses: library.addresses, words });
  const articles = publishedArticles(library.articles, clock);
  const redis = given.redis ?? (redisConfig && openRedis({ ...redisConfig, logger }));
  const submissions =
    given.submissions ?? (database && submissionStore({ connect: () => openDatabase(database, root, logger), clock }));
  const shared = {
    config,
    logger,
    clock,
    translator,
    words,
    library,
    agenda,
    records,
    articles,
    assets,
    redis,
    submissions,
    limits: answerLimits,
    ...given,
  };
  const { knowledge = createKnowledge(shared) } = given;

  return {
    kept: new KeptAnswers(clock),
    knowledge,
    dialogue: createDialogue({ ...shared, baseUrl, knowledge, account: mistral }),
    health: { ready: true },
    outbox: submissions && smtp && createOutbox({ ...shared, submissions, send: teller(smtp, shared) }),
    ...shared,
  };
}

/** What is set up, of which pages then tell. */
function featuresOf({ mistral, redis, database, smtp }: Config): Feature[] {
  const setUp: Record<Feature, unknown> = { mistral, redis, forms: database, mail: database && smtp };
  return features.filter((feature) => setUp[feature] !== undefined);
}

/** Tells the team of a submission, in the language it was sent in. */
function teller(smtp: SmtpConfig, { words, config }: Pick<Services, "words" | "config">) {
  const send = smtpSender(smtp);
  return (submission: Submission) => send(submissionMail(submission, words(submission.locale), config.baseUrl));
}
