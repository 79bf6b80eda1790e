import { readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { describe, expect, it } from "@jest/globals";
import { createApp } from "../src/app.js";
import { ConfigError, readConfig } from "../src/config.js";
import { environment } from "../src/environment.js";
import { forEvery } from "./support/for-every.js";
import { site } from "./support/site.js";

function problemsOf(variables: NodeJS.ProcessEnv): string {
  try {
    readConfig(variables);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  throw new Error("readConfig rejected nothing");
}

it("an empty environment gives the defaults", () => {
  expect(readConfig({})).toEqual({
    production: false,
    startedByNpm: false,
    port: 3000,
    host: undefined,
    baseUrl: "http://localhost:3000",
    trustProxy: false,
    logLevel: "info",
    drainDelay: 0,
    mistral: undefined,
    redis: undefined,
    isLocalDevelopment: true,
    database: { folder: path.resolve("data") },
    smtp: undefined,
    webhook: undefined,
  });
});

it("PORT, HOST, LOG_LEVEL and DRAIN_DELAY are read, and a delay above 300 seconds is rejected", () => {
  expect(readConfig({ PORT: "0", HOST: "127.0.0.1", LOG_LEVEL: "fatal", DRAIN_DELAY: "300" })).toMatchObject({
    port: 0,
    host: "127.0.0.1",
    logLevel: "fatal",
    drainDelay: 300,
  });
  expect(problemsOf({ DRAIN_DELAY: "301" })).toContain("DRAIN_DELAY: must be a whole number from 0 to 300");
});

it("an empty value counts as unset", () => {
  expect(readConfig({ PORT: "", BASE_URL: "", TRUST_PROXY: "", LOG_LEVEL: "", NODE_ENV: "" })).toEqual(readConfig({}));
});

it("every problem is listed at once", () => {
  const message = problemsOf({
    NODE_ENV: "prod",
    PORT: "70000",
    BASE_URL: "www.example.com",
    TRUST_PROXY: "yes",
    LOG_LEVEL: "loud",
    DRAIN_DELAY: "-1",
  });

  expect(message).toContain("6 problem(s)");
  for (const name of ["NODE_ENV", "PORT", "BASE_URL", "TRUST_PROXY", "LOG_LEVEL", "DRAIN_DELAY"]) {
    expect(message).toMatch(new RegExp(`^  ${name}: `, "m"));
  }
});

describe("The canonical origin", () => {
  forEvery([
    [{ BASE_URL: "https://www.example.com" }, "https://www.example.com"],
    [{ BASE_URL: "https://WWW.Example.com/" }, "https://www.example.com"],
    [{ BASE_URL: "https://a.example", RENDER_EXTERNAL_URL: "https://b.example" }, "https://a.example"],
    [{ RENDER_EXTERNAL_URL: "https://x.onrender.com" }, "https://x.onrender.com"],
    [{ RAILWAY_PUBLIC_DOMAIN: "x.up.railway.app" }, "https://x.up.railway.app"],
    [{ HEROKU_APP_DEFAULT_DOMAIN_NAME: "x-123.herokuapp.com" }, "https://x-123.herokuapp.com"],
    [{ FLY_APP_NAME: "for-commerce" }, "https://for-commerce.fly.dev"],
    [{ PORT: "8080" }, "http://localhost:8080"],
  ])("comes from BASE_URL, the variable of a hosting provider or PORT", (variables, origin) => {
    expect(readConfig(variables).baseUrl).toBe(origin);
  });

  forEvery([
    "example.com",
    "ftp://example.com",
    "https://example.com/path",
    "https://u:p@example.com",
    "https://:p@example.com",
    "https://example.com?x=1",
    "https://example.com#x",
    "javascript:1",
  ])("rejects any BASE_URL that is not an origin", (text) =>
    expect(problemsOf({ BASE_URL: text })).toContain("BASE_URL: must be an address like"),
  );

  it("must be set in production", () => {
    expect(problemsOf({ NODE_ENV: "production" })).toContain("BASE_URL: must be set in production");
    expect(problemsOf({ NODE_ENV: "production", PORT: "x" })).toMatch(/BASE_URL[\s\S]*PORT|PORT[\s\S]*BASE_URL/);
    expect(readConfig({ NODE_ENV: "production", FLY_APP_NAME: "x" }).baseUrl).toBe("https://x.fly.dev");
  });
});

describe("Mistral settings", () => {
  it("need only a key", () => {
    expect(readConfig({ MISTRAL_API_KEY: "k" }).mistral).toEqual({
      apiKey: "k",
      model: "mistral-small-latest",
      baseUrl: undefined,
      dailyAnswers: 1000,
    });
  });

  it("can set the model, the base URL and the daily limit", () => {
    const { mistral } = readConfig({
      MISTRAL_API_KEY: "k",
      MISTRAL_MODEL: "ministral-3b-latest",
      MISTRAL_BASE_URL: "http://127.0.0.1:8000/v1/",
      MISTRAL_DAILY_ANSWERS: "0",
    });
    expect(mistral).toEqual({
      apiKey: "k",
      model: "ministral-3b-latest",
      baseUrl: "http://127.0.0.1:8000/v1",
      dailyAnswers: 0,
    });
  });

  it("list every problem without the key", () => {
    const message = problemsOf({
      MISTRAL_API_KEY: "secret key",
      MISTRAL_MODEL: "a model",
      MISTRAL_BASE_URL: "https://key@api.example",
      MISTRAL_DAILY_ANSWERS: "-1",
    });
    expect(message).toContain("4 problem(s)");
    expect(message).not.toContain("secret");
    const key = { MISTRAL_API_KEY: "k" };
    expect(problemsOf({ ...key, MISTRAL_MODEL: "m".repeat(101) })).toContain(
      "MISTRAL_MODEL: must be the name of a model",
    );
    expect(problemsOf({ ...key, MISTRAL_DAILY_ANSWERS: "1000000" })).toContain("from 0 to 999999");
    expect(readConfig({ ...key, MISTRAL_DAILY_ANSWERS: "999999" }).mistral?.dailyAnswers).toBe(999_999);
  });

  forEvery(["MISTRAL_MODEL", "MISTRAL_BASE_URL", "MISTRAL_DAILY_ANSWERS"])("are rejected without a key", (name) => {
    const value = name === "MISTRAL_BASE_URL" ? "https://api.example" : "1";
    expect(problemsOf({ [name]: value })).toContain(`${name}: has no effect without MISTRAL_API_KEY`);
  });
});

describe("Redis settings", () => {
  forEvery([
    [{ REDIS_URL: "redis://localhost:6379" }, { url: "redis://localhost:6379", verifyTls: true }],
    [
      { REDIS_URL: "rediss://u:p@h:1/2", REDIS_TLS_VERIFY: "false" },
      { url: "rediss://u:p@h:1/2", verifyTls: false },
    ],
  ])("accept an address of Redis", (variables, redis) => expect(readConfig(variables).redis).toEqual(redis));

  forEvery(["localhost:6379", "http://localhost", "redis://", "unix:/tmp/redis", "redis://h/first", "redis://u:%zz@h"])(
    "reject any other address",
    (REDIS_URL) => {
      expect(problemsOf({ REDIS_URL })).toContain("REDIS_URL: must be an address like redis://");
    },
  );

  it("reject an invalid REDIS_TLS_VERIFY, and one without REDIS_URL", () => {
    expect(problemsOf({ REDIS_URL: "rediss://h", REDIS_TLS_VERIFY: "no" })).toContain("REDIS_TLS_VERIFY: ");
    expect(problemsOf({ REDIS_TLS_VERIFY: "false" })).toContain("REDIS_TLS_VERIFY: has no effect without REDIS_URL");
  });
});

describe("Submission settings", () => {
  const production = { NODE_ENV: "production", BASE_URL: "https://www.example.com" };

  forEvery([
    [{}, { folder: path.resolve("data") }],
    [{ DATA_DIR: "/var/lib/site" }, { folder: "/var/lib/site" }],
    [{ DATABASE_URL: "postgres://u:p@db.example:5432/site" }, { url: "postgres://u:p@db.example:5432/site" }],
    [{ DATABASE_URL: "postgresql://db/x?sslmode=no-verify" }, { url: "postgresql://db/x?sslmode=no-verify" }],
    [{ DATABASE_URL: "postgres://db/x", DATA_DIR: "/data" }, { url: "postgres://db/x" }],
    [production, undefined],
    [{ ...production, DATA_DIR: "", DATABASE_URL: "" }, undefined],
    [{ ...production, DATA_DIR: "/data" }, { folder: "/data" }],
    [{ ...production, DATABASE_URL: "postgres://db/x" }, { url: "postgres://db/x" }],
  ])("choose PostgreSQL, a folder or no store", (variables, database) =>
    expect(readConfig(variables).database).toEqual(database),
  );

  forEvery(["db.example:5432", "mysql://db/x", "postgres://", "https://db/x", "postgres://u:%zz@db/x", "file:///data"])(
    "reject an invalid DATABASE_URL",
    (DATABASE_URL) => {
      expect(problemsOf({ DATABASE_URL })).toContain("DATABASE_URL: must be an address like postgres://");
    },
  );

  it("reject a misspelled sslmode, which would make the connection less safe", () => {
    expect(problemsOf({ DATABASE_URL: "postgres://db/x?sslmode=requre" })).toContain("DATABASE_URL: has an sslmode ");
    expect(problemsOf({ DATABASE_URL: "postgres://db/x", PGSSLMODE: "requre" })).toContain("PGSSLMODE: ");
    expect(readConfig({ DATABASE_URL: "postgres://db/x?sslmode=verify-full", PGSSLMODE: "require" })).toBeDefined();
  });

  const mail = {
    SMTP_URL: "smtps://u:p@mail.example:465",
    MAIL_FROM: "Site <site@a.example>",
    SUBMISSIONS_TO: "b@c.se",
  };

  it("accept an SMTP server, a sender and one or more recipients", () => {
    const { SMTP_URL: url, MAIL_FROM: from } = mail;
    expect(readConfig(mail).smtp).toEqual({ url, from, to: ["b@c.se"], locale: "en", receipts: true });
    const to = ["b@c.se", "Å <d@e.se>"];
    expect(readConfig({ ...mail, SUBMISSIONS_TO: "b@c.se , Å <d@e.se>" }).smtp).toMatchObject({ to });
    expect(readConfig({ ...mail, SUBMISSIONS_LOCALE: "nb" }).smtp?.locale).toBe("nb");
    expect(readConfig({ ...mail, RECEIPTS: "off" }).smtp?.receipts).toBe(false);
    expect(readConfig({ ...mail, SMTP_URL: "smtp://localhost:25" }).smtp?.url).toBe("smtp://localhost:25");
  });

  it("reject SMTP_URL in production without a store", () => {
    expect(problemsOf({ ...production, ...mail })).toContain(
      "SMTP_URL: has no effect without DATABASE_URL or DATA_DIR",
    );
    expect(readConfig({ ...production, ...mail, DATA_DIR: "/data" }).smtp).toBeDefined();
  });

  forEvery([
    ["SMTP_URL", "mail.example:25", "must be an address like smtps://"],
    ["SUBMISSIONS_LOCALE", "no", "must be one of en, sv, nb"],
    ["RECEIPTS", "no", "must be one of on, off"],
    ["SMTP_URL", "http://mail.example", "must be an address like smtps://"],
    ["SMTP_URL", "smtp://u:%zz@mail.example", "must be an address like smtps://"],
    ["MAIL_FROM", "Site", "must be a mail address"],
    ["MAIL_FROM", "a@b.se, c@d.se", "must be a mail address"],
    ["MAIL_FROM", "Site\r\nBcc: <a@b.se>", "must be a mail address"],
    ["SUBMISSIONS_TO", "a@b.se; c@d.se", "must be one or more mail addresses"],
    ["SUBMISSIONS_TO", "a@b.se,,c@d.se", "must be one or more mail addresses"],
    ["SUBMISSIONS_TO", ",", "must be one or more mail addresses"],
  ])("reject an invalid mail setting", (name, value, message) => {
    expect(problemsOf({ ...mail, [name]: value })).toContain(`${name}: ${message}`);
  });

  forEvery([
    [["SMTP_URL"], ["MAIL_FROM", "SUBMISSIONS_TO"]],
    [["MAIL_FROM"], ["SMTP_URL", "SUBMISSIONS_TO"]],
    [["SUBMISSIONS_TO"], ["SMTP_URL", "MAIL_FROM"]],
    [["SMTP_URL", "MAIL_FROM"], ["SUBMISSIONS_TO"]],
    [["SMTP_URL", "SUBMISSIONS_TO"], ["MAIL_FROM"]],
    [["MAIL_FROM", "SUBMISSIONS_TO"], ["SMTP_URL"]],
  ] as (keyof typeof mail)[][][])("require all mail settings together", (set, missing) => {
    const message = problemsOf(Object.fromEntries(set!.map((name) => [name, mail[name]])));
    expect(message).toContain(`${missing!.length} problem(s)`);
    for (const name of missing!) expect(message).toContain(`${name}: must be set with `);
  });

  const SUBMISSIONS_WEBHOOK = "https://example.com/hook?key=1";
  const SUBMISSIONS_WEBHOOK_SECRET = `whsec_${Buffer.alloc(24).toString("base64")}`;
  const slack = "https://hooks.slack.com/services/T0/B0/x";

  it("accept a signed webhook, and an unsigned one of Slack or Discord", () => {
    const signed = { SUBMISSIONS_WEBHOOK, SUBMISSIONS_WEBHOOK_SECRET, SUBMISSIONS_LOCALE: "sv" };
    expect(readConfig(signed).webhook).toEqual({
      url: SUBMISSIONS_WEBHOOK,
      secret: SUBMISSIONS_WEBHOOK_SECRET,
      format: "standard",
      locale: "sv",
    });
    expect(readConfig({ SUBMISSIONS_WEBHOOK: slack }).webhook).toMatchObject({ secret: undefined, format: "slack" });
    const both = `${SUBMISSIONS_WEBHOOK_SECRET} , ${SUBMISSIONS_WEBHOOK_SECRET}`;
    expect(readConfig({ ...signed, SUBMISSIONS_WEBHOOK_SECRET: both }).webhook).toMatchObject({ secret: both });
    expect(readConfig({ ...signed, SUBMISSIONS_WEBHOOK: "http://[::1]:8080/" }).webhook).toBeDefined();
  });

  forEvery([
    [{ SUBMISSIONS_WEBHOOK: "http://example.com/hook" }, "SUBMISSIONS_WEBHOOK: must be an address like https://"],
    [{ SUBMISSIONS_WEBHOOK: "http://localhost.example.com" }, "SUBMISSIONS_WEBHOOK: must be an address like https://"],
    [{ SUBMISSIONS_WEBHOOK: "example.com/hook" }, "SUBMISSIONS_WEBHOOK: must be an address like https://"],
    [{ SUBMISSIONS_WEBHOOK: "https://u:p@example.com/" }, "SUBMISSIONS_WEBHOOK: must be an address like https://"],
    [{ SUBMISSIONS_WEBHOOK: "ftp://example.com" }, "SUBMISSIONS_WEBHOOK: must be an address like https://"],
    [{ SUBMISSIONS_WEBHOOK_SECRET: "secret" }, "SUBMISSIONS_WEBHOOK_SECRET: must be whsec_"],
    [{ SUBMISSIONS_WEBHOOK_SECRET: "whsec_c2hvcnQ=" }, "SUBMISSIONS_WEBHOOK_SECRET: must be whsec_"],
    [{ SUBMISSIONS_WEBHOOK_SECRET: `${SUBMISSIONS_WEBHOOK_SECRET}!` }, "SUBMISSIONS_WEBHOOK_SECRET: must be whsec_"],
    [
      { SUBMISSIONS_WEBHOOK_SECRET: `${SUBMISSIONS_WEBHOOK_SECRET} whsec_c2hvcnQ=` },
      "SUBMISSIONS_WEBHOOK_SECRET: must be whsec_",
    ],
    [
      { SUBMISSIONS_WEBHOOK_SECRET: `${SUBMISSIONS_WEBHOOK_SECRET} `.repeat(3) },
      "SUBMISSIONS_WEBHOOK_SECRET: must be whsec_",
    ],
    [{ SUBMISSIONS_WEBHOOK_SECRET: "" }, "SUBMISSIONS_WEBHOOK_SECRET: must be set with SUBMISSIONS_WEBHOOK"],
    [{ SUBMISSIONS_WEBHOOK: "" }, "SUBMISSIONS_WEBHOOK_SECRET: has no effect without SUBMISSIONS_WEBHOOK"],
    [{ SUBMISSIONS_WEBHOOK: slack }, "SUBMISSIONS_WEBHOOK_SECRET: has no effect with the address of Slack or Discord"],
    [production, "SUBMISSIONS_WEBHOOK: has no effect without DATABASE_URL or DATA_DIR"],
    [{ RECEIPTS: "off" }, "RECEIPTS: has no effect without SMTP_URL"],
    [{ SUBMISSIONS_WEBHOOK: "", SUBMISSIONS_LOCALE: "sv" }, "SUBMISSIONS_LOCALE: has no effect without SMTP_URL or "],
  ])("reject an unsafe setting and one without effect", (variables, problem) => {
    expect(problemsOf({ SUBMISSIONS_WEBHOOK, SUBMISSIONS_WEBHOOK_SECRET, ...variables })).toContain(problem);
  });

  it("list every problem without a password", () => {
    const message = problemsOf({
      ...production,
      DATABASE_URL: "mysql://u:secret@db/x",
      SMTP_URL: "http://u:secret@mail",
      MAIL_FROM: "nobody",
      SUBMISSIONS_TO: "no one",
      PORT: "x",
    });
    expect(message).toContain("5 problem(s)");
    for (const name of ["DATABASE_URL", "SMTP_URL", "MAIL_FROM", "SUBMISSIONS_TO", "PORT"])
      expect(message).toContain(`  ${name}: `);
    expect(message).not.toContain("secret");
  });
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

describe("TRUST_PROXY", () => {
  const { services } = site();

  forEvery([
    ["1", 1],
    ["0", 0],
    ["loopback, 10.0.0.0/8", ["loopback", "10.0.0.0/8"]],
    ["2001:db8::/32", ["2001:db8::/32"]],
    ["192.0.2.1", ["192.0.2.1"]],
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
