/** What is recorded, in parts: each has a process of the site, with settings and a clock of its own. */
import { crawl, recordVariants } from "./addresses.js";
import { recordOddAddresses } from "./odd.js";
import { recordPaging, recordQueries, recordSearchLimit } from "./queries.js";
import { isOneIn, type Recorder } from "./recorder.js";
import { ORIGIN } from "./site.js";

export const NOW = "2026-11-21T12:00:00Z";

export interface Part {
  readonly name: string;
  readonly now?: string;
  readonly variables?: Readonly<Record<string, string>>;
  record(recorder: Recorder): Promise<void>;
}

export const production = { NODE_ENV: "production", BASE_URL: ORIGIN, TRUST_PROXY: "1" };

const isOfPrograms = (target: string) => /^\/(?:api|feed|sitemap|llms|embed|\.well)/.test(target);

async function recordPages(recorder: Recorder): Promise<void> {
  const addresses = await crawl(recorder);
  await recordVariants(recorder, addresses, 40);
  await recordOddAddresses(recorder, addresses, 30);
}

/** The addresses of one language, and a part of the others: enough for what depends on time. */
async function recordSome(recorder: Recorder): Promise<void> {
  await crawl(recorder, (target) => /^\/en(?:\/|$)/.test(target) || isOfPrograms(target) || isOneIn(10, target));
}

export const parts: readonly Part[] = [
  { name: "site", record: recordPages },
  {
    name: "queries",
    async record(recorder) {
      await recordQueries(recorder);
      await recordPaging(recorder);
      await recordSearchLimit(recorder);
    },
  },
  { name: "after an event", now: "2026-12-03T19:00:00.001Z", record: recordSome },
  { name: "in summer", now: "2027-07-01T21:59:59Z", record: recordSome },
  { name: "when an article appears", now: "2026-11-11T23:00:00Z", record: recordSome },
];
