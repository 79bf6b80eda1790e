/** What is stored of forms in a file. */
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "@jest/globals";
import LibSQL from "libsql";
import { newFolder, sent, storeAt } from "../support/store.js";
import { keepsSubmissions } from "../support/submission-store.js";

describe("in a file", () => {
  keepsSubmissions(async () => ({ folder: newFolder() }));

  it("its folder is made, for nobody but its owner", async () => {
    const folder = path.join(newFolder(), "deeper", "data");
    await storeAt({ folder }).open();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it("it is away while its folder cannot be made, and works again as soon as it can", async () => {
    const folder = path.join(newFolder(), "data");
    writeFileSync(folder, "in its place");
    const store = storeAt({ folder });
    await expect(store.open()).rejects.toThrow();
    await expect(store.add(sent(), ["mail"])).rejects.toThrow();
    await expect(store.list({})).rejects.toThrow();

    rmSync(folder);
    expect(await store.add(sent(), ["mail"])).toBe("stored");
    expect(await storeAt({ folder }).count({})).toBe(1);
  });

  it("it is away while another has it for too long, and works again afterwards", async () => {
    const folder = newFolder();
    const store = storeAt({ folder });
    await store.open();
    const other = new LibSQL(path.join(folder, "submissions.db"));
    other.exec("BEGIN IMMEDIATE");
    await expect(store.add(sent(), ["mail"])).rejects.toThrow(/locked|busy/i);

    other.exec("ROLLBACK");
    other.close();
    expect(await store.add(sent(), ["mail"])).toBe("stored");
  });

  it.each(["taken away", "replaced by an empty one"])("nothing is kept in a file that is %s", async (what) => {
    const folder = path.join(newFolder(), "data");
    const store = storeAt({ folder });
    await store.add(sent({ message: "Before" }), ["mail"]);

    renameSync(folder, `${folder}-away`);
    if (what !== "taken away") await storeAt({ folder }).open();
    expect(await store.add(sent({ message: "After" }), ["mail"])).toBe("stored");
    expect((await storeAt({ folder }).list({})).map(({ fields }) => fields.message)).toEqual(["After"]);
    expect(await storeAt({ folder: `${folder}-away` }).count({})).toBe(1);
  });

  it("what is erased cannot be read in the file either", async () => {
    const folder = newFolder();
    const store = storeAt({ folder });
    await store.add(sent({ message: "a secret of hers" }), ["mail"]);
    await store.erase({ email: "ada@example.com" });
    await store.close();
    const files = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), "latin1"));
    expect(files.join()).toContain("CREATE TABLE submissions");
    expect(files.join()).not.toContain("a secret of hers");
  });
});
