/** What is recorded, in parts: each has a process of the site, with settings and a clock of its own. */
import { crawl, recordVariants } from "./addresses.js";
import { recordChats } from "./chats.js";
import { recordForms } from "./forms.js";
import { LETTERS, lettersOpened, recordLetters } from "./letters.js";
import { recordMcp } from "./mcp.js";
import { recordMcpLimits, recordMcpMistakes } from "./mcp-mistakes.js";
import { mistralOpened, recordMistral } from "./mistral.js";
import { recordOddAddresses } from "./odd.js";
import { recordPaging, recordQueries, recordSearchLimit } from "./queries.js";
import { isOneIn, type Recorder } from "./recorder.js";
import { ORIGIN } from "./site.js";
import { recordStarts } from "./starts.js";

export const NOW = "2026-11-21T12:00:00Z";

export interface Part {
  readonly name: string;
  readonly now?: string;
  /** Beside those of production; `folder` is for its data. */
  variables?(folder: string): Record<string, string> | Promise<Record<string, string>>;
  record(recorder: Recorder): Promise<void>;
}

export const production = { NODE_ENV: "production", BASE_URL: ORIGIN, TRUST_PROXY: "1" };
/** Nothing is sent. */
const mail = {
  SMTP_URL: "smtp://127.0.0.1:1",
  MAIL_FROM: "site@example.com",
  SUBMISSIONS_TO: "team@example.com",
  SUBMISSIONS_WEBHOOK: "https://hooks.slack.com/services/x",
};
/** As if they were not set. */
const nothing = { NODE_ENV: "", BASE_URL: "", TRUST_PROXY: "" };

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

/** Those that depend on settings, and a part of the others. */
async function recordFew(recorder: Recorder): Promise<void> {
  const about = /legal|contact|attend|start-|join|^\/llms|^\/robots|^\/\.well/;
  await crawl(recorder, (target) => about.test(target) || isOneIn(20, target));
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
  { name: "forms", record: recordForms },
  { name: "letters", now: LETTERS, variables: lettersOpened, record: recordLetters },
  { name: "chats", record: recordChats },
  {
    name: "MCP",
    async record(recorder) {
      await recordMcp(recorder);
      await recordMcpMistakes(recorder);
      await recordMcpLimits(recorder);
    },
  },
  { name: "Mistral", variables: mistralOpened, record: recordMistral },
  { name: "after an event", now: "2026-12-03T19:00:00.001Z", record: recordSome },
  { name: "in summer", now: "2027-07-01T21:59:59Z", record: recordSome },
  { name: "when an article appears", now: "2026-11-11T23:00:00Z", record: recordSome },
  { name: "with mail", variables: () => mail, record: recordFew },
  {
    name: "with Mistral and Redis",
    variables: () => ({ MISTRAL_API_KEY: "x", REDIS_URL: "redis://127.0.0.1:1" }),
    record: recordFew,
  },
  { name: "without a store", variables: () => ({ DATA_DIR: "" }), record: recordFew },
  { name: "in development", variables: () => nothing, record: recordFew },
  { name: "starts", record: recordStarts },
];
