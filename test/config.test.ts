/** The environment: what it sets, and what stops the start. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { describe, expect, it } from "@jest/globals";
import { createApp } from "../src/app.js";
import { ConfigError, readConfig } from "../src/config.js";
import { environment } from "../src/environment.js";
import { forEvery } from "./support/for-every.js";
import { site } from "./support/site.js";

type Variables = Readonly<Record<string, string>>;

function problemsOf(variables: Variables): string {
  try {
    readConfig(variables);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  throw new Error("readConfig rejected nothing");
}

/** `settings` are those of a working environment, of which one after the other is spoilt. */
const eachRejected = (settings: Variables, cases: readonly (readonly [Variables, string])[]) => {
  it("is set by an environment without a problem", () => expect(readConfig(settings)).toBeDefined());
  forEvery(cases)("is rejected by its name, if a value is wrong or without effect", (variables, problem) =>
    expect(problemsOf({ ...settings, ...variables })).toContain(problem),
  );
};

const production = { NODE_ENV: "production", BASE_URL: "https://www.example.com" };

describe("The site", () => {
  it("has defaults, which empty values leave", () => {
    const defaults = readConfig({});
    expect(defaults).toMatchObject({ production: false, port: 3000, host: undefined, trustProxy: false });
    expect(defaults).toMatchObject({ logLevel: "info", drainDelay: 0, isLocalDevelopment: true });
    expect(readConfig({ PORT: "", BASE_URL: "", TRUST_PROXY: "", LOG_LEVEL: "", NODE_ENV: "" })).toEqual(defaults);
  });

  it("listens, logs and stops as it is told", () => {
    const set = { PORT: "0", HOST: "127.0.0.1", LOG_LEVEL: "fatal", DRAIN_DELAY: "300" };
    const settings = { port: 0, host: "127.0.0.1", logLevel: "fatal", drainDelay: 300 };
    expect(readConfig(set)).toMatchObject(settings);
  });

  forEvery([
    [{ BASE_URL: "https://WWW.Example.com/" }, "https://www.example.com"],
    [{ BASE_URL: "https://a.example", RENDER_EXTERNAL_URL: "https://b.example" }, "https://a.example"],
    [{ RENDER_EXTERNAL_URL: "https://x.onrender.com" }, "https://x.onrender.com"],
    [{ RAILWAY_PUBLIC_DOMAIN: "x.up.railway.app" }, "https://x.up.railway.app"],
    [{ HEROKU_APP_DEFAULT_DOMAIN_NAME: "x-123.herokuapp.com" }, "https://x-123.herokuapp.com"],
    [{ NODE_ENV: "production", FLY_APP_NAME: "for-commerce" }, "https://for-commerce.fly.dev"],
    [{ PORT: "8080" }, "http://localhost:8080"],
  ])("has its origin from BASE_URL, the variable of a hosting provider or PORT", (variables, origin) => {
    expect(readConfig(variables).baseUrl).toBe(origin);
  });

  forEvery([
    ...["example.com", "ftp://example.com", "https://example.com/path", "https://u:p@example.com"],
    ...["https://:p@example.com", "https://example.com?x=1", "https://example.com#x", "javascript:1"],
  ])("takes no BASE_URL that is not an origin", (BASE_URL) =>
    expect(problemsOf({ BASE_URL })).toContain("BASE_URL: must be an address like"),
  );

  it("lists every problem at once, also that production needs an origin, and no password", () => {
    const message = problemsOf({
      NODE_ENV: "production",
      PORT: "70000",
      TRUST_PROXY: "yes",
      LOG_LEVEL: "loud",
      DRAIN_DELAY: "301",
      DATABASE_URL: "mysql://u:secret@db/x",
      SMTP_URL: "http://u:secret@mail",
      MAIL_FROM: "nobody",
      SUBMISSIONS_TO: "no one",
      MISTRAL_API_KEY: "secret key",
    });
    const names = [...message.matchAll(/^ {2}([A-Z_]+): /gm)].map(([, name]) => name);
    const server = ["PORT", "TRUST_PROXY", "LOG_LEVEL", "DRAIN_DELAY", "MISTRAL_API_KEY"];
    expect(names).toEqual([...server, "DATABASE_URL", "SMTP_URL", "MAIL_FROM", "SUBMISSIONS_TO", "BASE_URL"]);
    expect(message).toContain(`${names.length} problem(s)`);
    expect(message).not.toContain("secret");
    expect(problemsOf({ NODE_ENV: "prod" })).toContain("NODE_ENV: must be one of");
  });
});

