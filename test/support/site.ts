import type { IncomingHttpHeaders } from "node:http";
import supertest from "supertest";
import { createApp } from "../../src/app.js";
import { readConfig } from "../../src/config.js";
import type { Files } from "../../src/content/open-files.js";
import { configuredFeatures, createSite, type Replaced } from "../../src/site.js";
import { parsed } from "./html.js";
import { BASE_URL, filesWith } from "./library.js";
import { ask, portOf } from "./listen.js";
import { listeningLogger } from "./logger.js";

export { BASE_URL, listeningLogger };

/** The time of a site in a test, unless the test sets a clock. */
export const NOW = Date.parse("2026-11-21T09:00:00Z");

export type Given = Replaced & { readonly files?: Partial<Files> };

/** The real site as assembled by server.ts, without its own port. */
export function site({ files, ...replaced }: Given = {}, variables: NodeJS.ProcessEnv = {}) {
  const config = readConfig({ BASE_URL, LOG_LEVEL: "silent", ...variables });
  const shipped = filesWith({ baseUrl: config.baseUrl, features: configuredFeatures(config) });
  const services = createSite(config, { ...shipped, ...files }, { clock: () => NOW, ...replaced });
  const { listener, logCounts } = createApp(services);
  let port: Promise<number> | undefined;

  return {
    services,
    listener,
    logCounts,
    client: supertest(listener),
    async get(path: string, headers: Record<string, string> = {}) {
      const response = await supertest(listener)
        .get(path)
        .set({ "accept-encoding": "identity", ...headers }); // compression takes longer than rendering
      const { status, text } = response;
      return parsed({ status, headers: response.headers as IncomingHttpHeaders, text });
    },
    /** Sends a path unchanged; other clients normalize it. */
    async raw(path: string, method = "GET", headers: Record<string, string> = {}) {
      port ??= portOf(listener);
      return ask(await port, path, { method, headers, agent: false });
    },
  };
}

/** The site on a port of its own, with its log. */
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
