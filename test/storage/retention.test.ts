import { setTimeout as wait } from "node:timers/promises";
import { expect, it, jest } from "@jest/globals";
import { eraseExpired, scheduleRetention } from "../../src/storage/retention.js";
import { listeningLogger } from "../support/site.js";
import { newFolder, sent, setClock, silent, storeAt } from "../support/store.js";

const received = async (all: Record<string, string>) => {
  const clock = setClock();
  const store = storeAt({ folder: newFolder() }, clock);
  for (const [instant, form] of Object.entries(all)) {
    clock.now = Date.parse(instant);
    await store.add(sent({ form, message: instant }), ["mail"]);
  }
  const left = async () => (await store.list({})).map(({ fields }) => fields.message);
  return { clock, store, left };
};

const longAgo = { newestBefore: async () => 0 };

it("eraseExpired erases each form after its own months with its mails, and an unknown form after the longest", async () => {
  const { clock, store, left } = await received({
    "2026-02-09T11:59:59.999Z": "contact",
    "2026-02-09T12:00:00.000Z": "contact",
    "2026-11-09T11:59:59.999Z": "join",
    "2026-11-09T12:00:00.001Z": "join",
    "2020-01-01T00:00:00.000Z": "of another time",
  });
  clock.now = Date.parse("2027-02-09T12:00:00Z");
  const { logger, lines } = listeningLogger();
  const retentionMonths = { contact: 12, join: 3 };
  const kept = ["2026-02-09T12:00:00.000Z", "2026-11-09T12:00:00.001Z"];
  const expired = (await store.list({})).flatMap(({ id, receivedAt }) => (kept.includes(receivedAt) ? [] : [id]));

  await eraseExpired({ submissions: store, retentionMonths, clock, builtAt: clock.now, logger });
  expect(await left()).toEqual(kept);
  const references = lines.flatMap(({ fields }) => (fields as { erased: string[] }).erased);
  expect(references.sort()).toEqual(expired.sort());
  await eraseExpired({ submissions: store, retentionMonths, clock, builtAt: clock.now, logger });
  expect(lines).toHaveLength(3); // one for each form, and one for those of former forms
  const mails = [];
  for (;;) {
    const mail = await store.queue("mail").claim(1000);
    if (!mail) break;
    mails.push(mail.submission.fields.message);
  }
  expect(mails).toEqual(await left());
});

it("retention runs at the start of the server, and a failure is logged", async () => {
  const { clock, store, left } = await received({ "2026-01-01T00:00:00.000Z": "contact" });
  clock.now = Date.parse("2027-02-09T12:00:00Z");
  scheduleRetention({
    submissions: store,
    retentionMonths: { contact: 12 },
    clock,
    builtAt: clock.now,
    logger: silent,
  });
  await wait(100);
  expect(await left()).toEqual([]);

  const { logger, lines } = listeningLogger();
  const erase = () => Promise.reject(new AggregateError([new Error("connect ECONNREFUSED ::1:5432")]));
  scheduleRetention({
    submissions: { erase, ...longAgo },
    retentionMonths: { contact: 12 },
    clock,
    builtAt: clock.now,
    logger,
  });
  await wait(10);
  expect(lines).toEqual([
    { level: "warn", fields: { reason: expect.stringContaining("ECONNREFUSED") }, message: expect.any(String) },
  ]);
});

it("retention runs again after an hour if it failed, and after a day if it succeeded", async () => {
  jest.useFakeTimers();
  const hours = (number: number) => jest.advanceTimersByTimeAsync(number * 60 * 60 * 1000);
  let [calls, fails] = [0, true];
  const erase = async () => {
    calls += 1;
    if (fails) throw new Error("unavailable");
    return 0;
  };
  try {
    scheduleRetention({
      submissions: { erase, ...longAgo },
      retentionMonths: { contact: 12 },
      clock: Date.now,
      builtAt: Date.now(),
      logger: silent,
    });
    await hours(0.9);
    expect(calls).toBe(1);
    fails = false;
    await hours(0.2);
    expect(calls).toBe(3); // for the form, and for forms that no longer exist
    await hours(23.8);
    expect(calls).toBe(3);
    await hours(0.2);
    expect(calls).toBe(5);
  } finally {
    jest.useRealTimers();
  }
});

