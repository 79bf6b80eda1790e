import { aiAgents } from "../site/crawlers.js";
import type { Organisation } from "../content/organisation.js";
import { api, machineFiles } from "../addresses/paths.js";

/** RFC 9309, contentsignals.org; AI agents are named because some obey only a group that names them. */
export function robotsTxt(signals: Organisation["contentSignals"], baseUrl: string): string {
  const contentSignals = Object.entries(signals).map(([use, may]) => `${use}=${may ? "yes" : "no"}`);
  return [
    ...["*", ...aiAgents].map((agent) => `User-agent: ${agent}`),
    `Content-Signal: ${contentSignals.join(", ")}`,
    ...["/", api.events, api.calendar].map((path) => `Allow: ${path}`),
    `Disallow: ${api.assistant}`,
    "",
    `Sitemap: ${baseUrl}${machineFiles.sitemap}`,
    "",
  ].join("\n");
}
