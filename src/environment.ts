import { isIP } from "node:net";
import { z } from "zod";

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
/** Those that `pg` knows: with any other PGSSLMODE it would speak in the open. */
const sslModes = ["disable", "prefer", "require", "verify-ca", "verify-full", "no-verify"] as const;

/** What each variable may hold, and what is made of it; which go together is said in config.ts. */
export const environment = z.object({
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
