import { readFileSync } from "node:fs";
import { pageNames } from "../../src/addresses/pages.js";
import { articlePath } from "../../src/addresses/paths.js";
import { readConfig } from "../../src/config.js";
import type { Library } from "../../src/content/library.js";
import type { Turn } from "../../src/dialogue/chat-request.js";
import type { SiteAnswer } from "../../src/dialogue/site/conversation.js";
import { SiteEngine } from "../../src/dialogue/site/engine.js";
import { Site } from "../../src/site.js";
import type { Locale } from "../../src/text/locale.js";
import { BASE_URL, filesWith, shippedLibrary } from "../support/library.js";

/** The time of the questions, as in test/support/site.ts. */
export const NOW = Date.parse("2026-11-21T09:00:00Z");

export type TestSite = ReturnType<typeof testSite>;

const config = readConfig({ BASE_URL, LOG_LEVEL: "silent" });
const files = filesWith({ baseUrl: BASE_URL });
/** What ships, with its model. */
export const shippedSite = () =>
  testSite({ library: shippedLibrary({ baseUrl: BASE_URL }), model: readFileSync("dist/dialogue.model") });

/** Dialogue without a server. */
export function testSite({ library, model }: { library: Library; model: Uint8Array }, now = NOW) {
  const services = new Site(config, { ...files, library }, { clock: () => now });
  const { snapshot } = services;
  const engine = new SiteEngine(services, model);
  const { pathTo } = library;

  const pageAt = (path: string, locale: Locale): string | undefined => {
    const [address] = path.split("#");
    const article = snapshot()
      .articles.articlesIn(locale)
      .find(({ kind, slug }) => articlePath({ kind, slug }, locale) === address);
    if (article) return `${article.kind}:${article.slug}`;
    return pageNames.find((name) => pathTo(name, locale) === address);
  };

  return {
    library,
    services,
    pageAt,
    engine,
    /** The answer to the last of the visitor's turns. */
    converse(ask: readonly string[], locale: Locale, from?: string): SiteAnswer {
      const turns: Turn[] = [];
      for (const content of ask.slice(0, -1)) {
        turns.push({ role: "user", content });
        turns.push({ role: "assistant", content: engine.answer(turns, locale, from).text });
      }
      return engine.answer([...turns, { role: "user", content: ask.at(-1)! }], locale, from);
    },
  };
}
