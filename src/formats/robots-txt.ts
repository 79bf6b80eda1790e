/** RFC 9309, contentsignals.org; AI agents are named because some obey only a group that names them. */
export function robotsTxt(about: {
  readonly agents: readonly string[];
  /** `search`, `ai-input`, `ai-train` */
  readonly signals: Readonly<Record<string, boolean>>;
  readonly allowed: readonly string[];
  readonly disallowed: readonly string[];
  readonly sitemap: string;
}): string {
  const { agents, signals, allowed, disallowed, sitemap } = about;
  const contentSignals = Object.entries(signals).map(([use, may]) => `${use}=${may ? "yes" : "no"}`);
  return [
    ...["*", ...agents].map((agent) => `User-agent: ${agent}`),
    `Content-Signal: ${contentSignals.join(", ")}`,
    ...allowed.map((path) => `Allow: ${path}`),
    ...disallowed.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${sitemap}`,
    "",
  ].join("\n");
}
