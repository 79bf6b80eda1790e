/** The built server: what it logs at its start, and what a mistake of an operator or author is reported as. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "@jest/globals";
import LibSQL from "libsql";
import { copyOf } from "../../support/content-copy.js";
import { askDialogue, get, start } from "../../support/server.js";
import { newFolder } from "../../support/store.js";

it("the server runs without configuration, and logs JSON lines", async () => {
  const { port, line } = await start();
  expect(await get(port, "/nb/after-commerce?secret=1")).toMatchObject({ headers: { "content-language": "nb" } });
  expect(await line("request")).toMatchObject({ method: "GET", path: "/nb/after-commerce", status: 200 });
  expect((await get(port, "/healthz")).text).toBe("ready\n");
});

it("in production it needs only BASE_URL, and the log says what the owner has still to set", async () => {
  const { mail, security, chat, legalName, postalAddress } = JSON.parse(readFileSync("content/site.json", "utf8"));
  const facts = Object.entries({ mail, security, "chat.invite": chat.invite, legalName, postalAddress });
  const shipped = facts.filter(([, fact]) => fact === null || fact.endsWith(".example")).map(([name]) => name);
  const { port, line, errors } = await start({ NODE_ENV: "production", BASE_URL: "https://www.example.com" });

  expect((await get(port, "/en/contact")).status).toBe(200);
  const disabled = await line("Forms are disabled: in production they need DATABASE_URL or DATA_DIR");
  expect(disabled).toMatchObject({ level: 40 });
  expect(errors().flatMap(({ fields }) => fields)).toEqual(shipped);
});

it("the server answers while its services are unavailable, and logs once which they are, without a password", async () => {
  const plain = await start({ DATA_DIR: newFolder() });
  const none = { redis: "none", mail: "none", mistral: "none", webhook: "none" };
  expect(await plain.line("services")).toMatchObject({ database: "file, connected", ...none });

  const full = await start({
    DATABASE_URL: "postgres://user:pass-word@127.0.0.1:1/x",
    DATA_DIR: path.join(tmpdir(), "unused"),
    REDIS_URL: "redis://:pass-word@127.0.0.1:1",
    ...{ SMTP_URL: "smtp://user:pass-word@127.0.0.1:1", MAIL_FROM: "a@example.com", SUBMISSIONS_TO: "b@example.com" },
    MISTRAL_API_KEY: "pass-word",
    MISTRAL_BASE_URL: "http://127.0.0.1:1/v1",
    SUBMISSIONS_WEBHOOK: "https://hooks.slack.com/services/pass-word",
  });
  expect(await full.line("services")).toMatchObject({
    database: "PostgreSQL, unavailable",
    redis: "unavailable",
    mail: "configured, receipts on",
    mistral: "configured, mistral-small-latest",
    webhook: "configured, slack",
  });
  expect(await full.line("DATA_DIR is not used, because DATABASE_URL is set")).toMatchObject({ level: 40 });
  expect((await askDialogue(full.port, "When do you meet?")).status).toBe(200);
  full.child.kill();
  expect(await full.ended).toBe(0);
  expect(full.output.out).not.toContain("pass-word");
});

it("the server does not start with an invalid environment, and lists every problem", async () => {
  const invalid = await start({ NODE_ENV: "production", PORT: "many", TRUST_PROXY: "all" });
  const noFolder = await start({ DATA_DIR: path.resolve("package.json") });
  for (const { ended, output, problems } of [
    { ...invalid, problems: /3 problem\(s\)[\s\S]*PORT: [\s\S]*TRUST_PROXY: [\s\S]*BASE_URL: / },
    { ...noFolder, problems: /^The environment has 1 problem\(s\):\n {2}DATA_DIR: must be a folder .*package\.json/ },
  ]) {
    expect({ code: await ended, error: output.error }).toEqual({ code: 1, error: expect.stringMatching(problems) });
    expect(output.error).not.toContain("    at ");
  }
});

it("the server does not start if its database was made by version 1.0.0, or if it cannot listen", async () => {
  const folder = newFolder();
  const old = new LibSQL(path.join(folder, "submissions.db"));
  old.exec("CREATE TABLE outbox (submission_id text)");
  old.close();
  const first = await start();
  const listen = "Could not listen";
  for (const { variables, msg, reason } of [
    {
      variables: { DATA_DIR: folder },
      msg: "Could not open the submissions store",
      reason: /^The .* made by .*again\.$/,
    },
    { variables: { PORT: String(first.port) }, msg: listen, reason: /EADDRINUSE/ },
    { variables: { HOST: "no-such-host.invalid" }, msg: listen, reason: /no-such-host\.invalid/ },
  ]) {
    const { ended, errors } = await start(variables as Record<string, string>);
    const error = { msg, reason: expect.stringMatching(reason), level: expect.any(Number), time: expect.any(String) };
    expect({ msg, code: await ended, errors: errors() }).toEqual({ msg, code: 1, errors: [error] });
  }
});

it("a program ends with 1 if a file is missing or not readable, and names it", async () => {
  const { folder } = copyOf(".");
  const check = "node dist/commands/check-content.js";
  const folderAt = (file: string) => void mkdirSync(file);
  const nonsenseAt = (file: string) => writeFileSync(file, Buffer.alloc(99, 0xff));
  const unbuilt = "dist/ is missing or not complete: run npm run build.\n";
  for (const { command, file, replace, names } of [
    { command: "node dist/server.js", file: "locales", names: "locales/en/site.json: is missing" },
    { command: "node dist/server.js", file: "dist/public", names: "dist/public" },
    { command: "node dist/server.js", file: "dist/public", replace: folderAt, names: "dist/public" },
    { command: check, file: "content/site.json", names: "content/site.json: is missing" },
    { command: check, file: "content/pages/about/en.md", replace: folderAt, names: "pages/about/en.md: EISDIR" },
    { command: check, file: "content/facts.json", replace: nonsenseAt, names: "content/facts.json: " },
    { command: "npm start", file: "dist", names: unbuilt },
    { command: "npm run check:content", file: "dist/content.json", names: unbuilt },
    { command: "npm run submissions -- list", file: "dist", names: unbuilt },
  ]) {
    const at = path.join(folder, file);
    renameSync(at, path.join(folder, "away"));
    replace?.(at);
    const { ended, output } = await start({}, { folder, command: `exec ${command}` });
    const error = expect.stringContaining(names);
    expect({ command, file, code: await ended, error: output.error }).toEqual({ command, file, code: 1, error });
    expect(output.error + output.out).not.toMatch(/^\s+at /m);
    rmSync(at, { recursive: true, force: true });
    renameSync(path.join(folder, "away"), at);
  }
});

it("an unexpected error is logged and ends the process with code 1", async () => {
  const bug = `process.once("SIGUSR2", () => Promise.reject(new Error("unforeseen")))`;
  const command = `exec node --import 'data:text/javascript,${encodeURIComponent(bug)}' dist/server.js`;
  const { child, ended, lines } = await start({}, { command });
  child.kill("SIGUSR2");

  expect(await ended).toBe(1);
  const last = { level: 60, msg: "Ended by an unexpected error", err: { message: "unforeseen" } };
  expect(lines().at(-1)).toMatchObject(last);
});