describe("TRUST_PROXY", () => {
  const { services } = site();

  forEvery([
    ["1", 1],
    ["loopback, 10.0.0.0/8", ["loopback", "10.0.0.0/8"]],
    ["2001:db8::/32", ["2001:db8::/32"]],
    ["linklocal,uniquelocal", ["linklocal", "uniquelocal"]],
    ["", false],
  ])("accepts what Express accepts", (TRUST_PROXY, value) => {
    expect(readConfig({ TRUST_PROXY }).trustProxy).toEqual(value);
    expect(createApp({ ...services, config: readConfig({ TRUST_PROXY }) }).get("trust proxy")).toEqual(value);
  });

  forEvery(["true", "-1", "10.0.0.0/33", "0.0.0.0/0", "10.0.0.0/8/8", "example.com", "1.5", "2001:db8::/129", ","])(
    "rejects anything else",
    (text) => expect(problemsOf({ TRUST_PROXY: text })).toContain("TRUST_PROXY: must be a number of proxies"),
  );
});

describe("Mistral", () => {
  const key = { MISTRAL_API_KEY: "k" };

  it("needs only a key, and takes a model, an address and a daily limit", () => {
    const usual = { apiKey: "k", model: "mistral-small-latest", baseUrl: undefined, dailyAnswers: 1000 };
    expect(readConfig(key).mistral).toEqual(usual);
    const own = { MISTRAL_MODEL: "ministral-3b-latest", MISTRAL_BASE_URL: "http://127.0.0.1:8000/v1/" };
    expect(readConfig({ ...key, ...own, MISTRAL_DAILY_ANSWERS: "0" }).mistral).toEqual({
      apiKey: "k",
      model: "ministral-3b-latest",
      baseUrl: "http://127.0.0.1:8000/v1",
      dailyAnswers: 0,
    });
  });

  eachRejected({ ...key, MISTRAL_DAILY_ANSWERS: "999999" }, [
    [{ MISTRAL_MODEL: "a model" }, "MISTRAL_MODEL: must be the name of a model"],
    [{ MISTRAL_MODEL: "m".repeat(101) }, "MISTRAL_MODEL: must be the name of a model"],
    [{ MISTRAL_BASE_URL: "https://key@api.example" }, "MISTRAL_BASE_URL: must be an address like"],
    [{ MISTRAL_DAILY_ANSWERS: "1000000" }, "MISTRAL_DAILY_ANSWERS: must be a whole number from 0 to 999999"],
    [{ MISTRAL_API_KEY: "", MISTRAL_MODEL: "m" }, "MISTRAL_MODEL: has no effect without MISTRAL_API_KEY"],
    [{ MISTRAL_API_KEY: "" }, "MISTRAL_DAILY_ANSWERS: has no effect without MISTRAL_API_KEY"],
  ]);
});

describe("Redis", () => {
  it("is at an address, with or without a verified certificate", () => {
    const [plain, secure] = ["redis://localhost:6379", "rediss://u:p@h:1/2"];
    expect(readConfig({ REDIS_URL: plain }).redis).toEqual({ url: plain, verifyTls: true });
    const unverified = { REDIS_URL: secure, REDIS_TLS_VERIFY: "false" };
    expect(readConfig(unverified).redis).toEqual({ url: secure, verifyTls: false });
  });

  const urls = [
    "localhost:6379",
    "http://localhost",
    "redis://",
    "unix:/tmp/redis",
    "redis://h/first",
    "redis://u:%zz@h",
  ];
  eachRejected({ REDIS_URL: "redis://h", REDIS_TLS_VERIFY: "false" }, [
    ...urls.map((REDIS_URL) => [{ REDIS_URL }, "REDIS_URL: must be an address like redis://"] as const),
    [{ REDIS_TLS_VERIFY: "no" }, "REDIS_TLS_VERIFY: must be one of"],
    [{ REDIS_URL: "" }, "REDIS_TLS_VERIFY: has no effect without REDIS_URL"],
  ]);
});

