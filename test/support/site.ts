/** The whole site in this process. */
import { Agent } from "node:http";
import { readConfig } from "../../src/config.js";
import { createListener } from "../../src/routes.js";
import { configuredFeatures, type Files, type Replaced, Site } from "../../src/site.js";
import { parsed } from "./html.js";
import { BASE_URL, filesWith } from "./library.js";
import { ask, portOf } from "./listen.js";
import { listeningLogger } from "./logger.js";

export { BASE_URL, listeningLogger };

/** The time of a site in a test, unless the test sets a clock. */
export const NOW = Date.parse("2026-11-21T09:00:00Z");

export type Given = Replaced & { readonly files?: Partial<Files> };

const agent = new Agent({ keepAlive: true });

/** The real site as assembled by server.ts, without its own port. */
export function site({ files, ...replaced }: Given = {}, variables: NodeJS.ProcessEnv = {}) {
  const config = readConfig({ BASE_URL, LOG_LEVEL: "silent", ...variables });
  const shipped = filesWith({ baseUrl: config.baseUrl, features: configuredFeatures(config) });
  const services = new Site(config, { ...shipped, ...files }, { clock: () => NOW, ...replaced });
  const { listener, logCounts } = createListener(services);
  let port: Promise<number> | undefined;
  return {
    services,
    listener,
    logCounts,
    async get(path: string, headers: Record<string, string> = {}) {
      port ??= portOf(listener);
      const { pathname, search } = new URL(path, BASE_URL);
      // Compression takes longer than rendering.
      const sent = { headers: { "accept-encoding": "identity", ...headers }, agent };
      return parsed(await ask(await port, pathname + search, sent));
    },
    /** Sends a path unchanged; other clients normalize it. */
    async raw(path: string, method = "GET", headers: Record<string, string> = {}) {
      port ??= portOf(listener);
      return ask(await port, path, { method, headers, agent: false });
    },
  };
}

export async function siteOnPort(given: Given = {}, variables: NodeJS.ProcessEnv = {}) {
  const { logger, lines } = listeningLogger();
  const { listener, services, raw } = site({ logger, ...given }, { TRUST_PROXY: "1", ...variables });
  return { lines, services, raw, origin: `http://127.0.0.1:${await portOf(listener)}` };
}

let visitors = 0;
/** The address of a new visitor, so that no test reaches the rate limit by accident. */
export function newAddress(): string {
  visitors += 1;
  return `198.18.${visitors >> 8}.${visitors & 255}`;
}
