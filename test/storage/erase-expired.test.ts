/** Expired submissions are erased, unless the clock seems to be wrong. */
import { afterEach, expect, it, jest } from "@jest/globals";
import type { Site } from "../../src/site.js";
import { eraseDaily, eraseExpired } from "../../src/storage/erase-expired.js";
import { listeningLogger } from "../support/logger.js";
import { newFolder, planned, sent, setClock, storeAt } from "../support/store.js";

const siteAt = (builtAt: number, clock: () => number, logger: unknown, retentionMonths: object = { contact: 12 }) =>
  ({ builtAt, clock, logger, library: { organisation: { retentionMonths } } }) as unknown as Site;

const received = async (all: Record<string, string>, builtAt = 0) => {
  const clock = setClock();
  const store = storeAt({ folder: newFolder() }, clock, builtAt);
  const add = async (instant: string, form = "contact") => {
    clock.now = Date.parse(instant);
    await store.add(sent({ form, message: instant }), planned("mail"));
  };
  for (const [instant, form] of Object.entries(all)) await add(instant, form);
  const left = async () => (await store.list({})).map(({ fields }) => fields.message);
  const { logger, lines } = listeningLogger();
  const eraseAt = (instant: string, built: string, retentionMonths?: object) => {
    clock.now = Date.parse(instant);
    return eraseExpired(store, siteAt(Date.parse(built), clock, logger, retentionMonths));
  };
  return { clock, store, add, left, lines, eraseAt };
};

it("each form is erased after its own months with its mails, and an unknown form after the longest", async () => {
  const now = "2027-02-09T12:00:00Z";
  const kept = ["2026-02-09T12:00:00.000Z", "2026-11-09T12:00:00.001Z"];
  const { store, left, lines, eraseAt } = await received({
    "2026-02-09T11:59:59.999Z": "contact",
    [kept[0]!]: "contact",
    "2026-11-09T11:59:59.999Z": "join",
    [kept[1]!]: "join",
    "2020-01-01T00:00:00.000Z": "of another time",
  });
  const expired = (await store.list({})).flatMap(({ id, receivedAt }) => (kept.includes(receivedAt) ? [] : [id]));
  for (const _again of [1, 2]) await eraseAt(now, now, { contact: 12, join: 3 });
  expect(await left()).toEqual(kept);
  const references = lines.flatMap(({ fields }) => (fields as { erased: string[] }).erased);
  expect(references.sort()).toEqual(expired.sort());
  for (const message of [...kept, undefined])
    expect((await store.queue.lease("mail", 1000))?.submission.fields.message).toBe(message);
});

afterEach(() => void jest.useRealTimers());

it("retention runs at the start, again after an hour if it failed, which is logged, and after a day if it succeeded", async () => {
  jest.useFakeTimers();
  const hours = (number: number) => jest.advanceTimersByTimeAsync(number * 60 * 60 * 1000);
  const { logger, lines } = listeningLogger();
  let calls = 0;
  let fails = true;
  const submissions = storeAt({ folder: newFolder() });
  jest.spyOn(submissions, "newestBefore").mockResolvedValue(0);
  const away = new AggregateError([new Error("connect ECONNREFUSED ::1:5432")]);
  jest.spyOn(submissions, "erase").mockImplementation(async () => {
    calls += 1;
    return fails ? Promise.reject(away) : 0;
  });
  eraseDaily(submissions, siteAt(Date.now(), Date.now, logger));
  await hours(0.9);
  expect(calls).toBe(1);
  const reason = expect.stringContaining("ECONNREFUSED");
  expect(lines).toEqual([{ level: "warn", fields: { reason }, message: expect.any(String) }]);
  fails = false;
  await hours(0.2);
  expect(calls).toBe(4); // for cancelled sign-ups, for the form, and for forms that no longer exist
  await hours(23.8);
  expect(calls).toBe(4);
  await hours(0.2);
  expect(calls).toBe(7);
});

it("a wrong clock that is years ahead erases nothing and logs an error, also once it is corrected", async () => {
  const built = "2026-11-01T00:00:00Z";
  const { add, left, lines, eraseAt } = await received({ "2026-11-20T12:00:00.000Z": "contact" });
  await eraseAt("2031-11-20T12:00:00Z", built);
  expect(lines).toEqual([{ level: "error", fields: { days: 1826 }, message: expect.stringContaining("clock") }]);
  // A submission received on the wrong clock does not confirm it.
  await add("2031-11-20T12:00:00Z");
  await eraseAt("2031-11-20T12:00:00Z", built);
  await eraseAt("2026-12-01T12:00:00Z", built);
  expect(await left()).toHaveLength(2);
});

it("a wrong clock that is earlier than the build by more than a day erases nothing, and logs an error", async () => {
  const { left, lines, eraseAt } = await received({ "2024-01-01T00:00:00.000Z": "contact" });
  await eraseAt("2026-01-01T00:00:00Z", "2026-01-03T00:00:00Z");
  expect(await left()).toHaveLength(1);
  expect(lines).toMatchObject([{ level: "error", message: expect.stringContaining("clock") }]);
  await eraseAt("2026-01-01T00:00:00Z", "2026-01-01T00:01:00Z");
  expect(await left()).toHaveLength(0);
});

it("a wrong clock that is behind makes no form older than the build", async () => {
  const build = "2026-11-01T00:00:00.000Z";
  const { store, add, eraseAt } = await received({ "2025-11-20T12:00:00Z": "contact" }, Date.parse(build));
  expect(await store.list({})).toMatchObject([{ receivedAt: build }]);
  await eraseAt("2026-11-20T12:00:00Z", build);
  expect((await store.list({})).length).toBe(1);
  for (const day of ["2027-04-01", "2027-08-01"]) await add(`${day}T00:00:00Z`, "join"); // they confirm the clock
  await eraseAt("2027-11-01T00:00:00.001Z", build);
  expect((await store.list({ form: "contact" })).length).toBe(0);
});

it("the clock is believed if newer submissions or a new build confirm it", async () => {
  const months = ["2026-11-20", "2027-02-20", "2027-07-20", "2027-12-20"].map((day) => `${day}T12:00:00.000Z`);
  const confirmed = await received(Object.fromEntries(months.map((instant) => [instant, "contact"])));
  await confirmed.eraseAt("2028-01-01T00:00:00Z", "2024-01-01T00:00:00Z");
  expect(await confirmed.left()).toEqual(months.slice(1));
  const built = await received({ [months[0]!]: "contact" });
  await built.eraseAt("2028-01-01T00:00:00Z", "2027-10-01T00:00:00Z");
  expect(await built.left()).toEqual([]);
});
