/** What an operator or author got wrong is told in a few plain words, and the process ends with 1. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "@jest/globals";
import { get, start } from "../../support/server.js";

/** The site as it is deployed, in a folder of its own. */
function deployed(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "starts-"));
  for (const part of ["dist", "content", "locales", "views", "package.json"])
    cpSync(part, path.join(folder, part), { recursive: true });
  symlinkSync(path.resolve("node_modules"), path.join(folder, "node_modules"));
  return folder;
}

const folder = deployed();
afterAll(() => rmSync(folder, { recursive: true }));
const at = (file: string) => path.join(folder, file);
const away = (file: string) => renameSync(at(file), at("away"));
const back = (file: string) => {
  rmSync(at(file), { recursive: true, force: true });
  renameSync(at("away"), at(file));
};

const folderAt = (file: string) => mkdirSync(at(file));
const nonsenseAt = (file: string) => writeFileSync(at(file), Buffer.alloc(99, 0xff));
const nothing = () => {};

it.each([
  ["is missing", nothing, "content/site.json", "content/site.json: is missing"],
  ["is a folder", folderAt, "content/pages/about/en.md", "content/pages/about/en.md: EISDIR"],
  ["is a folder", folderAt, "content/site.json", "content/site.json: EISDIR"],
  ["is no text", nonsenseAt, "content/facts.json", "content/facts.json: "],
  ["are missing", nothing, "locales", "locales/en/site.json: is missing"],
  ["is missing", nothing, "dist/public", "dist/public"],
  ["is empty", folderAt, "dist/public", "dist/public"],
])("says that something %s", async (_what, spoil, file, words) => {
  away(file);
  spoil(file);
  const { ended, output } = await start({}, { folder });
  const code = await ended;
  back(file);

  expect([code, output.error]).toEqual([1, expect.stringContaining(words)]);
  expect(output.error + output.out).not.toMatch(/^\s+at /m);
});

it.each(["dist", "dist/content.json"])("says that dist/ is not complete without %s", async (missing) => {
  away(missing);
  const { ended, output } = await start({}, { folder, command: "exec npm start" });
  const code = await ended;
  back(missing);
  expect([code, output.error]).toEqual([
    1,
    expect.stringContaining("dist/ is missing or not complete: run npm run build.\n"),
  ]);
});

it("says that DATA_DIR cannot be written", async () => {
  const { ended, output } = await start({ DATA_DIR: path.join(folder, "package.json") });
  expect(await ended).toBe(1);
  expect(output.error).toMatch(/^The environment has 1 problem\(s\):\n {2}DATA_DIR: must be a folder .*package\.json/);
});

it.each(["203.0.113.7", "no-such-host.invalid"])("says that it Could not listen on %s", async (host) => {
  const { ended, lines } = await start({ HOST: host });

  expect(await ended).toBe(1);
  expect(lines()).toEqual([
    { level: 60, time: expect.any(String), reason: expect.stringContaining(host), msg: "Could not listen" },
  ]);
});

it("the Procfile's command starts with nothing but the address of the site", async () => {
  const command = /^web: (.+)$/m.exec(readFileSync("Procfile", "utf8"))![1]!;
  const { port, line, errors } = await start({ BASE_URL: "https://www.example.com" }, { command });

  expect((await get(port, "/en/contact")).status).toBe(200);
  expect(await line("Forms are disabled: in production they need DATABASE_URL or DATA_DIR")).toBeDefined();
  expect(errors().filter(({ msg }) => !/example facts/.test(msg))).toEqual([]);
});

it("what nobody has foreseen ends the process, and is in the log", async () => {
  const bug = `process.once("SIGUSR2", () => Promise.reject(new Error("unforeseen")))`;
  const command = `exec node --import 'data:text/javascript,${encodeURIComponent(bug)}' dist/server.js`;
  const { child, ended, lines } = await start({}, { command });
  child.kill("SIGUSR2");

  expect(await ended).toBe(1);
  expect(lines().at(-1)).toMatchObject({
    level: 60,
    msg: "Ended by an unexpected error",
    err: { message: "unforeseen" },
  });
});