describe("The store of submissions", () => {
  forEvery([
    [{}, { folder: path.resolve("data") }],
    [{ DATA_DIR: "/var/lib/site" }, { folder: "/var/lib/site" }],
    [{ DATABASE_URL: "postgres://u:p@db.example:5432/site" }, { url: "postgres://u:p@db.example:5432/site" }],
    [{ DATABASE_URL: "postgres://db/x", DATA_DIR: "/data" }, { url: "postgres://db/x" }],
    [{ ...production, DATA_DIR: "", DATABASE_URL: "" }, undefined],
    [{ ...production, DATA_DIR: "/data" }, { folder: "/data" }],
  ])("is PostgreSQL, a folder or, in production without either, none", (variables, database) =>
    expect(readConfig(variables).database).toEqual(database),
  );

  const urls = [
    "db.example:5432",
    "mysql://db/x",
    "postgres://",
    "https://db/x",
    "postgres://u:%zz@db/x",
    "file:///data",
  ];
  eachRejected({ DATABASE_URL: "postgres://db/x?sslmode=verify-full", PGSSLMODE: "require" }, [
    ...urls.map((DATABASE_URL) => [{ DATABASE_URL }, "DATABASE_URL: must be an address like postgres://"] as const),
    // pg would not encrypt.
    [{ DATABASE_URL: "postgres://db/x?sslmode=requre" }, "DATABASE_URL: has an sslmode "],
    [{ PGSSLMODE: "requre" }, "PGSSLMODE: must be one of"],
  ]);
});

describe("Mail", () => {
  const mail = {
    SMTP_URL: "smtps://u:p@mail.example:465",
    MAIL_FROM: "Site <site@a.example>",
    SUBMISSIONS_TO: "b@c.se",
  };

  it("has a server, a sender and one or more recipients", () => {
    const { SMTP_URL: url, MAIL_FROM: from } = mail;
    expect(readConfig(mail).smtp).toEqual({ url, from, to: ["b@c.se"], locale: "en", receipts: true });
    const own = { SUBMISSIONS_TO: "b@c.se , Å <d@e.se>", SUBMISSIONS_LOCALE: "nb", RECEIPTS: "off" };
    expect(readConfig({ ...mail, ...own, SMTP_URL: "smtp://localhost:25" }).smtp).toEqual({
      url: "smtp://localhost:25",
      from,
      to: ["b@c.se", "Å <d@e.se>"],
      locale: "nb",
      receipts: false,
    });
  });

  eachRejected({ ...production, DATA_DIR: "/data", ...mail }, [
    [{ DATA_DIR: "" }, "SMTP_URL: has no effect without DATABASE_URL or DATA_DIR"],
    [{ SMTP_URL: "mail.example:25" }, "SMTP_URL: must be an address like smtps://"],
    [{ SMTP_URL: "smtp://u:%zz@mail.example" }, "SMTP_URL: must be an address like smtps://"],
    [{ SUBMISSIONS_LOCALE: "no" }, "SUBMISSIONS_LOCALE: must be one of en, sv, nb"],
    [{ RECEIPTS: "no" }, "RECEIPTS: must be one of on, off"],
    [{ RECEIPTS: "off", PRIVATE_DETAILS: "private.json" }, "PRIVATE_DETAILS: has no effect with RECEIPTS=off"],
    [{ MAIL_FROM: "Site" }, "MAIL_FROM: must be a mail address"],
    [{ MAIL_FROM: "Site\r\nBcc: <a@b.se>" }, "MAIL_FROM: must be a mail address"],
    [{ SUBMISSIONS_TO: "a@b.se,,c@d.se" }, "SUBMISSIONS_TO: must be one or more mail addresses"],
    [{ SMTP_URL: "" }, "SMTP_URL: must be set with MAIL_FROM and SUBMISSIONS_TO"],
    [{ MAIL_FROM: "" }, "MAIL_FROM: must be set with SMTP_URL and SUBMISSIONS_TO"],
    [{ MAIL_FROM: "", SUBMISSIONS_TO: "" }, "SUBMISSIONS_TO: must be set with SMTP_URL and MAIL_FROM"],
  ]);
});

