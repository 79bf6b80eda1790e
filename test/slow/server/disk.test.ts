/** A full disk: pages still answer, forms get 503, and are stored again once there is space. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "@jest/globals";
import { get, postForm, runSubmissions, start } from "../../support/processes.js";
import { storeAt } from "../../support/store.js";

const run = (command: string, ...options: string[]) => spawnSync(command, options).status === 0;
const folder = mkdtempSync(path.join(tmpdir(), "disk-"));
const mayMount = run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder);
afterAll(() => {
  run("umount", "--lazy", folder);
  rmdirSync(folder);
});
if (!mayMount) process.stdout.write("Without the right to mount a disk, no test of one that is full.\n");

const title =
  "on a full disk, forms get 503 with what was typed, pages answer, and once there is space, forms are stored";
(mayMount ? it : it.skip)(title, async () => {
  const { port, line, errors } = await start({ DATA_DIR: folder, TRUST_PROXY: "1" });
  const statuses: number[] = [];
  const send = async (message: string) => {
    const answer = await postForm(port, message, `198.18.0.${statuses.length}`);
    statuses.push(answer.status);
    return answer;
  };
  const long = "Long enough to need room of its own. ".repeat(100);
  expect((await send("While there is room")).status).toBe(303);
  const filler = path.join(folder, "filler");
  try {
    for (let size = 1; ; size *= 2) writeFileSync(filler, Buffer.alloc(size * 1024), { flag: "a" });
  } catch {} // the disk is full, except for space in the log of the database
  let rejected = await send(`No. 1: ${long}`);
  for (let index = 2; rejected.status === 303 && index < 100; index++) rejected = await send(`No. ${index}: ${long}`);
  expect(rejected).toMatchObject({ status: 503, headers: { "retry-after": "30" } });
  expect(rejected.text).toContain(long.trim());
  expect((await get(port, "/sv/after-commerce")).status).toBe(200);
  await line("Could not store a submission");
  expect(errors()).toMatchObject([{ reason: "the disk is full: SQLITE_FULL" }]);
  const backup = await runSubmissions({ DATA_DIR: folder }, "backup", path.join(folder, "b.db"));
  expect(backup.stderr).toMatch(/^Could not copy .*: the disk is full: /);
  expect(readdirSync(folder)).not.toContainEqual(expect.stringContaining("partial"));
  rmSync(filler);
  expect((await send(`Again: ${long}`)).status).toBe(303);
  expect((await storeAt({ folder }).list({})).length).toBe(statuses.filter((status) => status === 303).length);
});
