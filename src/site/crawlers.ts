import type { City } from "../addresses/cities.js";
import { concepts } from "../addresses/concepts.js";
import { articlesListedOn } from "./article-pages.js";
import { eventsListedOn } from "../addresses/listings.js";
import type { PageName } from "../addresses/paths.js";

export const aiAgents: readonly string[] = [
  "Amazonbot",
  "Applebot-Extended",
  "Bytespider",
  "CCBot",
  "ChatGPT-User",
  "Claude-SearchBot",
  "Claude-User",
  "Claude-Web",
  "ClaudeBot",
  "cohere-ai",
  "DuckAssistBot",
  "Google-Extended",
  "GPTBot",
  "Meta-ExternalAgent",
  "Meta-ExternalFetcher",
  "MistralAI-User",
  "OAI-SearchBot",
  "Perplexity-User",
  "PerplexityBot",
];

/** `priority` is 0 to 1, relative to the other pages of this site (sitemaps.org). */
export function crawlHints(page: PageName, cities: readonly City[]) {
  if (page === "home") return { changefreq: "daily", priority: 1 } as const;
  if (page === "privacy" || page === "terms") return { changefreq: "yearly", priority: 0.2 } as const;
  if (concepts.some(({ slug }) => slug === page)) return { changefreq: "daily", priority: 0.9 } as const;
  if (eventsListedOn(page, cities)) return { changefreq: "daily", priority: 0.8 } as const;
  if (articlesListedOn(page)) return { changefreq: "weekly", priority: 0.8 } as const;
  return { changefreq: "monthly", priority: 0.6 } as const;
}

export const dateHints = { changefreq: "weekly", priority: 0.7 } as const;

export const articleHints = { changefreq: "monthly", priority: 0.7 } as const;
