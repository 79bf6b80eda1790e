import type { z } from "zod";
import type { MistralAccount } from "./assistant/dependencies.js";
import { environment } from "./environment.js";
import type { DatabasePlace } from "./storage/open-database.js";
import type { RedisServer } from "./storage/redis.js";
import type { MailAccount } from "./storage/smtp.js";

/** What the operator may set, as the rest of the program uses it. */
export interface Config {
  readonly production: boolean;
  readonly port: number;
  /** The address to listen on; undefined listens on all. */
  readonly host: string | undefined;
  /** The canonical origin, without a slash at the end: never taken from a request's Host. */
  readonly baseUrl: string;
  /** For Express: a number of proxies, a list of subnets, or false. */
  readonly trustProxy: number | string[] | false;
  readonly logLevel: string;
  /** Seconds between SIGTERM and the end of listening, for routers that are slow to look elsewhere. */
  readonly drainDelay: number;
  /** The language model Dialogue asks; undefined leaves every answer to the embedded one. */
  readonly mistral: MistralAccount | undefined;
  /** Where processes count together; undefined lets each count for itself. */
  readonly redis: RedisServer | undefined;
  /** Where what forms send is kept; undefined where there is nowhere, and then no form is offered. */
  readonly database: DatabasePlace | undefined;
  /** How the team is told of what forms send; undefined tells nobody. */
  readonly smtp: MailAccount | undefined;
}

export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(
      `The environment has ${problems.length} problem(s):\n${problems.map((problem) => `  ${problem}`).join("\n")}`,
    );
    this.name = "ConfigError";
  }
}

/**
 * Reads the environment. An empty value counts as not set, as hosts and shells leave them.
 *
 * Errors  one ConfigError that names every variable that is wrong or missing.
 */
export function readConfig(variables: NodeJS.ProcessEnv = process.env): Config {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ""));
  const result = environment.safeParse(set);
  const problems = result.error?.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`) ?? [];

  const production = set.NODE_ENV === "production";
  if (production && !originVariables.some((name) => set[name] !== undefined)) {
    problems.push("BASE_URL: must be set in production, to the address visitors use: https://www.example.com");
  }
  for (const [name, needed] of Object.entries(dependent)) {
    if (set[name] !== undefined && set[needed] === undefined) problems.push(`${name}: says nothing without ${needed}`);
  }
  for (const name of mailVariables) {
    if (mailVariables.some((other) => set[other] !== undefined) && set[name] === undefined)
      problems.push(
        `${name}: must be set with ${mailVariables.filter((other) => other !== name).join(" and ")}, or none of them`,
      );
  }
  if (production && set.SMTP_URL !== undefined && set.DATABASE_URL === undefined && set.DATA_DIR === undefined) {
    problems.push("SMTP_URL: says nothing without DATABASE_URL or DATA_DIR, as nothing can be sent by forms");
  }
  if (!result.success || problems.length > 0) throw new ConfigError(problems);

  const values = result.data;
  const origin = originVariables.map((name) => values[name]).find((value) => value !== undefined);
  return {
    production,
    port: values.PORT,
    host: values.HOST,
    baseUrl: origin ?? `http://localhost:${values.PORT}`,
    trustProxy: values.TRUST_PROXY ?? false,
    logLevel: values.LOG_LEVEL,
    drainDelay: values.DRAIN_DELAY,
    mistral:
      values.MISTRAL_API_KEY === undefined
        ? undefined
        : {
            apiKey: values.MISTRAL_API_KEY,
            model: values.MISTRAL_MODEL ?? "mistral-small-latest",
            baseUrl: values.MISTRAL_BASE_URL,
            dailyAnswers: values.MISTRAL_DAILY_ANSWERS ?? 1000,
          },
    redis:
      values.REDIS_URL === undefined
        ? undefined
        : { url: values.REDIS_URL, verifyTls: values.REDIS_TLS_VERIFY !== "false" },
    database: databaseOf(values, production),
    smtp:
      values.SMTP_URL === undefined
        ? undefined
        : { url: values.SMTP_URL, from: values.MAIL_FROM!, to: values.SUBMISSIONS_TO! },
  };
}

/** Most hosts' disks are empty after a deploy, so in production a folder has to be asked for. */
function databaseOf({ DATABASE_URL, DATA_DIR }: z.infer<typeof environment>, production: boolean) {
  if (DATABASE_URL !== undefined) return { url: DATABASE_URL };
  const folder = DATA_DIR ?? (production ? undefined : "data");
  return folder === undefined ? undefined : { folder };
}

/** All of them or none. */
const mailVariables = ["SMTP_URL", "MAIL_FROM", "SUBMISSIONS_TO"] as const;

/** What has no effect, and so was set by mistake, without another variable. */
const dependent: Readonly<Record<string, string>> = {
  MISTRAL_MODEL: "MISTRAL_API_KEY",
  MISTRAL_BASE_URL: "MISTRAL_API_KEY",
  MISTRAL_DAILY_ANSWERS: "MISTRAL_API_KEY",
  REDIS_TLS_VERIFY: "REDIS_URL",
};

/** Where the canonical origin may come from, the owner's own word first, then what hosts set by themselves. */
const originVariables = [
  "BASE_URL",
  "RENDER_EXTERNAL_URL",
  "RAILWAY_PUBLIC_DOMAIN",
  "HEROKU_APP_DEFAULT_DOMAIN_NAME",
  "FLY_APP_NAME",
] as const;
