/** `npm run submissions -- backup | restore | copy`, while the built server stores forms. */
import { existsSync, writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "@jest/globals";
import type { DatabaseLocation } from "../../../src/storage/database.js";
import { describeWithPostgres } from "../../support/postgres.js";
import { postForm, runSubmissions, start, until } from "../../support/processes.js";
import { anotherProcess, DAY_MS, newFolder, storeAt } from "../../support/store.js";

const run = (folder: string, ...words: string[]) => runSubmissions({ DATA_DIR: folder }, ...words);
const messagesAt = async (place: DatabaseLocation) =>
  (await storeAt(place).list({})).map(({ fields }) => fields.message!).sort();

describeWithPostgres("A database file that a server and another process write", (postgres) => {
  it("has every acknowledged submission in a backup that is restored, and once in PostgreSQL after a second copy", async () => {
    await postgres.start();
    const [folder, restored, url] = [newFolder(), newFolder(), await postgres.newDatabase()];
    const server = await start({ DATA_DIR: folder, TRUST_PROXY: "1" });
    const writer = await anotherProcess(
      { folder },
      `for (let number = 0; number < 1500; number++) {
        const fields = { name: "Ada", email: "ada@example.com", message: "written " + String(number).padStart(4, "0") };
        await store.add({ form: "contact", locale: "en", suspected: false, fields }, [{ channel: "mail", to: "team" }]);
      }`,
    );
    const confirmed: string[] = [];
    const posting = async () => {
      for (let number = 0; number < 90; number++, await wait(20)) {
        const message = `posted ${number}`;
        if ((await postForm(server.port, message, `198.18.0.${number}`)).status === 303) confirmed.push(message);
      }
    };
    const load = Promise.all([posting(), writer.go()]);
    await until("10 forms are confirmed", () => confirmed.length >= 10);
    const before = [...confirmed];
    const backup = `${restored}/backup.db`;
    expect(await run(folder, "backup", backup)).toMatchObject({ status: 0, stderr: "" });
    const copy = () => run(folder, "copy", "--to", url);
    expect(await copy()).toMatchObject({ status: 0 });
    await load;
    server.child.kill();
    await server.ended;
    expect({ confirmed: confirmed.length, errors: server.errors() }).toEqual({ confirmed: 90, errors: [] });
    expect(await run(restored, "restore", backup)).toMatchObject({ status: 0, stderr: "" });
    const messages = await messagesAt({ folder: restored });
    expect(before.filter((message) => !messages.includes(message))).toEqual([]);
    const written = messages.filter((message) => message.startsWith("written"));
    expect(written).toEqual(written.map((_, number) => `written ${String(number).padStart(4, "0")}`));
    const all = await storeAt({ folder }).list({});
    const first = (await messagesAt({ url })).length;
    for (const size of [messages.length, first]) expect(size).toBeLessThan(all.length); // it was still being written
    for (const copied of [all.length - first, 0])
      expect(await copy()).toMatchObject({ status: 0, stdout: `Copied: ${copied}\n` });
    const target = storeAt({ url });
    expect(await target.list({})).toEqual(all);
    let mails = 0;
    while (await target.queue.lease("mail", DAY_MS)) mails++;
    expect(mails).toBe(1500); // those of the process; the server has no mail
  });
});

it("backup and restore overwrite nothing, take no other file, and say why they failed", async () => {
  const [folder, empty] = [newFolder(), newFolder()];
  await storeAt({ folder }).check();
  const [file, backup, nothing] = [`${folder}/submissions.db`, `${empty}/backup.db`, `${empty}/nothing.db`];
  writeFileSync(nothing, "");
  const stdout = `Copied ${file} to ${backup}\n`;
  expect(await run(folder, "backup", backup)).toEqual({ status: 0, stdout, stderr: "" });
  const saying = (reason: string) => ({ status: 1, stdout: "", stderr: expect.stringContaining(reason) });
  expect(await run(folder, "backup", backup)).toEqual(saying(`${backup} exists already. Nothing was copied.`));
  expect(await run(folder, "restore", backup)).toEqual(saying(`${file} exists already. Nothing was copied.`));
  expect(await run(empty, "restore", `${file}.none`)).toEqual(saying(`There is no ${file}.none`));
  const isNone = saying(`Could not copy ${nothing}: it has no submissions of this site. Nothing was copied.`);
  expect(await run(empty, "restore", nothing)).toEqual(isNone);
  const withPostgres = await runSubmissions({ DATABASE_URL: "postgres://localhost:1/x" }, "backup", backup);
  expect(withPostgres).toEqual(saying("DATABASE_URL is set. Use pg_dump"));
  expect(existsSync(`${empty}/submissions.db`)).toBe(false);
});
