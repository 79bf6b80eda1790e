/** The environment: what it sets, and what stops the start. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { expect, it } from "@jest/globals";
import { ConfigError, environment, readConfig } from "../src/config.js";
import { forEvery } from "./support/for-every.js";

type Variables = Readonly<Record<string, string>>;

const secret = `whsec_${Buffer.alloc(24).toString("base64")}`;
const slack = "https://hooks.slack.com/services/T0/B0/x";
const production = { NODE_ENV: "production", BASE_URL: "https://www.example.com" };
const mail = { SMTP_URL: "smtps://u:p@mail.example:465", MAIL_FROM: "Site <site@a.example>", SUBMISSIONS_TO: "b@c.se" };
const webhook = { SUBMISSIONS_WEBHOOK: "https://example.com/hook?key=1", SUBMISSIONS_WEBHOOK_SECRET: secret };
/** An environment without a problem, which uses every service. */
const whole: Variables = {
  ...production,
  ...mail,
  ...webhook,
  DATABASE_URL: "postgres://db/x?sslmode=verify-full",
  REDIS_URL: "redis://h",
  MISTRAL_API_KEY: "k",
  SUBMISSIONS_LOCALE: "sv",
  DRAIN_DELAY: "300",
};

function problemsOf(variables: Variables): string {
  try {
    readConfig(variables);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  throw new Error("readConfig rejected nothing");
}

it("an empty environment has defaults, which empty values leave, but no store in production", () => {
  const defaults = readConfig({});
  const server = { port: 3000, host: undefined, trustProxy: false, baseUrl: "http://localhost:3000", drainDelay: 0 };
  const services = { mistral: undefined, redis: undefined, smtp: undefined, webhook: undefined };
  expect(defaults).toMatchObject({ ...server, ...services, production: false, isLocalDevelopment: true });
  expect(defaults).toMatchObject({ logLevel: "info", database: { folder: path.resolve("data") } });
  expect(readConfig({ ...production, DATA_DIR: "", DATABASE_URL: "" }).database).toBeUndefined();
  expect(readConfig({ PORT: "", BASE_URL: "", TRUST_PROXY: "", LOG_LEVEL: "", NODE_ENV: "" })).toEqual(defaults);
});

const from = { from: mail.MAIL_FROM, hostname: "www.example.com" };
const usualMail = { ...from, url: mail.SMTP_URL, to: ["b@c.se"], receipts: true };
const signed = { url: webhook.SUBMISSIONS_WEBHOOK, secret, format: "standard" };
const usual = {
  mistral: { apiKey: "k", model: "mistral-small-latest", baseUrl: undefined, dailyAnswers: 1000 },
  redis: { url: "redis://h", verifyTls: true },
  smtp: usualMail,
  webhook: signed,
  teamLocale: "sv",
  database: { url: whole.DATABASE_URL },
  drainDelay: 300,
};
const twoSecrets = `${secret} , ${secret}`;
const inSlack = { url: slack, secret: undefined, format: "slack" };
forEvery<[Variables, object]>([
  [{}, usual],
  [{ PORT: "0" }, { port: 0 }],
  [{ HOST: "127.0.0.1" }, { host: "127.0.0.1" }],
  [{ LOG_LEVEL: "fatal" }, { logLevel: "fatal" }],
  [{ TRUST_PROXY: "1" }, { trustProxy: 1 }],
  [{ TRUST_PROXY: "loopback, 10.0.0.0/8" }, { trustProxy: ["loopback", "10.0.0.0/8"] }],
  [{ MISTRAL_MODEL: "ministral-3b-latest" }, { mistral: { ...usual.mistral, model: "ministral-3b-latest" } }],
  [{ MISTRAL_BASE_URL: "http://h:8000/v1/" }, { mistral: { ...usual.mistral, baseUrl: "http://h:8000/v1" } }],
  [{ MISTRAL_DAILY_ANSWERS: "0" }, { mistral: { ...usual.mistral, dailyAnswers: 0 } }],
  [{ REDIS_URL: "rediss://u:p@h:1/2" }, { redis: { url: "rediss://u:p@h:1/2", verifyTls: true } }],
  [{ REDIS_TLS_VERIFY: "false" }, { redis: { ...usual.redis, verifyTls: false } }],
  [{ DATABASE_URL: "", DATA_DIR: "/var/lib/site" }, { database: { folder: "/var/lib/site" } }],
  [{ SUBMISSIONS_TO: "b@c.se , Å <d@e.se>" }, { smtp: { ...usualMail, to: ["b@c.se", "Å <d@e.se>"] } }],
  [{ RECEIPTS: "off" }, { smtp: { ...usualMail, receipts: false } }],
  [{ SUBMISSIONS_WEBHOOK_SECRET: twoSecrets }, { webhook: { ...signed, secret: twoSecrets } }],
  [
    { SUBMISSIONS_WEBHOOK: slack, SUBMISSIONS_WEBHOOK_SECRET: "", SUBMISSIONS_LOCALE: "" },
    { webhook: inSlack, teamLocale: "en" },
  ],
  [{ SUBMISSIONS_WEBHOOK: "http://[::1]:8080/" }, { webhook: { ...signed, url: "http://[::1]:8080/" } }],
])("a variable sets its part of the configuration", (variables, config) =>
  expect(readConfig({ ...whole, ...variables })).toMatchObject(config),
);

it("the mail server is given the host of BASE_URL, unless it is a number", () => {
  const hostnameOf = (url: string) => readConfig({ ...whole, BASE_URL: url }).smtp!.hostname;
  const origins = ["https://www.example.com", "http://127.0.0.1:3000", "http://[::1]"];
  expect(origins.map(hostnameOf)).toEqual(["www.example.com", undefined, undefined]);
});

/** Hosts set one of these themselves. */
const origins = {
  RENDER_EXTERNAL_URL: ["https://x.onrender.com", "https://x.onrender.com"],
  RAILWAY_PUBLIC_DOMAIN: ["x.up.railway.app", "https://x.up.railway.app"],
  HEROKU_APP_DEFAULT_DOMAIN_NAME: ["x-123.herokuapp.com", "https://x-123.herokuapp.com"],
  FLY_APP_NAME: ["for-commerce", "https://for-commerce.fly.dev"],
} as const;
const fromHosts = Object.entries(origins).map(([name, [value, origin]]) => [{ [name]: value }, origin] as const);
forEvery<readonly [Variables, string]>([
  ...fromHosts.map(([host, origin]) => [{ NODE_ENV: "production", ...host }, origin] as const),
  [{ BASE_URL: "https://WWW.Example.com/" }, "https://www.example.com"],
  [{ BASE_URL: "https://a.example", RENDER_EXTERNAL_URL: "https://b.example" }, "https://a.example"],
  [{ PORT: "8080" }, "http://localhost:8080"],
])("the origin comes from BASE_URL, the variable of a hosting provider or PORT", (variables, origin) =>
  expect(readConfig(variables).baseUrl).toBe(origin),
);

const unencoded = ["u:p@ss#word@h/1", "u:p@ss/word@h/1", "u:1?p@h", "u:12#3@h", "u:p#@h/1", "u:pass@h/1#x"];
const noOrigins = ["example.com", "ftp://example.com", "https://example.com/path", "https://:p@example.com"];
const named = (protocol: string) => unencoded.map((rest) => `${protocol}://${rest}`);
const noWebhooks = ["http://example.com/hook", "http://localhost.example.com", "https://u:p@x.example/"];
forEvery<[problem: string, values: readonly string[]]>([
  ["NODE_ENV: must be one of production, development, test", ["prod"]],
  ["PORT: must be a whole number", ["65536", "a", "1e3", "0x50", "+80"]],
  ["BASE_URL: must be an address like", [...noOrigins, "https://example.com?x=1", "javascript:1"]],
  ["TRUST_PROXY: must be a number of proxies", ["true", "1.5", "-1", "1e1", "10.0.0.0/33", "x.se", ","]],
  ["TRUST_PROXY: must not be every address", ["0.0.0.0/0", "10.0.0.0/8,::/0"]],
  ["MISTRAL_MODEL: must be the name of a model", ["a model", "m".repeat(101)]],
  ["MISTRAL_BASE_URL: must be an address like", ["https://key@api.example"]],
  ["MISTRAL_DAILY_ANSWERS: must be a whole number", ["1000000", "-1", "1.5"]],
  ["REDIS_URL: must be an address like redis://", ["http://h", "redis://", "redis://u:%zz@h"]],
  ["REDIS_URL: must end in the number of a database", ["redis://h/x"]],
  ["REDIS_TLS_VERIFY: must be one of true, false", ["maybe", "no"]],
  ["DATABASE_URL: must be an address like postgres://", ["db.example:5432", "mysql://db/x", "postgres://"]],
  ["REDIS_URL: must be an address like redis://user:password@host:6379/0; in the password ", named("redis")],
  ["DATABASE_URL: must be an address like postgres://", ["postgres:///x?host=/run", ...named("postgres")]],
  ["SMTP_URL: must be an address like smtps://user:password@host:465; in the password ", named("smtp")],
  ["DATABASE_URL: has an sslmode ", ["postgres://db/x?sslmode=requre"]], // pg would not encrypt
  ["PGSSLMODE: must be one of disable", ["requre"]],
  ["SMTP_URL: must be an address like smtps://", ["mail.example:25", "smtp://u:%zz@mail.example"]],
  ["MAIL_FROM: must be a mail address", ["Site", "Site\r\nBcc: <a@b.se>"]],
  ["SUBMISSIONS_TO: must be a mail address", ["a@b.se,,c@d.se"]],
  ["SUBMISSIONS_LOCALE: must be one of en, sv, nb", ["no"]],
  ["RECEIPTS: must be one of on, off", ["no"]],
  ["SUBMISSIONS_WEBHOOK: must be an address like https://", [...noWebhooks, "example.com/hook"]],
  ["SUBMISSIONS_WEBHOOK_SECRET: must be whsec_", ["secret", "whsec_c2hvcnQ=", `${secret}!`, `${secret} `.repeat(3)]],
])("a variable with a wrong value is rejected by its name", (problem, values) => {
  const [name = ""] = problem.split(":");
  for (const value of values) expect(problemsOf({ ...whole, [name]: value })).toContain(problem);
});

const noMail = { SMTP_URL: "", MAIL_FROM: "", SUBMISSIONS_TO: "" };
const noWebhook = { SUBMISSIONS_WEBHOOK: "", SUBMISSIONS_WEBHOOK_SECRET: "" };
forEvery<[Variables, string]>([
  [{ BASE_URL: "" }, "BASE_URL: must be set in production"],
  [{ MISTRAL_API_KEY: "", MISTRAL_MODEL: "m" }, "MISTRAL_MODEL: needs MISTRAL_API_KEY to be set"],
  [{ DATABASE_URL: "", DATA_DIR: "" }, "SMTP_URL: needs DATABASE_URL or DATA_DIR to be set"],
  [{ SMTP_URL: "" }, "MAIL_FROM: needs SMTP_URL to be set"],
  [{ MAIL_FROM: "", SUBMISSIONS_TO: "" }, "SMTP_URL: needs SUBMISSIONS_TO to be set"],
  [{ RECEIPTS: "off", PRIVATE_DETAILS: "private.json" }, "PRIVATE_DETAILS: has no effect with RECEIPTS=off"],
  [{ SUBMISSIONS_WEBHOOK_SECRET: "" }, "SUBMISSIONS_WEBHOOK_SECRET: must be set with SUBMISSIONS_WEBHOOK"],
  [{ SUBMISSIONS_WEBHOOK: slack }, "SUBMISSIONS_WEBHOOK_SECRET: has no effect for Slack and Discord"],
  [{ ...noMail, ...noWebhook }, "SUBMISSIONS_LOCALE: needs SMTP_URL or SUBMISSIONS_WEBHOOK to be set"],
])("a variable without effect, or without one that it needs, is rejected", (variables, problem) =>
  expect(problemsOf({ ...whole, ...variables })).toContain(problem),
);

it("every problem is listed at once, and no password", () => {
  const server = { NODE_ENV: "production", PORT: "70000", LOG_LEVEL: "loud", DRAIN_DELAY: "301" };
  const secrets = { MISTRAL_API_KEY: "secret key", DATABASE_URL: "mysql://u:secret@db/x" };
  const message = problemsOf({ ...server, ...secrets, SMTP_URL: "http://u:secret@mail", SUBMISSIONS_TO: "no one" });
  const names = [...message.matchAll(/^ {2}([A-Z_]+): /gm)].map(([, name]) => name);
  const ofServer = ["PORT", "LOG_LEVEL", "DRAIN_DELAY", "MISTRAL_API_KEY", "DATABASE_URL"];
  expect(names).toEqual([...ofServer, "SMTP_URL", "SUBMISSIONS_TO", "BASE_URL", "SMTP_URL"]);
  expect(message).toContain(`${names.length} problem(s)`);
  expect(message).not.toContain("secret");
});

it(".env.example names exactly the variables that are read, and sets none", () => {
  const example = readFileSync(".env.example", "utf8");
  const namesIn = (text: string, name: RegExp) => [...text.matchAll(name)].map(([, found]) => found!);
  const byHosts = namesIn(/^# \((.+)\)\.$/m.exec(example)![1]!, /([A-Z_]+)/g);
  const names = [...Object.keys(environment.shape), ...Object.keys(origins)].sort();
  expect([...namesIn(example, /^([A-Z_]+)=/gm), ...byHosts].sort()).toEqual(names);
  expect(readConfig(parseEnv(example))).toEqual(readConfig({}));
});
