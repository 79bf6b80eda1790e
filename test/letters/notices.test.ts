/** `npm run submissions -- notify` sends a mail to everybody who signed up for a date that was moved or cancelled. */
import { afterEach, beforeEach, expect, it, jest } from "@jest/globals";
import ICAL from "ical.js";
import type { Values } from "../../src/commands/submission-lists.js";
import type { Config } from "../../src/config.js";
import * as services from "../../src/site.js";
import { forEvery } from "../support/for-every.js";
import { filesWith } from "../support/library.js";
import { detailsFile, recipientsOf, server } from "../support/mailing-site.js";
import { calendarNamespace } from "../support/shipped.js";
import { NOW } from "../support/site.js";
import { DAY_MS, newFolder, planned, sent, setClock, storeAt } from "../support/store.js";

const name = { en: "Another bar", sv: "En annan bar", nb: "En annen bar" };
const place = { name, address: "Långgatan 1" as string | null, postalCode: null, latitude: null, longitude: null };
const updated = Date.parse("2026-11-09T12:00:00Z");
const changed: Record<string, object> = {
  "2027-04-01": { updated, venue: place },
  "2027-06-03": { updated, status: "postponed" },
};

// The command would read all texts each time. Here the texts of every event were edited today, which changes no date.
jest.unstable_mockModule("../../src/site.js", () => ({
  ...services,
  openBuild: (config: Config) => {
    const files = filesWith({ baseUrl: config.baseUrl, features: services.configuredFeatures(config) });
    const events = files.library.events.map((event) => {
      const more = event.slug === "after-commerce-gothenburg" ? changed : {};
      return { ...event, updated: NOW, overrides: { ...event.overrides, ...more } };
    });
    return { ...files, library: { ...files.library, events } };
  },
}));
const t = filesWith({ baseUrl: "https://www.example.com" }).getFixedT("sv");
const { notify } = await import("../../src/commands/submission-notices.js");

/** Of nothing that a date of these tests has. */
const told = { status: "", startsAt: "", venue: "", address: "" };

const MOVED = "after-commerce-gothenburg-2027-05-06";
const environment = { ...process.env };
let folder: string;
beforeEach(() => {
  folder = newFolder();
  const mail = { SMTP_URL: server.url, MAIL_FROM: "site@example.com", SUBMISSIONS_TO: "team@example.com" };
  Object.assign(process.env, { DATA_DIR: folder, BASE_URL: "https://www.example.com", LOG_LEVEL: "silent", ...mail });
  jest.spyOn(Date, "now").mockReturnValue(NOW);
  jest.spyOn(process.stderr, "write").mockReturnValue(true);
});
afterEach(() => {
  process.env = { ...environment };
  place.address = "Långgatan 1";
  jest.restoreAllMocks();
});

const run = (event: string, yes = false, chosen: Partial<Values> = {}) =>
  notify({ event, yes, ...chosen } as Values, "", storeAt({ folder }));

const addressOf = (text: string) => ({ address: { en: text, sv: text, nb: text } });
const writeDetails = (entries: object) => Object.assign(process.env, { PRIVATE_DETAILS: detailsFile(entries) });
const sentMails = () => server.received.map(({ to, subject }) => ({ to, subject }));

async function storeAll(all: Record<string, unknown>[]) {
  const clock = setClock(Date.parse("2026-11-08T12:00:00Z")); // the day before the date was moved
  const store = storeAt({ folder }, clock);
  for (const { daysLater = 0, ...fields } of all) {
    clock.now += 1 + Number(daysLater) * DAY_MS;
    await store.add(sent({ about: "coming", ...fields }), fields.form === "date" ? planned() : planned());
  }
  return store;
}

