/** The built server: what it logs at its start, and what a mistake of an operator or author is reported as. */
import { mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "@jest/globals";
import { copyOf } from "../../support/folders.js";
import { askDialogue, get, start } from "../../support/server.js";
import { newFolder } from "../../support/store.js";

it("in production the server needs only BASE_URL, and the log says what the owner has still to set", async () => {
  const { mail, security, chat, legalName, postalAddress } = JSON.parse(readFileSync("content/site.json", "utf8"));
  const facts = Object.entries({ mail, security, "chat.invite": chat.invite, legalName, postalAddress });
  const shipped = facts.filter(([, fact]) => fact === null || fact.endsWith(".example")).map(([name]) => name);
  const { port, line, errors } = await start({ NODE_ENV: "production", BASE_URL: "https://www.example.com" });

  expect(await get(port, "/nb/contact?secret=1")).toMatchObject({ headers: { "content-language": "nb" } });
  expect(await line("request")).toMatchObject({ method: "GET", path: "/nb/contact", status: 200 });
  const disabled = await line("Forms are disabled: in production they need DATABASE_URL or DATA_DIR");
  expect(disabled).toMatchObject({ level: 40 });
  expect(errors().flatMap(({ fields }) => fields)).toEqual(shipped);
});

it("the server answers while its services are unavailable, and logs once which they are, without a password", async () => {
  const folder = newFolder();
  const plain = await start({ DATA_DIR: folder });
  const none = { redis: "none", mail: "none", mistral: "none", webhook: "none" };
  expect(await plain.line("services")).toMatchObject({ database: `file in ${folder}, connected`, ...none });
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(await plain.line("listening")).toMatchObject({ version });

  const full = await start({
    DATABASE_URL: "postgres://user:pass-word@127.0.0.1:1/x",
    DATA_DIR: path.join(tmpdir(), "unused"),
    REDIS_URL: "redis://:pass-word@127.0.0.1:1",
    SMTP_URL: "smtp://user:pass-word@127.0.0.1:1",
    MAIL_FROM: "a@example.com",
    SUBMISSIONS_TO: "b@example.com",
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

it("the server does not start if a variable is wrong, or if it cannot listen, and says why", async () => {
  const first = await start();
  for (const { variables, problems = "", errors = [] } of [
    {
      variables: { NODE_ENV: "production", PORT: "many", TRUST_PROXY: "all" },
      problems: expect.stringMatching(/3 problem\(s\)[\s\S]*PORT: [\s\S]*TRUST_PROXY: [\s\S]*BASE_URL: /),
    },
    {
      variables: { DATA_DIR: path.resolve("package.json") },
      problems: expect.stringMatching(/^The environment has 1 problem\(s\):\n {2}DATA_DIR: .*package\.json[^\n]*\n$/),
    },
    { variables: { PORT: String(first.port) }, errors: [{ reason: expect.stringContaining("EADDRINUSE") }] },
    { variables: { HOST: "no-such.invalid" }, errors: [{ reason: expect.stringContaining("no-such.invalid") }] },
  ]) {
    const started = await start(variables as Record<string, string>);
    const seen = { code: await started.ended, problems: started.output.error, errors: started.errors() };
    expect({ variables, ...seen }).toMatchObject({ variables, code: 1, problems, errors });
  }
});

it("a program ends with 1 if a file is missing or not readable, and names it", async () => {
  const { folder } = copyOf(".");
  const folderAt = (file: string) => void mkdirSync(file);
  const unbuilt = "dist/ is missing or not complete: run npm run build.\n";
  for (const { command, file, replace, names } of [
    { command: "node dist/server.js", file: "dist/locales", names: "locales/en/site.json: is missing" },
    { command: "node dist/server.js", file: "dist/public", replace: folderAt, names: "dist/public" },
    {
      command: "node dist/commands/check-content.js",
      file: "content/pages/about/en.md",
      replace: folderAt,
      names: "pages/about/en.md: EISDIR",
    },
    { command: "npm start", file: "dist", names: unbuilt },
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
