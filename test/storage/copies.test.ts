/** Backups of the file of submissions, and copies to another database. */
import { readdirSync, readFileSync, readlinkSync, statSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "@jest/globals";
import { copyDatabaseFile, copySubmissions } from "../../src/commands/submission-database.js";
import { openDatabase } from "../../src/storage/schema.js";
import type { Submission } from "../../src/storage/submission.js";
import { newFolder, planned, sent, storeAt } from "../support/store.js";

const lease = (store: ReturnType<typeof storeAt>, channel: string) => store.queue.lease(channel, 1000);
const fileIn = (folder: string) => path.join(folder, "submissions.db");

it("a backup has what is stored while the file is in use, only its owner can read it, and it is written through no link", async () => {
  const [folder, backups, own] = [newFolder(), newFolder(), path.join(newFolder(), "own")];
  const store = storeAt({ folder });
  await store.add(sent({ message: "1" }), planned("mail"));
  writeFileSync(own, "mine");
  symlinkSync(own, `${fileIn(backups)}.partial`); // a name that can be guessed
  await copyDatabaseFile(fileIn(folder), fileIn(backups));
  await store.add(sent({ message: "2" }), planned("mail"));
  expect(readFileSync(own, "utf8")).toBe("mine");
  expect(readdirSync(backups)).toEqual(["submissions.db", "submissions.db.partial"]);
  expect(statSync(fileIn(backups)).mode & 0o777).toBe(0o600);
  const copied = storeAt({ folder: backups });
  expect(await copied.list({})).toEqual((await store.list({})).slice(0, 1));
  expect((await lease(copied, "mail"))?.submission.fields.message).toBe("1");
});

it.each(["submissions.db", "submissions.db-wal"])("a backup is rejected if a link %s is in its place", async (name) => {
  const [folder, backups] = [newFolder(), newFolder()];
  await storeAt({ folder }).add(sent(), planned("mail"));
  symlinkSync("/nowhere/at/all", path.join(backups, name));
  await expect(copyDatabaseFile(fileIn(folder), fileIn(backups))).rejects.toThrow(/exists already/);
  expect(readdirSync(backups)).toEqual([name]);
  expect(readlinkSync(path.join(backups, name))).toBe("/nowhere/at/all");
});

it("a backup of a damaged file is rejected, and leaves no file behind", async () => {
  const [folder, target] = [newFolder(), newFolder()];
  const store = storeAt({ folder });
  for (let number = 0; number < 50; number++)
    await store.add(sent({ message: `${number} ${"x".repeat(900)}` }), planned());
  await store.close();
  truncateSync(fileIn(folder), statSync(fileIn(folder)).size / 2);
  await expect(copyDatabaseFile(fileIn(folder), fileIn(target))).rejects.toThrow(/malformed/);
  expect(readdirSync(target)).toEqual([]);
});

it("a copy to another database neither loses nor duplicates submissions and mails, also if it is repeated", async () => {
  const places = { from: { folder: newFolder() }, to: { folder: newFolder() } };
  const [from, to] = [storeAt(places.from), storeAt(places.to)];
  const source = await openDatabase(places.from);
  const target = await openDatabase(places.to);
  await to.add(sent({ message: "both" }), planned());
  await to.add(sent({ message: "new" }), planned());
  await from.add(sent({ message: "both" }), planned("mail"));
  await from.add(sent({ message: "1" }), planned("mail"));
  await from.add(sent({ message: "spam", suspected: true }), planned());
  await to.add(sent({ form: "join" }), planned());
  await from.add(sent({ form: "join", message: "2" }), planned("receipt")); // to the same mailbox on the same day
  for (const store of [to, from])
    expect(await store.queue.claimReceipt((await store.list({ form: "join" }))[0]!)).toBe(true);
  await from.add(sent({ form: "student", message: "3" }), planned("receipt", "webhook"));
  const notice = { status: "cancelled", startsAt: "2027-03-01T17:30:00+01:00", venue: "", address: "" };
  await from.saveNotice((await from.list({ form: "student" }))[0]!.id, notice);
  for (const name of ["4", "5"])
    await from.add(sent({ form: "date", event: "a-2027-03-01", name, email: `${name}@a.com` }), planned());
  await from.cancel((await from.list({ email: "5@a.com" }))[0]!, []);
  const [keys] = await source.run([{ sql: "SELECT cancel_key FROM submissions WHERE form = 'date'", values: [] }]);
  const own = await to.list({});
  expect(await copySubmissions(source, target)).toBe(7);
  const found = await Promise.all(keys!.map((row) => to.findSignUp(`${row.cancel_key}`)));
  const signUps = found.map((one) => `${one!.fields.name} ${one!.cancelledAt !== undefined}`);
  expect(signUps.sort()).toEqual(["4 false", "5 true"]);
  const mails: Submission[] = [];
  for (let mail = await lease(to, "mail"); mail; mail = await lease(to, "mail")) mails.push(mail.submission);
  expect(mails.map(({ fields }) => fields.message).sort()).toEqual(["1", "both"]);
  for (const { id } of mails) await to.queue.finish("mail", id);
  const receipts = [await lease(to, "receipt"), await lease(to, "receipt")].map((receipt) => receipt!.submission);
  const wanted = await Promise.all(receipts.map((receipt) => to.queue.claimReceipt(receipt)));
  expect(receipts.filter((_, index) => wanted[index]).map(({ form }) => form)).toEqual(["student"]);
  expect((await lease(to, "webhook"))?.submission.form).toBe("student");
  expect([...(await to.notices()).values()]).toMatchObject([notice]);
  await from.add(sent({ message: "2" }), planned());
  expect(await copySubmissions(source, target)).toBe(1);
  expect(await copySubmissions(source, target)).toBe(0);
  const all = [...own, ...(await from.list({}))];
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
  expect((await to.list({})).sort(byId)).toEqual(all.sort(byId));
  expect(await lease(to, "mail")).toBeUndefined();
  await to.add(sent({ message: "1" }), planned("mail"));
  expect((await to.list({})).length).toBe(all.length);
  await Promise.all([source.close(), target.close()]);
});
