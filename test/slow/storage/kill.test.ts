/** The built server is killed at any moment: every acknowledged submission is in the store. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import LibSQL from "libsql";
import type { DatabaseLocation } from "../../../src/storage/open-database.js";
import { describeWithPostgres } from "../../support/postgres.js";
import { newFolder, storeAt } from "../../support/store.js";

const KILLS = 25;
const AT_ONCE = 4;
const POSTING = 6;

const running = new Set<ChildProcess>();
afterAll(() => {
  for (const child of running) child.kill("SIGKILL");
});

/** The port of a new server, as soon as it listens. */
async function start(variables: Record<string, string>) {
  const child = spawn(process.execPath, ["dist/server.js"], {
    env: { PATH: process.env.PATH!, PORT: "0", HOST: "127.0.0.1", TRUST_PROXY: "1", ...variables },
  });
  running.add(child);
  const ended = once(child, "close");
  void ended.then(() => running.delete(child));
  let out = "";
  for await (const chunk of child.stdout) {
    out += chunk;
    const port = /"port":(\d+)[^\n]*"listening"/.exec(out)?.[1];
    if (port) {
      child.stdout.resume();
      return { child, ended, port: Number(port) };
    }
  }
  throw new Error(`The server did not start: ${out}`);
}

let posts = 0;
/** The status of a post from an address that has sent nothing yet; undefined if the server was killed before it answered. */
async function post(port: number, message: string): Promise<number | undefined> {
  posts += 1;
  const address = [198, 18 + (posts >> 16), (posts >> 8) & 255, posts & 255].join(".");
  try {
    const { status } = await fetch(`http://127.0.0.1:${port}/en/contact`, {
      method: "POST",
      redirect: "manual",
      headers: { "x-forwarded-for": address },
      body: new URLSearchParams({ about: "other", name: "Ada", email: "ada@example.com", message }),
    });
    return status;
  } catch {
    return undefined;
  }
}

/** Starts AT_ONCE servers at a time, posts to each, and kills each at a random moment. */
async function killed(variables: Record<string, string>, kills: number, meanwhile = async () => {}) {
  const acknowledged: string[] = [];
  const statuses = new Set<number | undefined>();
  let left = kills;
  const worker = async (name: number) => {
    for (let round = 0; left > 0; round++) {
      left -= 1;
      const { child, ended, port } = await start(variables);
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
      const awaitsPosts = round % 4 !== 0; // every fourth server can be killed while it still starts
      while (awaitsPosts && taken < POSTING) await wait(5);
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

describeWithPostgres("Killed servers with PostgreSQL", (postgres) => {
  beforeAll(() => postgres.start());

  it("lose no acknowledged submission when PostgreSQL crashes too", async () => {
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

  it("answer 503 to forms while PostgreSQL is stopped, and store them again when it is back", async () => {
    const { child, ended, port } = await start({ DATABASE_URL: await postgres.newDatabase() });
    expect(await post(port, "Before")).toBe(303);
    for (const signal of ["SIGINT", "SIGQUIT"] as const) {
      const visitors = Array.from({ length: 20 }, (_, number) => post(port, `${signal} ${number}`));
      await postgres.stop(signal);
      await Promise.all(visitors);
      expect(await post(port, "Meanwhile")).toBe(503);
      expect((await fetch(`http://127.0.0.1:${port}/en`)).status).toBe(200);
      await postgres.start();
      expect(await post(port, `After ${signal}`)).toBe(303);
    }
    child.kill("SIGTERM");
    expect((await ended)[0]).toBe(0);
  });
});
