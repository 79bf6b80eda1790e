import path from "node:path";
import { environment } from "./environment.js";
import { webhookFormatOf } from "./letters/webhook.js";

/** The parent of both src/ and dist/. */
export const root = path.dirname(import.meta.dirname);

export type Config = ReturnType<typeof readConfig>;

/** Hosts set all of them but BASE_URL; the first that is set is used. */
const originVariables = [
  "BASE_URL",
  "RENDER_EXTERNAL_URL",
  "RAILWAY_PUBLIC_DOMAIN",
  "HEROKU_APP_DEFAULT_DOMAIN_NAME",
  "FLY_APP_NAME",
] as const;

const mailVariables = ["SMTP_URL", "MAIL_FROM", "SUBMISSIONS_TO"] as const;

/** Each variable has no effect unless one of the others is set. */
const neededVariables: Readonly<Record<string, readonly string[]>> = {
  MISTRAL_MODEL: ["MISTRAL_API_KEY"],
  MISTRAL_BASE_URL: ["MISTRAL_API_KEY"],
  MISTRAL_DAILY_ANSWERS: ["MISTRAL_API_KEY"],
  REDIS_TLS_VERIFY: ["REDIS_URL"],
  RECEIPTS: ["SMTP_URL"],
  PRIVATE_DETAILS: ["SMTP_URL"],
  SUBMISSIONS_WEBHOOK_SECRET: ["SUBMISSIONS_WEBHOOK"],
  SUBMISSIONS_LOCALE: ["SMTP_URL", "SUBMISSIONS_WEBHOOK"],
};

export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`The environment has ${problems.length} problem(s):\n  ${problems.join("\n  ")}`);
    this.name = "ConfigError";
  }
}

/** Hosts set unused variables to empty values, so these count as not set; throws one ConfigError with all problems. */
export function readConfig(variables: NodeJS.ProcessEnv = process.env) {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ""));
  const result = environment.safeParse(given);
  const problems = [
    ...(result.error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? []),
    ...combinationProblems(given),
  ];
  if (!result.success || problems.length > 0) throw new ConfigError(problems);

  const values = result.data;
  const { MISTRAL_API_KEY, REDIS_URL, SMTP_URL, DATABASE_URL, SUBMISSIONS_WEBHOOK, SUBMISSIONS_LOCALE } = values;
  const production = values.NODE_ENV === "production";
  const origin = originVariables.map((name) => values[name]).find(Boolean);
  // Most hosts' disks are empty after a deploy, so production must name a folder.
  const folder = values.DATA_DIR ?? (production ? undefined : "data");
  const baseUrl = origin ?? `http://localhost:${values.PORT}`; // never taken from a request's Host
  const { hostname } = new URL(baseUrl);
  return {
    production,
    startedByNpm: variables.npm_lifecycle_event === "start",
    /** Shows drafts, scheduled articles and failures; never at a public address, even if NODE_ENV was forgotten. */
    isLocalDevelopment: values.NODE_ENV === "development" && !origin,
    port: values.PORT,
    host: values.HOST, // undefined listens on all addresses
    baseUrl,
    trustProxy: values.TRUST_PROXY ?? false, // as Express takes it
    logLevel: values.LOG_LEVEL,
    drainDelay: values.DRAIN_DELAY, // seconds to listen after SIGTERM, for routers that notice late
    /** Without it, the embedded model answers. */
    mistral: MISTRAL_API_KEY
      ? {
          apiKey: MISTRAL_API_KEY,
          model: values.MISTRAL_MODEL,
          baseUrl: values.MISTRAL_BASE_URL,
          dailyAnswers: values.MISTRAL_DAILY_ANSWERS,
        }
      : undefined,
    /** Without it, each process counts rate limits for itself. */
    redis: REDIS_URL ? { url: REDIS_URL, verifyTls: values.REDIS_TLS_VERIFY === "true" } : undefined,
    database: DATABASE_URL ? { url: DATABASE_URL } : folder ? { folder: path.resolve(root, folder) } : undefined,
    unusedDataDir: DATABASE_URL ? values.DATA_DIR : undefined,
    smtp: SMTP_URL
      ? {
          url: SMTP_URL,
          from: values.MAIL_FROM!,
          to: values.SUBMISSIONS_TO!,
          hostname: /^\[|^[\d.]+$/.test(hostname) ? undefined : hostname,
          locale: SUBMISSIONS_LOCALE,
          receipts: values.RECEIPTS === "on",
        }
      : undefined,
    /** The file with what confirmations say and no page does. */
    privateDetails: values.PRIVATE_DETAILS && path.resolve(root, values.PRIVATE_DETAILS),
    webhook: SUBMISSIONS_WEBHOOK
      ? {
          url: SUBMISSIONS_WEBHOOK,
          secret: values.SUBMISSIONS_WEBHOOK_SECRET,
          format: webhookFormatOf(SUBMISSIONS_WEBHOOK),
          locale: SUBMISSIONS_LOCALE,
        }
      : undefined,
  };
}

function combinationProblems(given: NodeJS.ProcessEnv): string[] {
  const isProduction = given.NODE_ENV === "production";
  const problems: string[] = [];
  if (isProduction && !originVariables.some((name) => given[name]))
    problems.push("BASE_URL: must be set in production, to the address visitors use: https://www.example.com");
  for (const [name, needed] of Object.entries(neededVariables))
    if (given[name] && !needed.some((other) => given[other]))
      problems.push(`${name}: has no effect without ${needed.join(" or ")}`);
  for (const name of mailVariables) {
    const others = mailVariables.filter((other) => other !== name);
    if (!given[name] && others.some((other) => given[other]))
      problems.push(`${name}: must be set with ${others.join(" and ")}, or none of them`);
  }
  if (given.PRIVATE_DETAILS && given.RECEIPTS === "off")
    problems.push("PRIVATE_DETAILS: has no effect with RECEIPTS=off");
  for (const name of ["SMTP_URL", "SUBMISSIONS_WEBHOOK"])
    if (isProduction && given[name] && !given.DATABASE_URL && !given.DATA_DIR)
      problems.push(`${name}: has no effect without DATABASE_URL or DATA_DIR, because no form is offered`);
  return [...problems, ...webhookProblems(given)];
}

function webhookProblems({ SUBMISSIONS_WEBHOOK: url = "", SUBMISSIONS_WEBHOOK_SECRET: secret }: NodeJS.ProcessEnv) {
  if (!URL.canParse(url)) return [];
  const isSigned = webhookFormatOf(url) === "standard";
  if (isSigned && !secret) return ["SUBMISSIONS_WEBHOOK_SECRET: must be set with SUBMISSIONS_WEBHOOK"];
  return !isSigned && secret ? ["SUBMISSIONS_WEBHOOK_SECRET: has no effect with the address of Slack or Discord"] : [];
}
