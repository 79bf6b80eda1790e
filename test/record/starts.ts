/** What the operator reads if the environment is wrong, and the pages of sites with other settings. */
import type { Recorder } from "./recorder.js";
import { runProgram } from "./site.js";

const production = { NODE_ENV: "production", BASE_URL: "https://www.example.com" };
const mail = { SMTP_URL: "smtp://localhost", MAIL_FROM: "a@b.c", SUBMISSIONS_TO: "d@e.f", DATA_DIR: "unused" };

const environments: readonly Record<string, string>[] = [
  { NODE_ENV: "production" },
  { NODE_ENV: "live", PORT: "x", TRUST_PROXY: "maybe", LOG_LEVEL: "loud", DRAIN_DELAY: "-1" },
  { ...production, TRUST_PROXY: "0.0.0.0/0" },
  { ...production, MISTRAL_MODEL: "x", MISTRAL_DAILY_ANSWERS: "5", MISTRAL_BASE_URL: "x" },
  { ...production, DATABASE_URL: "postgres://localhost/x?sslmode=maybe" },
  { ...production, ...mail, MAIL_FROM: "nobody", SUBMISSIONS_TO: "a@b.c,x", RECEIPTS: "maybe" },
  { ...production, ...mail, DATA_DIR: "" },
  { ...production, ...mail, PRIVATE_DETAILS: "nothing.json" },
  { ...production, ...mail, PRIVATE_DETAILS: "package.json" },
  { ...production, ...mail, PRIVATE_DETAILS: "nothing.json", RECEIPTS: "off" },
  { ...production, SUBMISSIONS_WEBHOOK: "http://example.com/hook", SUBMISSIONS_WEBHOOK_SECRET: "x" },
  {
    ...production,
    SUBMISSIONS_WEBHOOK: "https://hooks.slack.com/x",
    SUBMISSIONS_WEBHOOK_SECRET: "whsec_eHg=",
    DATA_DIR: "unused",
  },
  { ...production, DATA_DIR: "/proc/nothing" },
  {
    ...production,
    BASE_URL: "https://www.example.com/path",
    MISTRAL_API_KEY: "a b",
    DATABASE_URL: "mysql://localhost/x",
    PGSSLMODE: "x",
    SMTP_URL: "smtp://localhost",
    REDIS_URL: "http://localhost",
    REDIS_TLS_VERIFY: "maybe",
    SUBMISSIONS_LOCALE: "de",
  },
];

export async function recordStarts({ note, site }: Recorder): Promise<void> {
  for (const variables of environments) {
    const { status, text } = await runProgram({ ...site.settings, variables }, "dist/server.js");
    note("start", `start with ${JSON.stringify(variables)}`, text, status);
  }
}
