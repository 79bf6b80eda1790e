/** `npm run submissions -- backup | restore | copy`, while the built server stores forms. */
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "@jest/globals";
import type { DatabaseLocation } from "../../../src/storage/open-database.js";
import { describeWithPostgres } from "../../support/postgres.js";
import { runSubmissions } from "../../support/run-node.js";
import { postForm, start, until } from "../../support/server.js";
import { anotherProcess, DAY_MS, newFolder, storeAt } from "../../support/store.js";

const run = (folder: string, ...words: string[]) => runSubmissions({ DATA_DIR: folder }, ...words);
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
  const sizes: number[] = [];
  for (const name of ["1.db", "2.db"]) {
    await until("more forms are confirmed", () => confirmed.length >= 10 + sizes.length * 30);
    const before = [...confirmed];
    const [target, restored] = [path.join(backups, name), newFolder()];
    expect(await run(folder, "backup", target)).toMatchObject({ status: 0, stderr: "" });
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

it("backup and restore overwrite nothing, take no other file, and say why they failed", async () => {
  const [folder, empty] = [newFolder(), newFolder()];
  await storeAt({ folder }).open();
  const [file, backup] = [`${folder}/submissions.db`, `${empty}/backup.db`];
  const [notes, nothing] = [`${empty}/notes.txt`, `${empty}/nothing.db`];
  writeFileSync(nothing, "");
  writeFileSync(notes, "This is no database. ".repeat(100));
  const stdout = `Copied ${file} to ${backup}\n`;
  expect(await run(folder, "backup", backup)).toEqual({ status: 0, stdout, stderr: "" });
  const failures = [
    await run(folder, "backup", backup),
    await run(folder, "restore", backup),
    await run(empty, "restore", `${file}.none`),
    await run(empty, "restore", notes),
    await run(empty, "restore", nothing),
    await runSubmissions({ DATABASE_URL: "postgres://localhost:1/x" }, "backup", backup),
  ];
  expect(failures.map(({ status, stdout, stderr }) => ({ status, stdout, reason: stderr.trim() }))).toEqual(
    [
      `${backup} exists already. Nothing was copied.`,
      `${file} exists already. Nothing was copied.`,
      expect.stringContaining(`There is no ${file}.none`),
      expect.stringMatching(/^Could not copy .*: the file is damaged, or is no database: .* Nothing was copied\.$/),
      `Could not copy ${nothing}: it has no submissions of this site. Nothing was copied.`,
      expect.stringMatching(/^DATABASE_URL is set\. Use pg_dump/),
    ].map((reason) => ({ status: 1, stdout: "", reason })),
  );
  expect(existsSync(`${empty}/submissions.db`)).toBe(false);
});

describeWithPostgres("copy to PostgreSQL", (postgres) => {
  it("loses and duplicates nothing, started under load and repeated", async () => {
    await postgres.start();
    const folder = newFolder();
    const url = await postgres.newDatabase();
    const copy = () => run(folder, "copy", "--to", url);
    const { server, confirmed, load } = await busySite(folder);
    await until("20 forms are confirmed", () => confirmed.length >= 20);
    expect(await copy()).toMatchObject({ status: 0, stderr: "" });
    await load;
    server.child.kill();
    await server.ended;

    const first = (await messagesAt({ url })).length;
    const all = await storeAt({ folder }).list({});
    expect(first).toBeLessThan(all.length);
    for (const copied of [all.length - first, 0])
      expect(await copy()).toEqual({ status: 0, stdout: `Copied: ${copied}\n`, stderr: "" });
    const target = storeAt({ url });
    expect(await target.list({})).toEqual(all);
    let mails = 0;
    while (await target.queue("mail").claim(DAY_MS)) mails++;
    expect(mails).toBe(1500); // those of the process; the server has no mail
  });
});
