/** A full or read-only disk: pages still answer, forms get 503, and are stored again once the disk is writable. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, it } from "@jest/globals";
import { runSubmissions } from "../../support/run-node.js";
import { get, postForm, start } from "../../support/server.js";
import { storeAt } from "../../support/store.js";

const run = (command: string, ...options: string[]) => spawnSync(command, options).status === 0;
const mounted: string[] = [];
afterEach(() => {
  for (const folder of mounted.splice(0)) {
    while (run("umount", "--lazy", folder)); // two disks can be mounted on it; the server and the store stop after this
    rmdirSync(folder);
  }
});

/** Mounts a disk of one megabyte; undefined if this user may not mount. */
function smallDisk(): string | undefined {
  const folder = mkdtempSync(path.join(tmpdir(), "disk-"));
  mounted.push(folder);
  return run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder) ? folder : undefined;
}
const mayMount = smallDisk() !== undefined;
if (!mayMount) process.stdout.write("Without the right to mount a disk, no test of one that is full.\n");
const onDisk = mayMount ? it : it.skip;

/** The server with its database on such a disk. */
async function siteOnDisk() {
  const folder = smallDisk()!;
  const server = await start({ DATA_DIR: folder, TRUST_PROXY: "1" });
  const statuses: number[] = [];
  const send = async (message: string) => {
    const answer = await postForm(server.port, message, `198.18.0.${statuses.length}`);
    statuses.push(answer.status);
    return answer;
  };
  const expectAllStored = async () =>
    expect((await storeAt({ folder }).list({})).length).toBe(statuses.filter((status) => status === 303).length);
  return { ...server, folder, send, expectAllStored };
}
const long = "Long enough to need room of its own. ".repeat(100);

onDisk("a full disk: forms get 503 with their values, and are stored again once there is space", async () => {
  const { folder, port, line, errors, send, expectAllStored } = await siteOnDisk();
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
  await expectAllStored();
});

onDisk("a disk that comes back read-only: forms get 503 with their values until it is writable", async () => {
  const { folder, port, line, send, expectAllStored } = await siteOnDisk();
  expect(run("mount", "-t", "tmpfs", "-o", "ro,size=1m", "tmpfs", folder)).toBe(true);
  expect(await send("Kept by nobody")).toMatchObject({ status: 503, text: expect.stringContaining("Kept by nobody") });
  expect((await get(port, "/en")).status).toBe(200);
  const reason = "the disk or the database is read-only: EROFS";
  expect(await line("Could not store a submission")).toMatchObject({ level: 50, reason });
  expect(run("mount", "-o", "remount,rw", folder)).toBe(true);
  expect((await send("Kept by nobody")).status).toBe(303);
  await expectAllStored();
});
