/** The built server is killed at any moment, or its PostgreSQL: every acknowledged submission is stored once. */
import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, expect, it } from "@jest/globals";
import LibSQL from "libsql";
import type { DatabaseLocation } from "../../../src/storage/open-database.js";
import { describeWithPostgres } from "../../support/postgres.js";
import { get, postForm, start, until } from "../../support/server.js";
import { newFolder, storeAt } from "../../support/store.js";

const KILLS = 25;
const AT_ONCE = 4;
const POSTING = 6;

let posts = 0;
/** The status of a post from an address that has sent nothing yet; undefined if the server was killed before it answered. */
async function post(port: number, message: string): Promise<number | undefined> {
  posts += 1;
  const address = [198, 18 + (posts >> 16), (posts >> 8) & 255, posts & 255].join(".");
  return postForm(port, message, address).then(
    ({ status }) => status,
    () => undefined,
  );
}

/** Starts AT_ONCE servers at a time, posts to each, and kills each at a random moment. */
async function killed(variables: Record<string, string>, kills: number, meanwhile = async () => {}) {
  const acknowledged: string[] = [];
  const statuses = new Set<number | undefined>();
  let left = kills;
  const worker = async (name: number) => {
    for (let round = 0; left > 0; round++) {
      left -= 1;
      const { child, ended, port } = await start({ TRUST_PROXY: "1", ...variables });
      let taken = 0;
      const visitor = async (visitor: number) => {
        for (let number = 0; child.exitCode === null && child.signalCode === null; number++) {
          const message = `message ${name}-${round}-${visitor}-${number}`;
          const status = await post(port, message);
          statuses.add(status);
          if (status !== 303) continue;
          acknowledged.push(message);
          taken += 1;
        }
      };
      const visitors = Array.from({ length: POSTING }, (_, visitorName) => visitor(visitorName));
      // Every fourth can be killed before its first answer.
      if (round % 4 !== 0) await until("forms are acknowledged", () => taken >= POSTING);
      await wait(Math.random() * 300);
      child.kill("SIGKILL");
      await Promise.all([...visitors, ended]);
    }
  };
  await Promise.all([...Array.from({ length: AT_ONCE }, (_, name) => worker(name)), meanwhile()]);
  return { acknowledged, statuses };
}

/** Expects each acknowledged message in the store exactly once. */
async function expectAll(place: DatabaseLocation, acknowledged: readonly string[], atLeast: number) {
  const messages = (await storeAt(place).list({})).map(({ fields }) => fields.message!);
  const found = new Set(messages);
  expect(acknowledged.filter((message) => !found.has(message))).toEqual([]);
  expect(messages).toHaveLength(found.size);
  expect(acknowledged.length).toBeGreaterThanOrEqual(atLeast);
}

it(`${KILLS} killed servers with one file lose no acknowledged submission`, async () => {
  const folder = newFolder();
  const { acknowledged, statuses } = await killed({ DATA_DIR: folder }, KILLS);

  await expectAll({ folder }, acknowledged, 2 * KILLS);
  expect([...statuses].filter((status) => ![303, 503, undefined].includes(status))).toEqual([]);
  const file = new LibSQL(`${folder}/submissions.db`);
  expect(file.pragma("integrity_check")).toEqual([{ integrity_check: "ok" }]);
  file.close();
}, 300_000);

describeWithPostgres("With PostgreSQL", (postgres) => {
  beforeAll(() => postgres.start());

  it("killed servers lose no acknowledged submission when PostgreSQL crashes too", async () => {
    const url = await postgres.newDatabase();
    const { acknowledged } = await killed({ DATABASE_URL: url }, 12, async () => {
      for (let crash = 0; crash < 2; crash++) {
        await wait(4000);
        await postgres.stop("SIGQUIT");
        await postgres.start();
      }
    });
    await expectAll({ url }, acknowledged, 2 * 12);
  }, 300_000);

  it("forms get 503 while it is stopped, are stored again when it is back, and none acknowledged is lost", async () => {
    const url = await postgres.newDatabase();
    const { child, ended, port } = await start({ DATABASE_URL: url, TRUST_PROXY: "1" });
    const acknowledged: string[] = [];
    const send = async (message: string) => {
      const status = await post(port, message);
      if (status === 303) acknowledged.push(message);
      return status;
    };
    expect(await send("Before")).toBe(303);
    for (const signal of ["SIGINT", "SIGQUIT"] as const) {
      let isStopped = false;
      const visitor = async (name: number) => {
        // Altogether below the limit of 100 forms a minute.
        for (let number = 0; !isStopped && number < 5; number++) await send(`${signal} ${name} ${number}`);
      };
      const visitors = Array.from({ length: 8 }, (_, name) => visitor(name));
      await wait(300);
      await postgres.stop(signal);
      isStopped = true;
      await Promise.all(visitors);
      expect(await send("Meanwhile")).toBe(503);
      expect((await get(port, "/en")).status).toBe(200);
      await postgres.start();
      expect(await send(`After ${signal}`)).toBe(303);
    }
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    await expectAll({ url }, acknowledged, 10);
  });
});
