import { createServer, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import supertest from "supertest";
import { createApp } from "../../src/app.js";
import { cachedResponses } from "../../src/cached-responses.js";
import { readConfig } from "../../src/config.js";
import type { Files } from "../../src/content/open-files.js";
import { createServices, featuresOf, type Replaced } from "../../src/services.js";
import { parsed } from "./html.js";
import { BASE_URL, filesWith } from "./library.js";

export { listeningLogger } from "./logger.js";
export { BASE_URL };

/** The time of a site in a test, unless the test sets a clock. */
export const NOW = Date.parse("2026-11-21T09:00:00Z");

/** The real site as assembled by server.ts, without its own port. */
export function site(replaced: Partial<Replaced & Files> = {}, variables: NodeJS.ProcessEnv = {}) {
  const config = readConfig({ BASE_URL, LOG_LEVEL: "silent", ...variables });
  const files = { ...filesWith({ baseUrl: config.baseUrl, features: featuresOf(config) }), ...replaced };
  const services = createServices(config, files, { clock: () => NOW, ...replaced });
  const { listener, logCounts } = cachedResponses(services, createApp(services));

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
      const server = createServer(listener).listen(0);
      const { port } = server.address() as AddressInfo;
      try {
        return await new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
          httpRequest({ port, path, method, headers: { connection: "close", ...headers } }, (response) => {
            const chunks: Buffer[] = [];
            response.on("data", (chunk: Buffer) => chunks.push(chunk));
            response.on("end", () =>
              resolve({
                status: response.statusCode!,
                headers: response.headers,
                text: Buffer.concat(chunks).toString(),
              }),
            );
          })
            .on("error", reject)
            .end();
        });
      } finally {
        server.close();
      }
    },
  };
}
