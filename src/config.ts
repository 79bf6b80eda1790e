import path from "node:path";
import * as z from "zod";
import { inWords } from "./content/problems.js";
import { webhookFormatOf, webhookSecrets } from "./letters/transports.js";
import { isDecodable } from "./text/escaping.js";
import { defaultLocale, locales } from "./text/locale.js";

/** The parent of both src/ and dist/. */
export const root = path.dirname(import.meta.dirname);

function whole(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`;
  const digits = z.string().regex(/^\d{1,6}$/, error);
  return digits.transform(Number).pipe(z.number().min(min, error).max(max, error));
}
const list = z.string().transform((text) => text.split(",").map((item) => item.trim()));
const mailbox = z
  .string()
  .trim()
  .regex(
    /^(?:[^<>\r\n]*<[^\s@<>,]+@[^\s@<>,]+>|[^\s@<>,]+@[^\s@<>,]+)$/,
    "must be a mail address, or a name with one: Site <site@example.com>",
  );
const sslMode = z.enum(["disable", "prefer", "require", "verify-ca", "verify-full", "no-verify"]);
const proxy = z
  .union([z.enum(["loopback", "linklocal", "uniquelocal"]), z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])
  .refine((item) => !item.endsWith("/0"), "must not be every address");

/** The pattern is for the address as `URL` writes it. */
const webAddress = (pattern: RegExp, error: string) =>
  z.url({ normalize: true, abort: true, error }).regex(pattern, error);

/** A password that is not percent-encoded is rejected: a part of it would be taken for the host, and logged. */
function serverAddress(protocol: RegExp, example: string) {
  const error = `must be an address like ${example}; in the password write @ : / ? # % as %40 %3A %2F %3F %23 %25`;
  return z.url({ protocol, hostname: /./, abort: true, error }).refine((text) => {
    const { username, password, pathname, search, hash } = new URL(text);
    return isDecodable(username + password) && !/[@#]/.test(pathname + search + hash);
  }, error);
}

const isWebhookSecret = (text: string) => {
  const key = Buffer.from(text.replace("whsec_", ""), "base64");
  return text === `whsec_${key.toString("base64")}` && key.length >= 24 && key.length <= 64;
};

/** .env.example explains them. */
export const environment = z.object({
  NODE_ENV: z.enum(["production", "development", "test"]).default("development"),
  PORT: whole(0, 65_535).default(3000),
  HOST: z.string().optional(),
  BASE_URL: webAddress(/^https?:\/\/[^/?#@]+\/$/, "must be an address like https://www.example.com, with no path")
    .transform((href) => href.slice(0, -1))
    .optional(),
  TRUST_PROXY: z
    .union(
      [whole(0, 99), list.pipe(z.array(proxy))],
      "must be a number of proxies, or addresses and subnets with commas between: 10.0.0.0/8,loopback",
    )
    .optional(),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  DRAIN_DELAY: whole(0, 300).default(0),
  MISTRAL_API_KEY: z
    .string()
    .regex(/^[!-~]+$/, "must be a key, without spaces")
    .optional(),
  MISTRAL_MODEL: z
    .string()
    .regex(/^[\w.:/-]{1,100}$/, "must be the name of a model, like mistral-small-latest")
    .default("mistral-small-latest"),
  MISTRAL_BASE_URL: webAddress(/^https?:\/\/[^?#@]+$/, "must be an address like https://api.mistral.ai/v1")
    .transform((href) => href.replace(/\/+$/, ""))
    .optional(),
  MISTRAL_DAILY_ANSWERS: whole(0, 999_999).default(1000),
  REDIS_URL: serverAddress(/^rediss?$/, "redis://user:password@host:6379/0")
    .refine((text) => /^\/?\d*$/.test(new URL(text).pathname), "must end in the number of a database, like /0")
    .optional(),
  REDIS_TLS_VERIFY: z.stringbool({ truthy: ["true"], falsy: ["false"] }).default(true),
  DATABASE_URL: serverAddress(/^postgres(?:ql)?$/, "postgres://user:password@host:5432/name")
    .refine(
      (text) => new URL(text).searchParams.getAll("sslmode").every((mode) => sslMode.safeParse(mode).success),
      `has an sslmode that is none of ${sslMode.options.join(", ")}`, // pg would not encrypt
    )
    .optional(),
  PGSSLMODE: sslMode.optional(),
  DATA_DIR: z.string().optional(),
  SMTP_URL: serverAddress(/^smtps?$/, "smtps://user:password@host:465").optional(),
  MAIL_FROM: mailbox.optional(),
  SUBMISSIONS_TO: list.pipe(z.array(mailbox)).optional(),
  RECEIPTS: z.enum(["on", "off"]).default("on"),
  PRIVATE_DETAILS: z.string().optional(),
  // Without user and password, which fetch rejects.
  SUBMISSIONS_WEBHOOK: webAddress(
    /^(?:https:\/\/[^/@]+|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?)\/[^#]*$/,
    "must be an address like https://example.com/hook; http:// is for localhost only",
  ).optional(),
  SUBMISSIONS_WEBHOOK_SECRET: z
    .string()
    .refine(
      (text) => webhookSecrets(text).length <= 2 && webhookSecrets(text).every(isWebhookSecret),
      "must be whsec_ and the Base64 of 24 to 64 bytes, or two of these: echo whsec_$(openssl rand -base64 32)",
    )
    .optional(),
  SUBMISSIONS_LOCALE: z.enum(locales).default(defaultLocale),
});

/** Each variable stops the start unless one of those after it is set. */
const needs = [
  ["MISTRAL_MODEL", "MISTRAL_API_KEY"],
  ["MISTRAL_BASE_URL", "MISTRAL_API_KEY"],
  ["MISTRAL_DAILY_ANSWERS", "MISTRAL_API_KEY"],
  ["REDIS_TLS_VERIFY", "REDIS_URL"],
  ["SMTP_URL", "MAIL_FROM"],
  ["SMTP_URL", "SUBMISSIONS_TO"],
  ["MAIL_FROM", "SMTP_URL"],
  ["SUBMISSIONS_TO", "SMTP_URL"],
  ["RECEIPTS", "SMTP_URL"],
  ["PRIVATE_DETAILS", "SMTP_URL"],
  ["SUBMISSIONS_WEBHOOK_SECRET", "SUBMISSIONS_WEBHOOK"],
  ["SUBMISSIONS_LOCALE", "SMTP_URL", "SUBMISSIONS_WEBHOOK"],
] as const;

export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`The environment has ${problems.length} problem(s):\n  ${problems.join("\n  ")}`);
    this.name = "ConfigError";
  }
}

export type Config = ReturnType<typeof readConfig>;

/**
 * Hosts set unused variables to empty values, so these count as not set. Throws one ConfigError with all problems, among
 * them that of the folder for forms, if `problemOfFolder` is given.
 */
export function readConfig(
  variables: NodeJS.ProcessEnv = process.env,
  problemOfFolder: (folder: string) => string | undefined = () => undefined,
) {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()));
  given.BASE_URL ??= addressFromHost(given);
  const { data: values, error } = environment.safeParse(given, { error: inWords });
  const problems = new Set(error?.issues.map(({ path, message }) => `${String(path[0])}: ${message}`));
  for (const problem of problemsTogether(given)) problems.add(problem);
  // Most hosts' disks are empty after a deploy, so production must name a folder.
  const named = given.DATA_DIR ?? (given.NODE_ENV === "production" ? undefined : "data");
  const folder = named === undefined || given.DATABASE_URL ? undefined : path.resolve(root, named);
  const problem = folder && problemOfFolder(folder);
  if (problem) problems.add(`DATA_DIR: must be a folder that the site can write to: ${problem}`);
  if (!values || problems.size > 0) throw new ConfigError([...problems]);

  const production = values.NODE_ENV === "production";
  const baseUrl = values.BASE_URL ?? `http://localhost:${values.PORT}`; // never taken from a request's Host
  const { hostname } = new URL(baseUrl);
  const file = folder === undefined ? undefined : { folder };
  return {
    production,
    startedByNpm: variables.npm_lifecycle_event === "start",
    /** Shows drafts and scheduled articles; never at a public address, even if NODE_ENV was forgotten. */
    isLocalDevelopment: values.NODE_ENV === "development" && !values.BASE_URL,
    port: values.PORT,
    host: values.HOST, // undefined listens on all addresses
    baseUrl,
    trustProxy: values.TRUST_PROXY ?? false, // as Express takes it
    logLevel: values.LOG_LEVEL,
    drainDelay: values.DRAIN_DELAY, // seconds to listen after SIGTERM, for routers that notice late
    /** Without it, the site's own engine answers. */
    mistral: values.MISTRAL_API_KEY
      ? {
          apiKey: values.MISTRAL_API_KEY,
          model: values.MISTRAL_MODEL,
          baseUrl: values.MISTRAL_BASE_URL,
          dailyAnswers: values.MISTRAL_DAILY_ANSWERS,
        }
      : undefined,
    /** Without it, each process counts rate limits for itself. */
    redis: values.REDIS_URL ? { url: values.REDIS_URL, verifyTls: values.REDIS_TLS_VERIFY } : undefined,
    database: values.DATABASE_URL ? { url: values.DATABASE_URL } : file,
    unusedDataDir: values.DATABASE_URL ? values.DATA_DIR : undefined,
    smtp: values.SMTP_URL
      ? {
          url: values.SMTP_URL,
          from: values.MAIL_FROM!,
          to: values.SUBMISSIONS_TO!,
          hostname: /^\[|^[\d.]+$/.test(hostname) ? undefined : hostname,
          receipts: values.RECEIPTS === "on",
        }
      : undefined,
    /** The language of what the team gets. */
    teamLocale: values.SUBMISSIONS_LOCALE,
    /** The file with what confirmations say and no page does. */
    privateDetails: values.PRIVATE_DETAILS && path.resolve(root, values.PRIVATE_DETAILS),
    webhook: values.SUBMISSIONS_WEBHOOK
      ? {
          url: values.SUBMISSIONS_WEBHOOK,
          secret: values.SUBMISSIONS_WEBHOOK_SECRET,
          format: webhookFormatOf(values.SUBMISSIONS_WEBHOOK),
        }
      : undefined,
  };
}

function addressFromHost(given: NodeJS.ProcessEnv): string | undefined {
  const { RENDER_EXTERNAL_URL, RAILWAY_PUBLIC_DOMAIN, HEROKU_APP_DEFAULT_DOMAIN_NAME, FLY_APP_NAME } = given;
  if (RENDER_EXTERNAL_URL) return RENDER_EXTERNAL_URL;
  if (RAILWAY_PUBLIC_DOMAIN) return `https://${RAILWAY_PUBLIC_DOMAIN}`;
  if (HEROKU_APP_DEFAULT_DOMAIN_NAME) return `https://${HEROKU_APP_DEFAULT_DOMAIN_NAME}`;
  return FLY_APP_NAME && `https://${FLY_APP_NAME}.fly.dev`;
}

function problemsTogether(given: NodeJS.ProcessEnv): string[] {
  const isProduction = given.NODE_ENV === "production";
  const problems: string[] = [];
  if (isProduction && !given.BASE_URL)
    problems.push("BASE_URL: must be set in production, to the address visitors use: https://www.example.com");
  for (const name of ["SMTP_URL", "SUBMISSIONS_WEBHOOK"])
    if (isProduction && given[name] && !given.DATABASE_URL && !given.DATA_DIR)
      problems.push(`${name}: needs DATABASE_URL or DATA_DIR to be set, because no form is offered without`);
  for (const [name, ...others] of needs)
    if (given[name] && !others.some((other) => given[other]))
      problems.push(`${name}: needs ${others.join(" or ")} to be set`);
  if (given.PRIVATE_DETAILS && given.RECEIPTS === "off")
    problems.push("PRIVATE_DETAILS: has no effect with RECEIPTS=off");

  const { SUBMISSIONS_WEBHOOK: webhook = "", SUBMISSIONS_WEBHOOK_SECRET: secret } = given;
  if (!URL.canParse(webhook)) return problems;
  const isSigned = webhookFormatOf(webhook) === "standard";
  if (isSigned && !secret) problems.push("SUBMISSIONS_WEBHOOK_SECRET: must be set with SUBMISSIONS_WEBHOOK");
  if (!isSigned && secret) problems.push("SUBMISSIONS_WEBHOOK_SECRET: has no effect for Slack and Discord");
  return problems;
}