it("each participant gets one mail for each change, in the language of the form, with the date as a calendar file", async () => {
  await storeAll([
    { event: MOVED, email: "ada@example.com", message: "first" },
    { event: MOVED, email: "Ada@example.com", message: "second", locale: "sv" },
    { form: "seat-gothenburg", date: MOVED, email: "bo@example.com", locale: "nb" },
    { event: MOVED, email: "suspected@example.com", suspected: true },
    { email: "nobody@example.com" },
    { event: "after-commerce-gothenburg-2027-04-01", email: "other@example.com" },
    { event: MOVED, email: "late@example.com", daysLater: 3 },
  ]);
  expect((await run(MOVED)).replaceAll("\u00a0", " ").split("\n")).toEqual([
    "After Commerce in Gothenburg, Thursday 13 May 2027, 17:30–20:00",
    expect.stringContaining("Moved from Thursday 6 May 2027"),
    expect.stringContaining("Ada@example.com"),
    expect.stringContaining("bo@example.com"),
    expect.stringMatching(/suspected@example\.com {2}suspected/),
    "3 would be mailed; 1 know already. Add --yes to mail them.",
    "",
  ]);
  expect(server.received).toEqual([]);
  server.does("refuse the recipient");
  await expect(run(MOVED, true)).rejects.toThrow(
    /^Ada@example.com: EENVELOPE.*\n.*\n.*\n0 mailed\. Repeat the command/,
  );
  server.does("accept");
  expect(await run(MOVED, true)).toContain("\n3 mailed.\n");
  expect(await run(MOVED, true)).toContain("\n0 mailed.\n");
  expect(await run(MOVED)).toContain("\n0 would be mailed; 4 know already.\n");
  expect(sentMails()).toEqual([
    { to: ["Ada@example.com"], subject: "After Commerce i Göteborg flyttas till den 13 maj 2027" },
    { to: ["bo@example.com"], subject: "After Commerce i Göteborg flyttes til 13. mai 2027" },
    { to: ["suspected@example.com"], subject: "After Commerce in Gothenburg moves to 13 May 2027" },
  ]);
  const [{ plain, headers: swedish }] = server.received as [(typeof server.received)[0]];
  const address = `https://www.example.com/sv/dates/${MOVED}`;
  const texts = ["calendar", "replyToMove"].map((key) => t(`forms:notice.${key}`));
  for (const text of ["\ntorsdag 13 maj 2027 kl. 17:30–20:00\n", ...texts, address]) expect(plain).toContain(text);
  expect(swedish["message-id"]![0]).toMatch(/^<[\w-]{36}\.\d+@www\.example\.com>$/);
  for (const { headers, calendar } of server.received) {
    expect(headers["auto-submitted"]).toEqual(["auto-generated"]);
    const event = new ICAL.Component(ICAL.parse(calendar!.text)).getFirstSubcomponent("vevent")!;
    expect(event.getFirstPropertyValue("uid")).toBe(`${MOVED}@${calendarNamespace}`);
    expect(String(event.getFirstPropertyValue("dtstart"))).toBe("2027-05-13T15:30:00Z");
  }
});

it("those who signed up on the page of the date are told, and --only and --except choose among them by any reference", async () => {
  const form = { form: "date", event: MOVED, note: "" };
  const store = await storeAll([
    { ...form, email: "ada@example.com" },
    { ...form, email: "bo@example.com" },
    { ...form, email: "Ada+2@example.com", name: "Second" },
  ]);
  const [ada, bo] = (await store.list({})).map(({ id }) => id);
  for (const [chosen, addresses] of [
    [{}, ["ada@example.com", "bo@example.com"]],
    [{ only: ada! }, ["ada@example.com"]],
    [{ except: ada! }, ["bo@example.com"]],
    [{ only: `${ada}, ${bo}` }, ["ada@example.com", "bo@example.com"]],
  ] as const) {
    const listed = (await run(MOVED, false, chosen)).match(/\S+@example\.com/g);
    expect({ chosen, listed }).toEqual({ chosen, listed: addresses });
  }
  await expect(run(MOVED, true, { except: "ada" })).rejects.toThrow('"ada" is no reference of a form about this date.');
  await expect(run(MOVED, true, { only: ada!, except: bo! })).rejects.toThrow("not both");
  expect(await run(MOVED, true, { only: ada! })).toContain("\n1 mailed.\n");
  expect(server.received[0]!.plain).toContain("the form “I’m coming” about");
});

