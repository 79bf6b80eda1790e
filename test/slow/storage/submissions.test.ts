/** The store of submissions in PostgreSQL, and shared by several processes. */
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { describeWithPostgres } from "../../support/postgres.js";
import { anotherProcess, newFolder, sent, storeAt } from "../../support/store.js";
import { testSharedStore, testSubmissionStore } from "../../support/submission-store.js";

describe("The store in a file", () => testSharedStore(async () => ({ folder: newFolder() })));

describeWithPostgres("The store in PostgreSQL", (postgres) => {
  beforeAll(() => postgres.start());
  const newPlace = async () => ({ url: await postgres.newDatabase() });
  testSubmissionStore(newPlace);
  testSharedStore(newPlace);

  it("fails while PostgreSQL is stopped, and works again when it is back", async () => {
    const place = { url: await postgres.newDatabase() };
    const [before, first] = [storeAt(place), storeAt(place)];
    await before.add(sent({ message: "Before" }), ["mail"]);

    await postgres.stop();
    for (const store of [before, first]) {
      await expect(store.add(sent({ message: "Lost" }), ["mail"])).rejects.toThrow();
      await expect(store.queue("mail").claim(1000)).rejects.toThrow();
    }
    await postgres.start();
    for (const store of [before, first])
      expect(await store.add(sent({ message: `After` }), ["mail"])).toMatch(/stored|duplicate/);
    expect((await before.list({})).map(({ fields }) => fields.message)).toEqual(["Before", "After"]);
  });

  it.each(["SIGINT", "SIGQUIT"] as const)(
    "loses nothing that was acknowledged when PostgreSQL ends by %s during writes",
    async (signal) => {
      const place = { url: await postgres.newDatabase() };
      const busy = await anotherProcess(
        place,
        `const kept = [];
        const fields = (text) => ({ name: "Ada", email: "ada@example.com", message: text });
        let failed = 0;
        await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(async (writer) => {
          for (let number = 0; failed < 20 && number < 5000; number++) {
            const message = writer + "-" + number;
            await store.add({ form: "contact", locale: "en", suspected: false, fields: fields(message) }, ["mail"])
              .then(() => kept.push(message), () => failed++);
          }
        }));
        return { kept, failed };`,
      );
      const result = busy.go();
      const store = storeAt(place);
      while ((await store.list({})).length < 50);
      await postgres.stop(signal);
      const { kept, failed } = await result;
      await postgres.start();

      expect([kept.length >= 50, failed >= 20]).toEqual([true, true]);
      const found = (await storeAt(place).list({})).map(({ fields }) => fields.message);
      expect(kept.filter((message: string) => !found.includes(message))).toEqual([]);
      expect(new Set(found).size).toBe(found.length);
    },
  );

  it("fails within 8 seconds if the server accepts a connection and never answers", async () => {
    const silence = createServer(() => {}).listen(0, "127.0.0.1");
    await once(silence, "listening");
    const { port } = silence.address() as AddressInfo;
    const began = performance.now();
    await expect(storeAt({ url: `postgres://a@127.0.0.1:${port}/a` }).add(sent(), ["mail"])).rejects.toThrow();
    expect(performance.now() - began).toBeLessThan(8000);
    silence.close();
  });
});
