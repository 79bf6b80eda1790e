/** The built server is killed at any moment, or its PostgreSQL: every acknowledged submission is stored once. */
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "@jest/globals";
import LibSQL from "libsql";
import type { DatabaseLocation } from "../../../src/storage/database.js";
import { describeWithPostgres } from "../../support/postgres.js";
import { postForm, start, until } from "../../support/processes.js";
import { newFolder, storeAt } from "../../support/store.js";

const AT_ONCE = 4;

let posts = 0;
/** The status of a form from a new address; undefined if the server was killed before it answered. */
async function post(port: number, message: string): Promise<number | undefined> {
  posts += 1;
  const address = [198, 18 + (posts >> 16), (posts >> 8) & 255, posts & 255].join(".");
  return (await postForm(port, message, address).catch(() => undefined))?.status;
}

/** Kills servers at random moments until `meanwhile` is over: each acknowledged form is stored exactly once. */
async function expectNoLoss(
  variables: Record<string, string>,
  kills: number,
  place: DatabaseLocation,
  meanwhile: (statuses: Set<number | undefined>, database: { isAway: boolean }) => Promise<void> = async () => {},
) {
  const acknowledged: string[] = [];
  const statuses = new Set<number | undefined>();
  const database = { isAway: false };
  let left = kills;
  let isOver = false;
  const worker = async (name: number) => {
    for (let round = 0; left > 0 || !isOver; round++) {
      const { child, ended, port } = await start({ TRUST_PROXY: "1", ...variables });
      let taken = 0;
      const visitors = Array.from({ length: 6 }, async (_, visitor) => {
        for (let number = 0; child.exitCode === null && child.signalCode === null; number++) {
          const message = `message ${name}-${round}-${visitor}-${number}`;
          const status = await post(port, message);
          statuses.add(status);
          if (status !== 303) continue;
          acknowledged.push(message);
          taken += 1;
        }
      });
      // Every fourth can be killed before its first answer. Without a database none is acknowledged, which does not count.
      const isAnswering = () => taken >= visitors.length || (database.isAway && statuses.has(503));
      if (round % 4 !== 0) await until("forms are acknowledged", isAnswering);
      await wait(Math.random() * 300);
      child.kill("SIGKILL");
      await Promise.all([...visitors, ended]);
      if (!database.isAway) left -= 1;
    }
  };
  const workers = Array.from({ length: AT_ONCE }, (_, name) => worker(name));
  await meanwhile(statuses, database).finally(() => (isOver = true));
  await Promise.all(workers);
  const messages = (await storeAt(place).list({})).map(({ fields }) => fields.message!);
  const found = new Set(messages);
  expect(acknowledged.filter((message) => !found.has(message))).toEqual([]);
  expect(messages).toHaveLength(found.size);
  expect(acknowledged.length).toBeGreaterThanOrEqual(2 * kills);
  expect([303, 503, undefined]).toEqual(expect.arrayContaining([...statuses]));
}

it("killed servers with one file lose no acknowledged submission", async () => {
  const folder = newFolder();
  await expectNoLoss({ DATA_DIR: folder }, 25, { folder });
  const file = new LibSQL(`${folder}/submissions.db`);
  expect(file.pragma("integrity_check")).toEqual([{ integrity_check: "ok" }]);
  file.close();
}, 300_000);

describeWithPostgres("With PostgreSQL", (postgres) => {
  it("killed servers lose no acknowledged submission, and answer 503 while PostgreSQL is stopped or crashes", async () => {
    await postgres.start();
    const url = await postgres.newDatabase();
    await expectNoLoss({ DATABASE_URL: url }, 12, { url }, async (statuses, database) => {
      for (const signal of ["SIGINT", "SIGQUIT"] as const) {
        await until("forms are acknowledged", () => statuses.has(303));
        database.isAway = true;
        await postgres.stop(signal);
        statuses.clear();
        await until("a form is answered without a database", () => statuses.has(503));
        await postgres.start();
        database.isAway = false; // a late 503 can still come in
        statuses.clear();
      }
    });
  }, 300_000);
});
