const aiAgents = [
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

interface Robots {
  /** By the name of a use: search, ai-input, ai-train. */
  readonly signals: Readonly<Record<string, boolean>>;
  readonly allowed: readonly string[];
  readonly disallowed: string;
  readonly sitemapUrl: string;
}

/** RFC 9309, contentsignals.org; AI agents are named because some obey only a group that names them. */
export function robotsTxt(robots: Robots): string {
  const contentSignals = Object.entries(robots.signals).map(([use, may]) => `${use}=${may ? "yes" : "no"}`);
  return [
    ...["*", ...aiAgents].map((agent) => `User-agent: ${agent}`),
    `Content-Signal: ${contentSignals.join(", ")}`,
    ...robots.allowed.map((path) => `Allow: ${path}`),
    `Disallow: ${robots.disallowed}`,
    "",
    `Sitemap: ${robots.sitemapUrl}`,
    "",
  ].join("\n");
}
