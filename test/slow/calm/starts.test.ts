/** A mistake of an operator or author is reported in a few plain words, and the process ends with 1. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "@jest/globals";
import { get, start } from "../../support/server.js";

/** The deployed site in its own folder. */
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
const moveAway = (file: string) => renameSync(at(file), at("moved"));
const moveBack = (file: string) => {
  rmSync(at(file), { recursive: true, force: true });
  renameSync(at("moved"), at(file));
};

const folderAt = (file: string) => mkdirSync(at(file));
const nonsenseAt = (file: string) => writeFileSync(at(file), Buffer.alloc(99, 0xff));
const nothing = () => {};

const server = "dist/server.js";
const check = "dist/commands/check-content.js";

it.each([
  [server, "is missing", nothing, "locales", "locales/en/site.json: is missing"],
  [server, "is missing", nothing, "dist/public", "dist/public"],
  [server, "is empty", folderAt, "dist/public", "dist/public"],
  [check, "is missing", nothing, "content/site.json", "content/site.json: is missing"],
  [check, "is a folder", folderAt, "content/pages/about/en.md", "content/pages/about/en.md: EISDIR"],
  [check, "is a folder", folderAt, "content/site.json", "content/site.json: EISDIR"],
  [check, "is not UTF-8", nonsenseAt, "content/facts.json", "content/facts.json: "],
])("%s fails if a file or folder %s, and names it", async (program, _what, replace, file, words) => {
  moveAway(file);
  replace(file);
  const { ended, output } = await start({}, { folder, command: `exec node ${program}` });
  const code = await ended;
  moveBack(file);

  expect([code, output.error]).toEqual([1, expect.stringContaining(words)]);
  expect(output.error + output.out).not.toMatch(/^\s+at /m);
});

it.each(
  ["dist", "dist/content.json"].flatMap((missing) =>
    ["start", "run check:content", "run submissions -- list"].map((script) => [missing, script] as const),
  ),
)("without %s, npm %s says to run the build", async (missing, script) => {
  moveAway(missing);
  const { ended, output } = await start({}, { folder, command: `exec npm ${script}` });
  const code = await ended;
  moveBack(missing);
  expect([code, output.error]).toEqual([
    1,
    expect.stringContaining("dist/ is missing or not complete: run npm run build.\n"),
  ]);
});

it("the server does not start if DATA_DIR cannot be written", async () => {
  const { ended, output } = await start({ DATA_DIR: path.join(folder, "package.json") });
  expect(await ended).toBe(1);
  expect(output.error).toMatch(/^The environment has 1 problem\(s\):\n {2}DATA_DIR: must be a folder .*package\.json/);

  const proc = await start({ DATA_DIR: "/proc/submissions/data" }); // Node's recursive mkdir never returns there
  expect(await proc.ended).toBe(1);
  expect(proc.output.error).toMatch(/DATA_DIR: must be a folder that the site can write to: .*\/proc\/submissions/);
});

it.each(["203.0.113.7", "no-such-host.invalid"])(
  "the server does not start if it cannot listen on %s",
  async (host) => {
    const { ended, lines } = await start({ HOST: host });

    expect(await ended).toBe(1);
    expect(lines()).toEqual([
      { level: 60, time: expect.any(String), reason: expect.stringContaining(host), msg: "Could not listen" },
    ]);
  },
);

it("the command of the Procfile needs only BASE_URL", async () => {
  const command = /^web: (.+)$/m.exec(readFileSync("Procfile", "utf8"))![1]!;
  const { port, line, errors } = await start({ BASE_URL: "https://www.example.com" }, { command });

  expect((await get(port, "/en/contact")).status).toBe(200);
  expect(await line("Forms are disabled: in production they need DATABASE_URL or DATA_DIR")).toBeDefined();
  expect(errors().filter(({ msg }) => !/example facts/.test(msg))).toEqual([]);
});

it("an unexpected error is logged and ends the process with code 1", async () => {
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