const isCancelled = /^Hei!\n\n.* er avlyst\n\nBaren er stengt/;
const isPostponed = /^Hei!\n\n.* er utsatt\n\nNy dato er ikke bestemt ennå\./;
const newPlace = /^En annen bar, Långgatan 1, Göteborg\nTidligere sted: en bar i bydelen Linnéstaden, Göteborg$/m;
forEvery([
  ["after-commerce-gothenburg-2027-04-01", 1, /^Nytt sted for .* 1\. april 2027$/, newPlace],
  ["boardroom-varberg-2026-12-30", 1, /^Boardroom .* flyttes til 9\. desember 2026$/, /^onsdag 9\. desember/m],
  ["after-commerce-stockholm-2027-02-17", 2, / 17\. februar 2027 er avlyst$/, isCancelled],
  ["after-commerce-gothenburg-2027-06-03", 2, / 3\. juni 2027 er utsatt$/, isPostponed],
])("who signed up before an edit gets a mail, and all if it is off", async (event, told, subject, says) => {
  const addresses = ["early@example.com", "late@example.com"];
  const usual = { form: "former", event, locale: "nb" };
  await storeAll(addresses.map((email, index) => ({ ...usual, email, daysLater: 30 * index })));
  expect(await run(event)).toContain(`\n${told} would be mailed; ${2 - told} know already.`);
  for (const count of [told, 0]) expect(await run(event, true)).toContain(`\n${count} mailed.\n`);
  expect(recipientsOf(server.received)).toEqual(addresses.slice(0, told));
  for (const { subject: received, plain, calendar } of server.received) {
    expect(received).toMatch(subject);
    expect(plain).toMatch(says);
    if (told === 2) expect(plain).not.toMatch(/kl\. \d/);
    expect(calendar !== undefined).toBe(!event.startsWith("boardroom")); // it would confirm a seat
  }
});

it("the mail about a new place has its address, or says who mails it, and how to cancel, which that of a cancelled date does not", async () => {
  const event = "after-commerce-gothenburg-2027-04-01";
  const howToCancel = "If you can’t come, take yourself off the list with the link in the email that confirmed";
  const store = await storeAll([{ form: "date", event, email: "ada@example.com" }]);
  for (const [entries, says] of [
    [{ [event]: addressOf("Secret Street 1") }, "Secret Street 1"],
    [{ "after-commerce-gothenburg": addressOf("Old Street 2") }, "The host will email you the address by"],
  ] as const) {
    writeDetails(entries);
    place.address = null;
    await run(event, true);
    const [{ id } = { id: "" }] = await store.list({});
    await store.saveNotice(id, told);
    expect(server.received.at(-1)!.plain).toContain(`Another bar, Gothenburg\n${says}`);
    expect(server.received.at(-1)!.plain).toContain(howToCancel);
  }
  const cancelled = "after-commerce-stockholm-2027-02-17";
  await storeAll([{ form: "date", event: cancelled, email: "ada@example.com" }]);
  await run(cancelled, true);
  expect(server.received).toHaveLength(3);
  expect(server.received.at(-1)!.plain).not.toContain(howToCancel);
});

it("--new-address mails an address that is new at a place of the same name, once, and disturbs no other notice", async () => {
  const event = "after-commerce-gothenburg-2027-02-04";
  const write = (text: string) => writeDetails({ [event]: addressOf(text) });
  await storeAll([{ form: "date", event, email: "ada@example.com" }]);
  const chosen = { "new-address": true };
  write("Old Street 2");
  await expect(run(event)).rejects.toThrow("nothing to tell");
  for (const street of ["New Street 3", "Newer Street 4"]) {
    write(street);
    expect(await run(event, false, chosen)).toContain("\n1 would be mailed; 0 know already.");
    expect(await run(event, true, chosen)).toContain("\n1 mailed.\n");
    expect(await run(event, true, chosen)).toContain("\n0 mailed.\n");
    expect(server.received.at(-1)!.plain).toContain(street);
    await expect(run(event)).rejects.toThrow("nothing to tell");
  }
  expect(new Set(server.received.map(({ headers }) => headers["message-id"]![0])).size).toBe(2);
  expect(server.received[0]).toMatchObject({
    subject: "The address for After Commerce in Gothenburg on 4 February 2027",
    calendar: undefined, // it would be the same as before
  });
});