it("a clock that is years ahead erases nothing, and logs an error", async () => {
  const builtAt = Date.parse("2026-11-01T00:00:00Z");
  const { clock, store, left } = await received({ "2026-11-20T12:00:00.000Z": "contact" });
  const { logger, lines } = listeningLogger();
  clock.now = Date.parse("2031-11-20T12:00:00Z");

  await eraseExpired({ submissions: store, retentionMonths: { contact: 12 }, clock, builtAt, logger });
  expect(await left()).toEqual(["2026-11-20T12:00:00.000Z"]);
  expect(lines).toEqual([{ level: "error", fields: { days: 1826 }, message: expect.stringContaining("clock") }]);

  // A submission received on the wrong clock does not confirm it, also after the clock is corrected.
  await store.add(sent({ form: "contact", message: "in 2031" }), ["mail"]);
  await eraseExpired({ submissions: store, retentionMonths: { contact: 12 }, clock, builtAt, logger });
  clock.now = Date.parse("2026-12-01T12:00:00Z");
  await eraseExpired({ submissions: store, retentionMonths: { contact: 12 }, clock, builtAt, logger });
  expect(await left()).toHaveLength(2);
});

it("a clock that is set years ahead during the check erases nothing", async () => {
  const { store, left } = await received({ "2026-11-20T12:00:00.000Z": "contact" });
  const builtAt = Date.parse("2026-11-01T00:00:00Z");
  const times = ["2026-12-01", "2031-12-01"].map((day) => Date.parse(day));
  const clock = () => (times.length > 1 ? times.shift()! : times[0]!);
  await eraseExpired({ submissions: store, retentionMonths: { contact: 12 }, clock, builtAt, logger: silent });
  expect(await left()).toHaveLength(1);
});

it("an old build erases expired submissions if newer ones confirm the clock", async () => {
  const months = ["2026-11-20", "2027-02-20", "2027-07-20", "2027-12-20"].map((day) => `${day}T12:00:00.000Z`);
  const { clock, store, left } = await received(Object.fromEntries(months.map((instant) => [instant, "contact"])));
  clock.now = Date.parse("2028-01-01T00:00:00Z");
  const builtAt = Date.parse("2024-01-01T00:00:00Z");
  await eraseExpired({ submissions: store, retentionMonths: { contact: 12 }, clock, builtAt, logger: silent });
  expect(await left()).toEqual(months.slice(1));
});

it("a new build erases expired submissions without newer ones", async () => {
  const { clock, store, left } = await received({ "2026-11-20T12:00:00.000Z": "contact" });
  clock.now = Date.parse("2028-01-01T00:00:00Z");
  const builtAt = Date.parse("2027-10-01T00:00:00Z");
  await eraseExpired({ submissions: store, retentionMonths: { contact: 12 }, clock, builtAt, logger: silent });
  expect(await left()).toEqual([]);
});

it("a form that arrives on a clock that is behind counts as received at the build", async () => {
  const builtAt = Date.parse("2026-11-01T00:00:00Z");
  const clock = setClock(Date.parse("2025-11-20T12:00:00Z"));
  const store = storeAt({ folder: newFolder() }, clock, builtAt);
  await store.add(sent({ form: "contact" }), []);
  expect(await store.list({})).toMatchObject([{ receivedAt: "2026-11-01T00:00:00.000Z" }]);

  const erase = () =>
    eraseExpired({ submissions: store, retentionMonths: { contact: 12 }, clock, builtAt, logger: silent });
  clock.now = Date.parse("2026-11-20T12:00:00Z");
  await erase();
  expect((await store.list({})).length).toBe(1);
  clock.now = Date.parse("2027-04-01T00:00:00Z");
  await store.add(sent({ form: "join" }), []); // confirms the clock
  clock.now = Date.parse("2027-08-01T00:00:00Z");
  await store.add(sent({ form: "student" }), []);
  clock.now = Date.parse("2027-11-01T00:00:00.001Z");
  await erase();
  expect((await store.list({ form: "contact" })).length).toBe(0);
});

it("a clock that is earlier than the build erases nothing, and logs an error", async () => {
  const { clock, store, left } = await received({ "2024-01-01T00:00:00.000Z": "contact" });
  const { logger, lines } = listeningLogger();
  clock.now = Date.parse("2026-01-01T00:00:00Z");
  const retention = { submissions: store, retentionMonths: { contact: 12 }, clock, logger };
  await eraseExpired({ ...retention, builtAt: clock.now + 2 * 24 * 60 * 60 * 1000 });
  expect(await left()).toHaveLength(1);
  expect(lines).toMatchObject([{ level: "error", message: expect.stringContaining("clock") }]);
  await eraseExpired({ ...retention, builtAt: clock.now + 60_000 });
  expect(await left()).toHaveLength(0);
});
