/** The store of submissions in PostgreSQL, and shared by several processes. */
import { createServer } from "node:net";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { testSharedStore, testSubmissionStore } from "../../storage/submission-store.js";
import { freePort } from "../../support/free-port.js";
import { describeWithPostgres } from "../../support/postgres.js";
import { newFolder, planned, sent, storeAt } from "../../support/store.js";

describe("The store in a file", () => testSharedStore(async () => ({ folder: newFolder() })));

describeWithPostgres("The store in PostgreSQL", (postgres) => {
  beforeAll(() => postgres.start());
  const newPlace = async () => ({ url: await postgres.newDatabase() });
  testSubmissionStore(newPlace);
  testSharedStore(newPlace);
});

it("the store fails if a database accepts its connection and never answers", async () => {
  const port = await freePort();
  const silence = createServer(() => {}).listen(port, "127.0.0.1");
  await expect(storeAt({ url: `postgres://a@127.0.0.1:${port}/a` }).add(sent(), planned("mail"))).rejects.toThrow();
  silence.close();
}, 60_000); // without a limit it would wait for ever