describe("The webhook", () => {
  const SUBMISSIONS_WEBHOOK = "https://example.com/hook?key=1";
  const SUBMISSIONS_WEBHOOK_SECRET = `whsec_${Buffer.alloc(24).toString("base64")}`;
  const signed = { SUBMISSIONS_WEBHOOK, SUBMISSIONS_WEBHOOK_SECRET };
  const slack = "https://hooks.slack.com/services/T0/B0/x";

  it("is signed, unless Slack or Discord receives it", () => {
    const both = `${SUBMISSIONS_WEBHOOK_SECRET} , ${SUBMISSIONS_WEBHOOK_SECRET}`;
    const own = { ...signed, SUBMISSIONS_WEBHOOK_SECRET: both, SUBMISSIONS_LOCALE: "sv" };
    expect(readConfig(own).webhook).toEqual({
      url: SUBMISSIONS_WEBHOOK,
      secret: both,
      format: "standard",
      locale: "sv",
    });
    expect(readConfig({ SUBMISSIONS_WEBHOOK: slack }).webhook).toMatchObject({ secret: undefined, format: "slack" });
    expect(readConfig({ ...signed, SUBMISSIONS_WEBHOOK: "http://[::1]:8080/" }).webhook).toBeDefined();
  });

  const urls = ["http://example.com/hook", "http://localhost.example.com", "example.com/hook"];
  const secrets = ["secret", "whsec_c2hvcnQ=", `${SUBMISSIONS_WEBHOOK_SECRET}!`];
  const several = [`${SUBMISSIONS_WEBHOOK_SECRET} whsec_c2hvcnQ=`, `${SUBMISSIONS_WEBHOOK_SECRET} `.repeat(3)];
  const none = { SUBMISSIONS_WEBHOOK: "", SUBMISSIONS_WEBHOOK_SECRET: "" };
  eachRejected(signed, [
    ...[...urls, "https://u:p@example.com/", "ftp://example.com"].map(
      (url) => [{ SUBMISSIONS_WEBHOOK: url }, "SUBMISSIONS_WEBHOOK: must be an address like https://"] as const,
    ),
    ...[...secrets, ...several].map(
      (secret) => [{ SUBMISSIONS_WEBHOOK_SECRET: secret }, "SUBMISSIONS_WEBHOOK_SECRET: must be whsec_"] as const,
    ),
    [{ SUBMISSIONS_WEBHOOK_SECRET: "" }, "SUBMISSIONS_WEBHOOK_SECRET: must be set with SUBMISSIONS_WEBHOOK"],
    [{ SUBMISSIONS_WEBHOOK: "" }, "SUBMISSIONS_WEBHOOK_SECRET: has no effect without SUBMISSIONS_WEBHOOK"],
    [{ SUBMISSIONS_WEBHOOK: slack }, "SUBMISSIONS_WEBHOOK_SECRET: has no effect with the address of Slack or Discord"],
    [production, "SUBMISSIONS_WEBHOOK: has no effect without DATABASE_URL or DATA_DIR"],
    [{ RECEIPTS: "off" }, "RECEIPTS: has no effect without SMTP_URL"],
    [{ ...none, SUBMISSIONS_LOCALE: "sv" }, "SUBMISSIONS_LOCALE: has no effect without SMTP_URL or "],
  ]);
});

it(".env.example and docs/operating.md name exactly the variables that are read, and .env.example sets none", () => {
  const example = readFileSync(".env.example", "utf8");
  const operating = readFileSync("docs/operating.md", "utf8");
  const namesIn = (text: string, name: RegExp) =>
    [...new Set([...text.matchAll(name)].map(([, found]) => found!))].sort();
  const names = Object.keys(environment.shape).sort();
  const byHosts = namesIn(/^# \((.+)\)\.$/m.exec(example)![1]!, /([A-Z_]+)/g);

  expect([...namesIn(example, /^([A-Z_]+)=/gm), ...byHosts].sort()).toEqual(names);
  expect(names.filter((name) => !operating.includes(`\`${name}\``))).toEqual([]);
  expect(readConfig(parseEnv(example))).toEqual(readConfig({}));
});
