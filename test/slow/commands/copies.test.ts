/** `npm run submissions -- backup | restore | copy`, while the built server stores forms. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "@jest/globals";
import type { DatabaseLocation } from "../../../src/storage/open-database.js";
import { describeWithPostgres } from "../../support/postgres.js";
import { postForm, start } from "../../support/server.js";
import { anotherProcess, DAY_MS, newFolder, storeAt } from "../../support/store.js";

const environment = (more: Record<string, string>) => ({ PATH: process.env.PATH!, ...more });

async function run(folder: string, ...words: string[]) {
  const child = spawn(process.execPath, ["dist/commands/submissions.js", ...words], {
    env: environment({ DATA_DIR: folder }),
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => (output.stdout += chunk));
  child.stderr.on("data", (chunk) => (output.stderr += chunk));
  const [status] = await once(child, "close");
  return { status, ...output };
}

const messagesAt = async (place: DatabaseLocation) =>
  (await storeAt(place).list({})).map(({ fields }) => fields.message!).sort();

/** A server that gets 90 forms in some seconds, beside a process that writes 1500 submissions as fast as it can. */
async function busySite(folder: string) {
  const server = await start({ DATA_DIR: folder, TRUST_PROXY: "1" });
  const writer = await anotherProcess(
    { folder },
    `for (let number = 0; number < 1500; number++) {
      const fields = { name: "Ada", email: "ada@example.com", message: "written " + String(number).padStart(4, "0") };
      await store.add({ form: "contact", locale: "en", suspected: false, fields }, ["mail"]);
    }`,
  );
  const confirmed: string[] = [];
  const posting = async () => {
    for (let number = 0; number < 90; number++) {
      const message = `posted ${number}`;
      const { status } = await postForm(server.port, message, `198.18.0.${number}`);
      if (status === 303) confirmed.push(message);
      await wait(20);
    }
  };
  return { server, confirmed, load: Promise.all([posting(), writer.go()]) };
}

it("a backup of a busy file has every submission acknowledged before, and can be restored", async () => {
  const folder = newFolder();
  const backups = newFolder();
  const { server, confirmed, load } = await busySite(folder);
  const sizes = [];
  for (const name of ["1.db", "2.db", "3.db"]) {
    while (confirmed.length < 10 + sizes.length * 20) await wait(5);
    const before = [...confirmed];
    const target = path.join(backups, name);
    expect(await run(folder, "backup", target)).toMatchObject({ status: 0, stderr: "" });

    const restored = newFolder();
    expect(await run(restored, "restore", target)).toMatchObject({ status: 0, stderr: "" });
    const messages = await messagesAt({ folder: restored });
    expect(before.filter((message) => !messages.includes(message))).toEqual([]);
    const written = messages.filter((message) => message.startsWith("written"));
    expect(written).toEqual(written.map((_, number) => `written ${String(number).padStart(4, "0")}`));
    sizes.push(messages.length);
  }
  await load;
  expect(confirmed).toHaveLength(90);
  expect(sizes[0]).toBeLessThan((await messagesAt({ folder })).length); // it was still being written
  expect(server.errors()).toEqual([]);
});

it("backup, restore and copy overwrite nothing, and say why they failed", async () => {
  const [folder, empty] = [newFolder(), newFolder()];
  await storeAt({ folder }).open();
  const [file, backup] = [path.join(folder, "submissions.db"), path.join(empty, "backup.db")];
  expect(await run(empty, "backup", backup)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("There is no"),
  });
  expect(await run(folder, "backup")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("backup needs FILE"),
  });
  expect(await run(folder, "backup", backup)).toMatchObject({ status: 0, stdout: `Copied ${file} to ${backup}\n` });
  const taken = { status: 1, stderr: `${backup} exists already. Nothing was copied.\n` };
  expect(await run(folder, "backup", backup)).toMatchObject(taken);
  expect(await run(folder, "restore", backup)).toMatchObject({ status: 1, stderr: expect.stringContaining(file) });
  renameSync(file, `${file}.old`);
  expect(await run(folder, "restore", `${file}.none`)).toMatchObject({ status: 1, stdout: "" });
  const [text, nothing] = [path.join(empty, "notes.txt"), path.join(empty, "empty.db")];
  writeFileSync(text, "This is no database. ".repeat(100));
  writeFileSync(nothing, "");
  for (const [source, reason] of [
    [text, "the file is damaged, or is no database: file is not a database"],
    [nothing, "it has no submissions of this site"],
  ] as const) {
    const stderr = `Could not copy ${source}: ${reason}. Nothing was copied.\n`;
    const target = newFolder();
    expect(await run(target, "restore", source)).toMatchObject({ status: 1, stderr });
    expect(existsSync(path.join(target, "submissions.db"))).toBe(false);
  }
  expect(await run(folder, "copy", "--to", "mysql://localhost/x")).toMatchObject({ status: 1, stdout: "" });

  const env = environment({ DATABASE_URL: "postgres://localhost:1/x" });
  const options = { env, encoding: "utf8" } as const;
  const { stderr } = spawnSync(process.execPath, ["dist/commands/submissions.js", "backup", backup], options);
  expect(stderr).toMatch(/^DATABASE_URL is set\. Use pg_dump/);
});

describeWithPostgres("copy to PostgreSQL", (postgres) => {
  it("loses and duplicates nothing, started under load and repeated", async () => {
    await postgres.start();
    const folder = newFolder();
    const url = await postgres.newDatabase();
    const { server, confirmed, load } = await busySite(folder);
    while (confirmed.length < 20) await wait(5);
    expect(await run(folder, "copy", "--to", url)).toMatchObject({ status: 0, stderr: "" });
    await load;
    server.child.kill();
    await server.ended;

    const first = (await messagesAt({ url })).length;
    const all = await storeAt({ folder }).list({});
    expect(await run(folder, "copy", "--to", url)).toMatchObject({ stdout: `Copied: ${all.length - first}\n` });
    expect(await run(folder, "copy", "--to", url)).toMatchObject({ stdout: "Copied: 0\n" });
    const target = storeAt({ url });
    expect([first < all.length, await target.list({})]).toEqual([true, all]);
    let mails = 0;
    while (await target.queue("mail").claim(DAY_MS)) mails++;
    expect(mails).toBe(1500); // those of the process; the server has no mail
  });
});
