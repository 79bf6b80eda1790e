import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "@jest/globals";
import { limitConnections } from "../../../src/connections.js";
import { ResponseCache } from "../../../src/http/response-cache.js";
import { securityHeaders } from "../../../src/http/security-headers.js";
import { anyNumber, storeInFile } from "../forms.js";
import { BASE_URL, listeningLogger, NOW, site } from "../site.js";
import { expectInvariants, isRejectedByParser } from "./sound.js";
import { exchange, type Received, type Sent } from "./wire.js";

const CEILING_MS = 2000;

/** Records the addresses that are cached. */
class WatchedCache extends ResponseCache {
  readonly addresses = new Set<string>();
  override make(...given: Parameters<ResponseCache["make"]>) {
    this.addresses.add(given[0]);
    return super.make(...given);
  }
}

/** The site on its own port. Each request comes from a new address, and each response is checked. */
export async function fuzzedSite() {
  const responseCache = new WatchedCache(
    () => NOW,
    () => Number.POSITIVE_INFINITY,
    securityHeaders({ baseUrl: BASE_URL }),
  );
  const { logger, lines } = listeningLogger();
  const store = storeInFile();
  const added: Parameters<typeof store.add>[0][] = [];
  const submissions: typeof store = {
    ...store,
    add: (sent, channels) => {
      added.push(sent);
      return store.add(sent, channels);
    },
  };
  const { listener, services } = site(
    { logger, responseCache, submissions, formLimits: anyNumber },
    { TRUST_PROXY: "1" },
  );
  const server = createServer();
  limitConnections(server, listener);
  await once(server.listen(0, "127.0.0.1"), "listening");
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await store.close();
  });
  const { port } = server.address() as AddressInfo;
  await services.knowledge(); // otherwise the first question loads it, and takes longer

  let visitors = 0;
  let slowest = { milliseconds: 0, what: "" };
  const statuses = new Map<number, number>();

  return {
    port,
    responseCache,
    assets: services.assets,
    submissions,
    added,
    /** Errors in the log. */
    errors: () => lines.filter(({ level }) => level === "error" || level === "fatal"),
    report: () => {
      const all = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${times} × ${status}`);
      return `${all.join(", ")}; the slowest took ${Math.round(slowest.milliseconds)} ms: ${slowest.what}`;
    },
    statuses: () => [...statuses.keys()],

    /** Sends a request and checks its response. A slow request is repeated once, because the machine can be busy. */
    async ask(sent: Sent): Promise<Received> {
      visitors += 1;
      const visitor = `10.${visitors >> 16}.${(visitors >> 8) & 255}.${visitors & 255}`;
      const hasVisitor = sent.headers.some(([name]) => name === "X-Forwarded-For");
      const whole: Sent = {
        ...sent,
        headers: [["Host", "site"], ...(hasVisitor ? [] : [["X-Forwarded-For", visitor] as const]), ...sent.headers],
      };
      let answer = await exchange(port, whole);
      if (!answer || answer.milliseconds > CEILING_MS) answer = await exchange(port, whole);

      const what = `${sent.method} ${sent.target}`;
      if (!answer) throw new Error(`No answer to ${what}`);
      if (answer.milliseconds > CEILING_MS) throw new Error(`${Math.round(answer.milliseconds)} ms for ${what}`);
      if (answer.milliseconds > slowest.milliseconds) {
        const about = `${what.slice(0, 120)} (body of ${sent.body?.length ?? 0} bytes)`;
        slowest = { milliseconds: answer.milliseconds, what: about };
      }
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (!isRejectedByParser(whole, answer)) expectInvariants(whole, answer);
      return answer;
    },
  };
}

export type FuzzedSite = Awaited<ReturnType<typeof fuzzedSite>>;
