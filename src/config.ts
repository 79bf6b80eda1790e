import { isIP } from "node:net";
import { z } from "zod";
import type { MistralAccount } from "./assistant/dialogue.js";
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

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
/** Those that `pg` knows: with any other PGSSLMODE it would speak in the open. */
const sslModes = ["disable", "prefer", "require", "verify-ca", "verify-full", "no-verify"] as const;

const environment = z.object({
  NODE_ENV: z.enum(["production", "development", "test"]).default("development"),
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().optional(),
  BASE_URL: z.string().transform(originOf).optional(),
  TRUST_PROXY: z.string().transform(proxiesOf).optional(),
  LOG_LEVEL: z.enum(logLevels).default("info"),
  DRAIN_DELAY: wholeNumber(0, 300).default(0),
  MISTRAL_API_KEY: z
    .string()
    .regex(/^[!-~]+$/, "must be a key, with no spaces")
    .optional(),
  MISTRAL_MODEL: z
    .string()
    .regex(/^[\w.:/-]{1,100}$/, "must be the name of a model, like mistral-small-latest")
    .optional(),
  MISTRAL_BASE_URL: z.string().transform(baseOf).optional(),
  MISTRAL_DAILY_ANSWERS: wholeNumber(0, 999_999).optional(),
  REDIS_URL: z
    .string()
    .refine(isServer(/^rediss?:$/, /^(?:\/\d*)?$/), "must be an address like redis://user:password@host:6379/0")
    .optional(),
  REDIS_TLS_VERIFY: z.enum(["true", "false"]).optional(),
  DATABASE_URL: z
    .string()
    .refine(isServer(/^postgres(?:ql)?:$/), "must be an address like postgres://user:password@host:5432/name")
    .refine(hasKnownSslMode, `has an sslmode that is none of ${sslModes.join(", ")}`)
    .optional(),
  PGSSLMODE: z.enum(sslModes).optional(),
  DATA_DIR: z.string().optional(),
  SMTP_URL: z
    .string()
    .refine(isServer(/^smtps?:$/), "must be an address like smtps://user:password@host:465")
    .optional(),
  MAIL_FROM: z
    .string()
    .refine(isMailbox, "must be an address of mail, or a name with one: Site <site@example.com>")
    .optional(),
  SUBMISSIONS_TO: z.string().transform(mailboxesOf).optional(),
  RENDER_EXTERNAL_URL: z.string().transform(originOf).optional(),
  RAILWAY_PUBLIC_DOMAIN: z.string().transform(secureOriginOf).optional(),
  HEROKU_APP_DEFAULT_DOMAIN_NAME: z.string().transform(secureOriginOf).optional(),
  FLY_APP_NAME: z
    .string()
    .transform((name, context) => secureOriginOf(`${name}.fly.dev`, context))
    .optional(),
});

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

function wholeNumber(least: number, most: number) {
  const isWithin = (text: string) => /^\d{1,6}$/.test(text) && Number(text) >= least && Number(text) <= most;
  return z.string().refine(isWithin, `must be a whole number from ${least} to ${most}`).transform(Number);
}

function originOf(text: string, context: z.RefinementCtx): string {
  const url = plainUrlOf(text);
  if (url?.pathname === "/") return url.origin;
  context.addIssue("must be an address like https://www.example.com, with no path");
  return z.NEVER;
}

function secureOriginOf(host: string, context: z.RefinementCtx): string {
  return originOf(`https://${host}`, context);
}

/** An address that paths are put after, without a slash at the end. */
function baseOf(text: string, context: z.RefinementCtx): string {
  const url = plainUrlOf(text);
  if (url) return url.href.replace(/\/+$/, "");
  context.addIssue("must be an address like https://api.mistral.ai/v1");
  return z.NEVER;
}

/** A web address with nothing but host and path; undefined for any other text. */
function plainUrlOf(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && /^https?:$/.test(url.protocol) && !(url.search + url.hash + url.username + url.password)
    ? url
    : undefined;
}

function isServer(protocols: RegExp, paths = /^/): (text: string) => boolean {
  return (text) => {
    if (!URL.canParse(text)) return false;
    const { protocol, hostname, pathname, username, password } = new URL(text);
    return protocols.test(protocol) && hostname !== "" && paths.test(pathname) && isEncoded(username + password);
  };
}

function hasKnownSslMode(text: string): boolean {
  const modes = URL.canParse(text) ? new URL(text).searchParams.getAll("sslmode") : [];
  return modes.every((mode) => sslModes.some((known) => known === mode));
}

/** `site@example.com`, or `Site <site@example.com>`. */
function isMailbox(text: string): boolean {
  return /^(?:[^<>\r\n]*<[^\s@<>,]+@[^\s@<>,]+>|[^\s@<>,]+@[^\s@<>,]+)$/.test(text.trim());
}

function mailboxesOf(text: string, context: z.RefinementCtx): string[] {
  const boxes = text.split(",").map((box) => box.trim());
  if (boxes.every(isMailbox)) return boxes;
  context.addIssue("must be one or more addresses of mail, with commas between");
  return z.NEVER;
}

/** Whether a text's percent-encoding can be read (RFC 3986 §2.1). */
function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function proxiesOf(text: string, context: z.RefinementCtx): number | string[] {
  if (/^\d{1,2}$/.test(text)) return Number(text);

  const subnets = text.split(",").map((subnet) => subnet.trim());
  if (subnets.every(isSubnet)) return subnets;
  context.addIssue("must be a number of proxies, or addresses and subnets with commas between: 10.0.0.0/8,loopback");
  return z.NEVER;
}

function isSubnet(text: string): boolean {
  if (["loopback", "linklocal", "uniquelocal"].includes(text)) return true;
  const [address = "", bits, ...rest] = text.split("/");
  const most = isIP(address) === 6 ? 128 : 32;
  return (
    isIP(address) !== 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= most))
  );
}
