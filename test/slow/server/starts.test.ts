/** The built server: what it logs at its start, and what a mistake of an operator or author is reported as. */
import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync } from "node:fs";
import { Agent } from "node:http";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "@jest/globals";
import { copyOf } from "../../support/folders.js";
import { freePort } from "../../support/free-port.js";
import { askDialogue, get, start } from "../../support/processes.js";
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
  const away = "pass-word@127.0.0.1:1";
  const stores = { DATABASE_URL: `postgres://user:${away}/x`, DATA_DIR: newFolder(), REDIS_URL: `redis://:${away}` };
  const mail = { SMTP_URL: `smtp://user:${away}`, MAIL_FROM: "a@example.com", SUBMISSIONS_TO: "b@example.com" };
  const mistral = { MISTRAL_API_KEY: "pass-word", MISTRAL_BASE_URL: "http://127.0.0.1:1/v1" };
  const webhook = { SUBMISSIONS_WEBHOOK: "https://hooks.slack.com/services/pass-word" };
  const full = await start({ ...stores, ...mail, ...mistral, ...webhook });
  const unavailable = { database: "PostgreSQL, unavailable", redis: "unavailable" };
  const configured = { mail: "configured, receipts on", mistral: "configured, mistral-small-latest" };
  const services = { ...unavailable, ...configured, webhook: "configured, slack" };
  expect(await full.line("services")).toMatchObject(services);
  expect(await full.line("DATA_DIR is not used, because DATABASE_URL is set")).toMatchObject({ level: 40 });
  expect((await askDialogue(full.port, "When do you meet?")).status).toBe(200);
  full.child.kill();
  expect(await full.ended).toBe(0);
  expect(full.output.out).not.toContain("pass-word");
});

it("the server does not start if a variable is wrong, or if it cannot listen, and says why", async () => {
  const first = await start();
  const wrong = { NODE_ENV: "production", PORT: "many", TRUST_PROXY: "all" };
  const isFile = /^The environment has 2 problem\(s\):\n {2}TRUST_PROXY: .*\n {2}DATA_DIR: .*package\.json[^\n]*\n$/;
  for (const [variables, reason] of [
    [wrong, /3 problem\(s\)[\s\S]*PORT: [\s\S]*TRUST_PROXY: [\s\S]*BASE_URL: /],
    [{ DATA_DIR: path.resolve("package.json"), TRUST_PROXY: "yes" }, isFile],
    [{ PORT: String(first.port) }, /EADDRINUSE/],
    [{ HOST: "no-such.invalid" }, /no-such\.invalid/],
  ] as [Record<string, string>, RegExp][]) {
    const started = await start(variables);
    expect({ variables, code: await started.ended }).toEqual({ variables, code: 1 });
    expect(started.output.error || started.errors()[0]!.reason).toMatch(reason);
  }
});

it("a program ends with 1 if a file is missing or not readable, and names it", async () => {
  const { folder } = copyOf(".");
  const unbuilt = "dist/ is missing or not complete: run npm run build.\n";
  const [page, check] = ["content/pages/about/en.md", "node dist/commands/check-content.js"];
  for (const [command, file, names, isFolder] of [
    ["node dist/server.js", "dist/locales", "locales/en/site.json: is missing"],
    ["node dist/server.js", "dist/public", "dist/public", true],
    [check, page, "pages/about/en.md: EISDIR", true],
    ["npm start", "dist", unbuilt],
    ["npm run submissions -- list", "dist", unbuilt],
  ] as const) {
    const at = path.join(folder, file);
    renameSync(at, path.join(folder, "away"));
    if (isFolder) mkdirSync(at);
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

const unread = path.join(newFolder(), "log");
execFileSync("mkfifo", [unread]);
const reader = openSync(unread, "r+");

it.each([
  ["on a full disk", "/dev/full"],
  ["closed by its reader", ">(head -n 1 >&2)"],
  ["that nobody reads, until its reader ends", unread],
])("the server answers, and stops with code 0, with a log %s", async (_what, log) => {
  const port = await freePort();
  const { child, ended } = await start({ PORT: String(port) }, { command: `exec node dist/server.js > ${log}` });
  const agent = new Agent({ keepAlive: true });
  const status = async (path: string) => (await get(port, path, agent).catch(() => undefined))?.status;
  for (let times = 0; (await status("/en")) !== 200 && times < 400; times++) await wait(50);
  for (let index = 0; index < 600; index++) await status(`/en/no-such-page-${"x".repeat(190)}`); // more than the buffer of a pipe
  expect(await status("/en")).toBe(200);
  child.kill("SIGTERM");
  while ((await status("/healthz")) === 200) await wait(50);
  agent.destroy();
  if (log === unread) closeSync(reader);
  expect(await ended).toBe(0);
});
