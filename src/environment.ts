import * as z from "zod";
import { webhookSecrets } from "./letters/webhook.js";
import { defaultLocale, locales } from "./text/locale.js";

const sslModes = ["disable", "prefer", "require", "verify-ca", "verify-full", "no-verify"] as const;
const oneOf = <const Value extends string>(values: readonly Value[]) =>
  z.enum(values, `must be one of ${values.join(", ")}`);
const proxy = z.union([z.enum(["loopback", "linklocal", "uniquelocal"]), z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** Some hosts set only the name of the host: `before` and `after` complete it. */
const origin = (before = "", after = "") =>
  z
    .string()
    .transform((text, context) => {
      const url = plainUrl(before + text + after);
      if (url?.pathname === "/") return url.origin;
      context.addIssue("must be an address like https://www.example.com, with no path");
      return z.NEVER;
    })
    .optional();

/** Otherwise a part of the password would be taken for the host, and logged. */
const encoded = "; in the password write @ : / ? # % as %40 %3A %2F %3F %23 %25";

const checked = (isValid: (text: string) => unknown, message: string) => z.string().refine(isValid, message).optional();

/** config.ts checks which variables need each other. */
export const environment = z.object({
  NODE_ENV: oneOf(["production", "development", "test"]).default("development"),
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().optional(),
  BASE_URL: origin(),
  RENDER_EXTERNAL_URL: origin(),
  RAILWAY_PUBLIC_DOMAIN: origin("https://"),
  HEROKU_APP_DEFAULT_DOMAIN_NAME: origin("https://"),
  FLY_APP_NAME: origin("https://", ".fly.dev"),
  TRUST_PROXY: z
    .string()
    .transform((text) => (/^\d{1,2}$/.test(text) ? Number(text) : itemsOf(text)))
    .refine(
      (value) =>
        typeof value === "number" || value.every((item) => proxy.safeParse(item).success && !item.endsWith("/0")),
      "must be a number of proxies, or addresses and subnets with commas between: 10.0.0.0/8,loopback",
    )
    .optional(),
  LOG_LEVEL: oneOf(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  DRAIN_DELAY: wholeNumber(0, 300).default(0),
  MISTRAL_API_KEY: checked((key) => /^[!-~]+$/.test(key), "must be a key, without spaces"),
  MISTRAL_MODEL: z
    .string()
    .regex(/^[\w.:/-]{1,100}$/, "must be the name of a model, like mistral-small-latest")
    .default("mistral-small-latest"),
  MISTRAL_BASE_URL: z
    .string()
    .refine(plainUrl, "must be an address like https://api.mistral.ai/v1")
    .transform((text) => plainUrl(text)?.href.replace(/\/+$/, ""))
    .optional(),
  MISTRAL_DAILY_ANSWERS: wholeNumber(0, 999_999).default(1000),
  REDIS_URL: checked(
    isServerUrl(/^rediss?:$/, /^(?:\/\d*)?$/),
    `must be an address like redis://user:password@host:6379/0${encoded}`,
  ),
  REDIS_TLS_VERIFY: oneOf(["true", "false"]).default("true"),
  DATABASE_URL: z
    .string()
    .refine(
      isServerUrl(/^postgres(?:ql)?:$/),
      `must be an address like postgres://user:password@host:5432/name, or postgres://localhost/name?host=/run/postgresql for a socket${encoded}`,
    )
    .refine(hasKnownSslMode, `has an sslmode that is none of ${sslModes.join(", ")}`) // pg would not encrypt
    .optional(),
  PGSSLMODE: oneOf(sslModes).optional(),
  DATA_DIR: z.string().optional(),
  SMTP_URL: checked(isServerUrl(/^smtps?:$/), `must be an address like smtps://user:password@host:465${encoded}`),
  MAIL_FROM: checked(isMailbox, "must be a mail address, or a name with one: Site <site@example.com>"),
  SUBMISSIONS_TO: z
    .string()
    .transform(itemsOf)
    .refine((all) => all.every(isMailbox), "must be one or more mail addresses, with commas between")
    .optional(),
  RECEIPTS: oneOf(["on", "off"]).default("on"),
  PRIVATE_DETAILS: z.string().optional(),
  SUBMISSIONS_WEBHOOK: checked(
    isWebhook,
    "must be an address like https://example.com/hook; http:// is for localhost only",
  ),
  SUBMISSIONS_WEBHOOK_SECRET: checked(
    areWebhookSecrets,
    "must be whsec_ and the Base64 of 24 to 64 bytes, or two of these: echo whsec_$(openssl rand -base64 32)",
  ),
  SUBMISSIONS_LOCALE: oneOf(locales).default(defaultLocale),
});

function itemsOf(text: string): string[] {
  return text.split(",").map((item) => item.trim());
}

function isMailbox(text: string): boolean {
  return /^(?:[^<>\r\n]*<[^\s@<>,]+@[^\s@<>,]+>|[^\s@<>,]+@[^\s@<>,]+)$/.test(text.trim());
}

function wholeNumber(min: number, max: number) {
  const isWithin = (text: string) => /^\d{1,6}$/.test(text) && Number(text) >= min && Number(text) <= max;
  return z.string().refine(isWithin, `must be a whole number from ${min} to ${max}`).transform(Number);
}

/** Undefined unless the text is a web address of only host and path. */
function plainUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url && /^https?:$/.test(url.protocol) && !(url.search + url.hash + url.username + url.password);
  return isPlain ? url : undefined;
}

function isServerUrl(protocols: RegExp, paths = /^/): (text: string) => boolean {
  return (text) => {
    try {
      const { protocol, hostname, pathname, search, hash, username, password } = new URL(text);
      decodeURIComponent(username + password); // throws as the clients would
      if (hash !== "" || /@/.test(pathname + search)) return false;
      return protocols.test(protocol) && hostname !== "" && paths.test(pathname);
    } catch {
      return false;
    }
  };
}

function isWebhook(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, hash } = new URL(text);
  if (username + password + hash !== "") return false; // fetch rejects credentials
  return protocol === "https:" || (protocol === "http:" && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname));
}

function areWebhookSecrets(text: string): boolean {
  const secrets = webhookSecrets(text);
  return secrets.length <= 2 && secrets.every(isWebhookSecret);
}

function isWebhookSecret(text: string): boolean {
  const [, base64 = ""] = /^whsec_([\w+/]+={0,2})$/.exec(text) ?? [];
  const key = Buffer.from(base64, "base64");
  return key.toString("base64") === base64 && key.length >= 24 && key.length <= 64;
}

function hasKnownSslMode(text: string): boolean {
  const modes = URL.canParse(text) ? new URL(text).searchParams.getAll("sslmode") : [];
  return modes.every((mode) => sslModes.some((known) => known === mode));
}
