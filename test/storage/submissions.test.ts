import * as fs from "node:fs";
import path from "node:path";
import { describe, expect, it, jest } from "@jest/globals";
import LibSQL from "libsql";
import { FormIntake } from "../../src/forms/intake.js";
import type { Site } from "../../src/site.js";
import { problemOfFolder } from "../../src/storage/database.js";
import { errorCode, errorMessage } from "../../src/storage/errors.js";
import { anyNumber } from "../support/forms.js";
import { listeningLogger } from "../support/logger.js";
import { newFolder, planned, sent, storeAt } from "../support/store.js";
import { testSubmissionStore } from "./submission-store.js";

const { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } = fs;

describe("The store in a file", () => {
  testSubmissionStore(async () => ({ folder: newFolder() }));

  it("creates its folders and its file with access for their owner only, and leaves the mode of an existing file", async () => {
    const folder = path.join(newFolder(), "deeper", "data");
    const modeOf = (file: string) => statSync(file).mode & 0o777;
    const modes = () => readdirSync(folder).map((name) => modeOf(path.join(folder, name)));
    const store = storeAt({ folder });
    await store.add(sent(), planned("mail"));
    for (const created of [folder, path.dirname(folder)]) expect(modeOf(created)).toBe(0o700);
    expect(modes()).toEqual([0o600, 0o600, 0o600]);
    await store.close();
    for (const name of readdirSync(folder)) chmodSync(path.join(folder, name), 0o660);
    await storeAt({ folder }).add(sent({ message: "Again" }), planned("mail"));
    expect(modes()).toEqual([0o660, 0o660, 0o660]);
  });

  it("is rejected before the start if it cannot be written, and otherwise left as it is", () => {
    const link = path.join(newFolder(), "link");
    symlinkSync("/nowhere/at/all", link);
    const system = ["/proc", "/proc/submissions/data", "/dev/null"].filter((name) => fs.existsSync(name.slice(0, 5)));
    for (const folder of [...system, path.join(link, "data")])
      expect(problemOfFolder(folder)).toContain(folder.split("/data")[0]);
    const folder = newFolder();
    expect(problemOfFolder(folder)).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
  });

  it("that cannot be written is logged once, and once when it can be again, although no form is sent", async () => {
    const folder = path.join(newFolder(), "data");
    const { logger, lines } = listeningLogger();
    const submissions = storeAt({ folder });
    const site = { clock: Date.now, logger, formLimits: anyNumber } as unknown as Site;
    const forms = new FormIntake(submissions, { plan: () => [], wake: async () => {} }, site);
    const check = () => forms.check();
    await check();
    expect(lines).toEqual([]);
    renameSync(folder, `${folder}-away`);
    writeFileSync(folder, "in its place");
    for (const _twice of [1, 2]) await check();
    await expect(submissions.add(sent(), planned("mail"))).rejects.toThrow();
    rmSync(folder);
    for (const _twice of [1, 2]) await check();
    await submissions.add(sent(), planned("mail"));
    expect(lines).toMatchObject([
      { level: "error", message: "Forms cannot be stored: senders get 503" },
      { level: "info", message: "Forms can be stored again" },
    ]);
  });

  it("fails while another process locks the file for too long, and works afterwards", async () => {
    const folder = newFolder();
    const store = storeAt({ folder });
    await store.check();
    const other = new LibSQL(path.join(folder, "submissions.db"));
    other.exec("BEGIN IMMEDIATE");
    let skipped = 0; // each reading of the clock is half a second after the last
    const clock = jest.spyOn(Date, "now").mockImplementation(() => (skipped += 500));
    const locked = await store.add(sent(), planned("mail")).catch(errorCode);
    clock.mockRestore();
    expect(skipped).toBeGreaterThan(3000);
    expect(locked).toBe("another process has locked the database: SQLITE_BUSY");
    expect((await store.list({})).length).toBe(0); // reading needs no lock
    other.exec("ROLLBACK");
    other.close();
    await store.add(sent(), planned("mail"));
    expect((await store.list({})).length).toBe(1);
  });

  it.each(["moved away", "replaced by an empty one"])("stores nothing in a file that was %s", async (what) => {
    const folder = path.join(newFolder(), "data");
    const store = storeAt({ folder });
    await store.add(sent({ message: "Before ".repeat(20_000) }), planned("mail"));
    const before = await store.usedBytes();
    renameSync(folder, `${folder}-away`);
    if (what !== "moved away") await storeAt({ folder }).check();
    expect(await store.usedBytes()).toBeLessThan(before - 100_000);
    await store.add(sent({ message: "After" }), planned("mail"));
    expect((await storeAt({ folder }).list({})).map(({ fields }) => fields.message)).toEqual(["After"]);
    expect((await storeAt({ folder: `${folder}-away` }).list({})).length).toBe(1);
  });

  it.each([
    ["is damaged, or is no database", (file: string) => writeFileSync(file, "This is no database. ".repeat(100))],
    ["database file cannot be opened", (file: string) => mkdirSync(file)],
  ])("says that the file %s", async (cause, spoil) => {
    const folder = newFolder();
    spoil(path.join(folder, "submissions.db"));
    const opened = storeAt({ folder }).check();
    for (const textOf of [errorMessage, errorCode]) expect(await opened.catch(textOf)).toContain(`${cause}: `);
  });

  it("removes erased text from the file itself", async () => {
    const folder = newFolder();
    const store = storeAt({ folder });
    await store.add(sent({ message: "a secret of hers" }), planned("mail"));
    await store.erase({ email: "ada@example.com" });
    await store.close();
    const files = readdirSync(folder).map((name) => fs.readFileSync(path.join(folder, name), "latin1"));
    expect(files.join()).toContain("CREATE TABLE submissions");
    expect(files.join()).not.toContain("a secret of hers");
  });
});

it.each([
  ["the disk is full", ["ENOSPC", "EDQUOT", "SQLITE_FULL", "53100"]],
  ["the disk or the database is read-only", ["EROFS", "SQLITE_READONLY", "SQLITE_READONLY_DBMOVED", "25006"]],
  ["this user has no permission", ["EACCES", "EPERM", "42501"]],
])("an error says that %s", (cause, codes) => {
  const errors = codes.map((code) => Object.assign(new Error("no"), { code }));
  expect(errors.map(errorMessage)).toEqual(codes.map(() => `${cause}: no`));
  expect(errors.map(errorCode)).toEqual(codes.map((code) => `${cause}: ${code}`));
});
