import path from "node:path";
import { type Logger, pino } from "pino";
import type { Config } from "./config.js";
import { type Assets, openAssets } from "./content/assets.js";
import { type Library, openLibrary } from "./content/library.js";
import { openTranslator, type Translator } from "./content/translator.js";
import { KeptAnswers } from "./middleware/kept-answers.js";

/** Everything that is made once and shared by all requests. */
export interface Services {
  readonly config: Config;
  readonly logger: Logger;
  readonly library: Library;
  readonly translator: Translator;
  readonly assets: Assets;
  readonly kept: KeptAnswers;
  /** False from SIGTERM on. */
  readonly health: { ready: boolean };
}

/** The project's folder: src/ and dist/ both lie directly in it. */
export const root = path.dirname(import.meta.dirname);

export function createServices(config: Config, replaced: Partial<Services> = {}): Services {
  return {
    config,
    logger: pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime }),
    library: openLibrary(path.join(root, "content")),
    translator: openTranslator(path.join(root, "locales")),
    assets: openAssets(path.join(root, "dist/public")),
    kept: new KeptAnswers(),
    health: { ready: true },
    ...replaced,
  };
}