it("a move within the day says the new time, and a second move starts from what each was told, or says only the new day", async () => {
  const event = "after-commerce-gothenburg-2027-03-04";
  const moveTo = (start: string, end: string, updated: string) => {
    changed["2027-03-04"] = { updated: Date.parse(updated), status: "moved", start, end, reason: { en: "Why not." } };
  };
  const signUp = { form: "date", event };
  await storeAll([{ ...signUp, email: "ada@example.com" }]);
  moveTo("2027-03-04T18:30", "2027-03-04T21:00", "2026-11-09T12:00:00Z");
  await run(event, true);
  await storeAll([{ ...signUp, email: "late@example.com", daysLater: 3 }]);
  moveTo("2027-03-11T18:30", "2027-03-11T21:00", "2026-11-12T12:00:00Z");
  await run(event, true);
  expect(sentMails()).toEqual([
    { to: ["ada@example.com"], subject: "New time for After Commerce in Gothenburg on 4 March 2027, 18:30–21:00" },
    { to: ["ada@example.com"], subject: "After Commerce in Gothenburg moves to 11 March 2027" },
    { to: ["late@example.com"], subject: "After Commerce in Gothenburg moves to 11 March 2027" },
  ]);
  const [first, second, late] = server.received.map(({ plain }) => plain.split("\n\n")[2]);
  expect(first).toMatch(/^Moved from Thursday 4 March 2027, 17:30\. Why not\.\nThursday 4 March 2027, 18:30–21:00\n/);
  expect(second).toMatch(/^Moved from Thursday 4 March 2027, 18:30\. Why not\.\nThursday 11 March 2027, 18:30–21:00\n/);
  expect(late).toMatch(/^Why not\.\nThursday 11 March 2027, 18:30–21:00\n/);
  for (const { plain } of server.received) {
    expect(plain).toContain("You’re still on the list.");
    expect(plain).not.toContain("key="); // only receipts and reminders have it
  }

  changed["2027-03-04"] = { updated: Date.parse("2026-11-12T13:00:00Z"), status: "cancelled" };
  expect(await run(event, true)).toContain("\n2 mailed.\n");
  expect(server.received.at(-1)!.subject).toBe("We’ve cancelled After Commerce in Gothenburg on 11 March 2027"); // as told
  delete changed["2027-03-04"];

  writeDetails({ [event]: addressOf("Street 1") });
  const bot = { ...signUp, email: "bot@example.com", suspected: true };
  await storeAll([{ ...signUp, email: "ada+olle@example.com", daysLater: 5 }, bot]);
  const listed = await run(event, false, { "new-address": true });
  expect(listed).toMatch(/Gothenburg, Street 1\n[\s\S]*\n2 would be mailed; 0 know already\./); // no program gets it
});

it("participants who got a mail about a change get one mail when it is withdrawn", async () => {
  const event = "after-commerce-gothenburg-2027-02-04";
  const store = await storeAll(["ada", "bo"].map((name) => ({ event, email: `${name}@example.com`, locale: "nb" })));
  const [, bo] = await store.list({});
  await store.saveNotice(bo!.id, { ...told, status: "cancelled", startsAt: "2027-02-04T17:30:00+01:00" });
  expect(await run(event)).toMatch(/bo@example\.com.*\n1 would be mailed; 1 know already\./);
  expect(await run(event, true)).toContain("\n1 mailed.\n");
  const subject = "After Commerce i Göteborg går likevel som planlagt 4. februar 2027";
  expect(sentMails()).toEqual([{ to: ["bo@example.com"], subject }]);
  await expect(run(event, true)).rejects.toThrow("takes place as announced");
  expect(server.received).toHaveLength(1);
});
