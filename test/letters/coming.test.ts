/** Coming, and not coming: as a guest and as a host, by mail alone. */
import { expect, it, jest } from "@jest/globals";
import { copyDatabaseFile } from "../../src/commands/submission-database.js";
import { cancel } from "../../src/commands/submission-lists.js";
import type { Event, Override } from "../../src/content/events.js";
import { eraseDaily } from "../../src/storage/erase-expired.js";
import { newFolder } from "../support/folders.js";
import { forEvery } from "../support/for-every.js";
import { formSite, rightAnswers } from "../support/forms.js";
import { attributesOf, errorsIn, inLine } from "../support/html.js";
import { shipped, withEvent } from "../support/library.js";
import { detailsFile, mailingSite, recipientsOf, server, toVisitors, until } from "../support/mailing-site.js";
import { NOW } from "../support/site.js";
import { setClock, storeAt } from "../support/store.js";

const { organisation } = shipped;
const SLUG = "after-commerce-gothenburg";
/** Thursday, 17:30 in Stockholm. */
const EVENING = `${SLUG}-2026-12-03`;
const TEN_ON_SATURDAY = "2026-11-28T09:00:00Z";
const TEN_ON_TUESDAY = "2026-12-01T09:00:00Z";
const SEVEN_ON_THURSDAY = "2026-12-03T06:00:00Z";
const WARNING = "2026-11-30T09:00:00Z";

type Site = Awaited<ReturnType<typeof mailingSite>>;
type Mail = (typeof server.received)[0];

const mailboxOf = (name: string) => `${name.toLowerCase()}@example.org`;
const signUp = (site: Site, name: string, more: object = {}, id = EVENING, locale = "en") =>
  site.post(`/${locale}/dates/${id}`, { name, email: mailboxOf(name), note: "", ...more });

/** The path and query of the link with which a mail is cancelled. */
const linkIn = ({ plain }: Mail) => /\/\w\w\/dates\/\S+\/cancel\?key=[\da-f]{32}(?=\s)/.exec(plain)![0];

const receiptTo = async (site: Site, name: string) => (await site.received(mailboxOf(name)))[0]!;
const listed = (site: Site) => site.submissions.list({ dateId: EVENING });

/** The link to cancel of somebody who has just signed up. */
async function linkOf(site: Site, name: string) {
  await signUp(site, name);
  return linkIn(await receiptTo(site, name));
}

const toTeam = (subject: RegExp) =>
  server.received.filter((mail) => mail.to[0] === "team@example.com" && subject.test(mail.subject));

const reminders = () => server.received.filter(({ subject }) => /^(?:Vi ses snart|See you)/.test(subject));

async function wakeAt(site: Site, ...times: string[]) {
  for (const time of times) {
    site.clock.now = Date.parse(time);
    await site.deliveries.wake();
  }
}

/** Another process of the same site, perhaps with other content. */
const another = (folder: string, clock: Site["clock"], files: object = {}, variables = {}) =>
  mailingSite(variables, { clock, submissions: storeAt({ folder }, clock), files });

/** The site is deployed again with other content. */
async function deploy(before: Site, folder: string, time: string, files: object) {
  await before.deliveries.stop();
  before.clock.now = Date.parse(time);
  const site = await another(folder, before.clock, files);
  await site.submissions.queue.recheckSchedule(); // the daily work, which begins at the start
  await site.deliveries.wake();
  return site;
}

const withOverride = (override: Partial<Override>) => ({
  library: withEvent(SLUG, ({ overrides }: Event) => ({
    overrides: { ...overrides, "2026-12-03": { updated: NOW, ...override } as Override },
  })),
});
const reason = { en: "The bar is closed.", sv: "Baren är stängd.", nb: "Baren er stengt." };
const withoutDate = { library: withEvent(SLUG, () => ({ exceptions: ["2026-12-03"] })) };
const movedTo = (day: string) =>
  withOverride({ status: "moved", reason, start: `${day}T17:30`, end: `${day}T20:00` } as Partial<Override>);

/** Headers of a page that is for one guest. */
const ofOneGuest = { "cache-control": "no-store", "x-robots-tag": "noindex", "referrer-policy": "no-referrer" };

it("a guest signs up, cancels by the link of the mail, and comes again", async () => {
  const site = await mailingSite();
  const link = await linkOf(site, "Ada");
  const receipt = await receiptTo(site, "Ada");
  expect(receipt.subject).toBe("You’re coming to After Commerce in Gothenburg on 3 December");
  expect(receipt.plain).toMatch(/^Hello,\n\nYou’re on the list for Thursday 3 December\n/);
  expect(receipt.plain).toContain(`\nBest wishes\n${organisation.name}\n`);

  const opened = await site.ask(link);
  expect(opened.$("main form").attr()).toMatchObject({ method: "post", action: link });
  expect(opened.$("main").text()).not.toContain("Ada");
  expect(inLine(opened.$("main").text())).toContain("After Commerce in Gothenburg, Thursday 3 December 2026, 17:30");
  const confirmation = await site.ask(`/en/dates/${EVENING}?sent`);
  for (const { $ } of [opened, confirmation])
    expect($(".menu-list a[aria-current]").first().attr("href")).toBe("/en/dates"); // as on the page of the date
  expect((await site.ask(link, { method: "HEAD" })).status).toBe(200);
  expect(await listed(site)).toHaveLength(1);
  expect(await errorsIn(opened.text)).toEqual([]);

  const cancelled = await site.send(link, {});
  expect({ status: cancelled.status, to: cancelled.headers.get("location") }).toEqual({ status: 303, to: link });
  const after = await site.ask(link);
  expect(inLine(after.$("h1").text())).toBe("You’re off the list for Thursday 3 December");
  expect({ status: after.status, forms: after.$("main form").length }).toEqual({ status: 200, forms: 0 });
  const insecure = await site.ask(link, { headers: { "x-forwarded-proto": "http" }, redirect: "manual" });
  expect(insecure.status).toBe(308);
  for (const { headers } of [opened, cancelled, after, insecure])
    expect(Object.fromEntries(headers)).toMatchObject(ofOneGuest);
  expect((await site.send(link, {})).status).toBe(303);
  await site.deliveries.wake();
  const says =
    "17:30–20:00. The sign-up is erased automatically, usually within a day.\n\n    Ada\n    ada@example.org\n";
  const toldTeam = [{ subject: "Not coming, Gothenburg, 3 December 2026: Ada", plain: expect.stringContaining(says) }];
  expect(toTeam(/^Not coming/)).toMatchObject(toldTeam);
  expect(await site.submissions.list({})).toEqual([]);

  await signUp(site, "Ada"); // the same words, on the same day
  const newLink = linkIn((await site.received("ada@example.org", 2))[1]!);
  for (const { status } of [await site.ask(link), await site.send(link, {})]) expect(status).toBe(404);
  expect((await site.ask(newLink)).$("main form").length).toBe(1);
  expect(toTeam(/^Not coming/)).toHaveLength(1);
});

it("cancelling takes off all sign-ups of the mailbox for the date, with what waits for them, and no others", async () => {
  const site = await mailingSite();
  const link = await linkOf(site, "Ada");
  server.does("refuse for good");
  site.clock.now += 1;
  await signUp(site, "Bo", { email: "Ada@example.org" });
  site.clock.now += 1;
  await signUp(site, "Di", { email: "ada+di@example.org" });
  await signUp(site, "Ada", {}, `${SLUG}-2027-02-04`);
  await signUp(site, "Cy");
  await site.deliveries.wake();
  server.does("accept");
  const page = inLine((await site.ask(link)).$("main").text());
  expect(page).toContain("This takes Ada and Bo off the list, because you signed up with the same email address.");
  await site.post(link, {});
  await wakeAt(site, "2026-11-22T09:00:00Z");
  const left = (await site.submissions.list({})).map(({ fields }) => `${fields.name} ${fields.event}`);
  expect(left.sort()).toEqual([`Ada ${SLUG}-2027-02-04`, `Cy ${EVENING}`]);
  expect(recipientsOf(toVisitors())).toEqual(["ada@example.org", "ada@example.org", "cy@example.org"]);
  expect(toTeam(/Di$/)).toMatchObject([
    {
      subject: "Not coming, Gothenburg, 3 December 2026: Ada / Bo / Di",
      plain: expect.stringContaining("The people below have cancelled"),
      headers: { "reply-to": ['"Ada / Bo / Di" <ada@example.org>'] },
    },
  ]);
  const [{ fields } = { fields: {} }] = site.lines.filter(({ message }) => message === "Sign-ups cancelled");
  expect((fields as { cancelled: string[] }).cancelled).toHaveLength(3);
});

it("the reference of the team’s mail, a cut or unknown key, and the key of another date cancel nothing", async () => {
  const site = await mailingSite();
  const link = await linkOf(site, "Ada");
  const [{ id } = { id: "" }] = await site.submissions.list({});
  const [page, key] = link.split("=") as [string, string];
  const wrong = [
    page,
    `${page}=${id}`,
    `${page}=${id.replaceAll("-", "")}`,
    `${page}=${key.slice(1)}`,
    `${page}=${"0".repeat(32)}`,
    link.replace(EVENING, `${SLUG}-2027-02-04`),
  ];
  const text = expect.stringContaining("isn’t on the list");
  for (const address of wrong)
    for (const answer of [await site.ask(address), await site.send(address, {})])
      expect({ address, ...answer }).toMatchObject({ address, status: 404, text });
  expect(await listed(site)).toHaveLength(1);
  expect((await site.ask(`${link}).`)).$("main form").length).toBe(1); // a mail program appended it
  expect((await site.ask(link, { method: "DELETE" })).status).toBe(405);
});

it("of six forms of a client in a minute the last is rejected, with the headers of the page", async () => {
  const site = await mailingSite();
  const link = await linkOf(site, "Ada");
  const from = { "x-forwarded-for": "203.0.113.9" };
  for (let number = 0; number < 5; number++) await site.send(link.slice(0, -1), {}, from);
  const { status, headers } = await site.ask(link, { method: "POST", headers: from });
  expect(status).toBe(429);
  expect(Object.fromEntries(headers)).toMatchObject({ "retry-after": expect.any(String), ...ofOneGuest });
  expect(await listed(site)).toHaveLength(1);
});

const cancelledDate = withOverride({ status: "cancelled", reason });
const postponedDate = withOverride({ status: "postponed", reason });
const oldDay = "After Commerce i Göteborg, 3 december 2026";
forEvery<[string, string, object, string, string, boolean]>([
  ["that has begun", "2026-12-03T16:30:00Z", {}, "Det är för sent att avboka", "kl. 17:30–20:00", true],
  ["that begins in a second", "2026-12-03T16:29:59Z", {}, "Förhinder torsdag 3 december?", "kl. 17:30–20:00", false],
  ["that is cancelled", TEN_ON_SATURDAY, cancelledDate, "Det finns inget att avboka", `Inställd: ${oldDay}`, true],
  ["that is postponed", TEN_ON_SATURDAY, postponedDate, "Vill du avboka?", `Uppskjuten: ${oldDay}`, false],
  ["whose old day has passed", "2026-12-06T09:00:00Z", postponedDate, "Vill du avboka?", "Din anmälan finns", false],
  ["that content no longer has", TEN_ON_SATURDAY, withoutDate, "Förhinder torsdag 3 december?", "", false],
])("the page to cancel a date has a button only if that is still possible", async (...row) => {
  const [, time, files, heading, says, closed] = row;
  const clock = setClock(NOW);
  const folder = newFolder();
  const before = await another(folder, clock);
  await signUp(before, "Ada", {}, EVENING, "sv");
  const link = linkIn(await receiptTo(before, "Ada"));
  await before.deliveries.stop();
  const site = await another(folder, clock, files);
  clock.now = Date.parse(time);
  const { $, text } = await site.ask(link);
  expect(inLine($("h1").text())).toBe(heading);
  expect(inLine($("main").text())).toContain(says);
  expect($("main form").length).toBe(closed ? 0 : 1);
  expect(await errorsIn(text)).toEqual([]);
  expect((await site.send(link, {})).status).toBe(303);
  expect(await listed(site)).toHaveLength(closed ? 1 : 0);
  await site.deliveries.wake();
  expect(toTeam(/^Not coming/)).toHaveLength(closed ? 0 : 1);
});

const secret = { en: "Secret Street 1", sv: "Hemliga gatan 1", nb: "Hemmelige gate 1" };
const privateDetails = () => ({ PRIVATE_DETAILS: detailsFile({ [SLUG]: { address: secret } }) });

it("two days before at ten each mailbox is reminded once, with the address as it is then and the way to cancel", async () => {
  const clock = setClock(NOW);
  const folder = newFolder();
  const before = await another(folder, clock);
  await signUp(before, "Ada", {}, EVENING, "nb");
  await signUp(before, "Bo", { email: "ada+bo@example.org" }, EVENING, "nb");
  await signUp(before, "Cy", { leave_empty: "x" });
  await signUp(before, "Eve", {}, "commons-breakfast-gothenburg-2026-11-27");
  await before.post(await linkOf(before, "Dan"), {});
  await before.received("eve@example.org");
  await before.deliveries.stop();
  const site = await another(folder, clock, {}, privateDetails());
  await wakeAt(site, WARNING, TEN_ON_TUESDAY.replace("09:00:00", "08:59:59"));
  expect(reminders()).toEqual([]);
  await wakeAt(site, TEN_ON_TUESDAY);
  await signUp(site, "Fay"); // who has it in the receipt
  await site.received("fay@example.org");
  await wakeAt(site, SEVEN_ON_THURSDAY);
  expect(reminders()).toHaveLength(1);
  const [reminder] = reminders();
  const where = `torsdag 3. desember 2026 kl. 17:30–20:00\nEn bar i bydelen Linnéstaden, Göteborg\n${secret.nb}\n`;
  expect(reminder).toMatchObject({
    to: [expect.stringMatching(/^ada(?:\+bo)?@example\.org$/)],
    subject: "Vi ses snart: After Commerce i Göteborg 3. desember",
    plain: expect.stringContaining(where),
    calendar: undefined,
    headers: { "auto-submitted": ["auto-generated"] },
  });
  expect(reminder!.plain).toMatch(new RegExp(`^Hei!\n[^]*\nVennlig hilsen\n${organisation.name}\n`));
  expect((await site.ask(linkIn(reminder!))).$("main form").length).toBe(1);
  expect(toTeam(/^No address/)).toEqual([]);
  const place = `A bar in the Linnéstaden quarter, Gothenburg\n${secret.en}\n`;
  expect(toTeam(/^Who’s coming/)).toMatchObject([{ plain: expect.stringContaining(place) }]);
});

it("a date that is moved moves its reminder, either way, and one that is cancelled has none", async () => {
  const folder = newFolder();
  let site = await another(folder, setClock(NOW));
  await signUp(site, "Ada");
  await site.received("ada@example.org");
  const moves = {
    "2026-11-22T09:00:00Z": movedTo("2026-12-17"),
    "2026-12-02T09:00:00Z": movedTo("2026-12-10"),
    "2026-12-03T09:00:00Z": postponedDate,
    "2026-12-05T12:00:00Z": withoutDate, // a mistake
    "2026-12-06T09:00:00Z": movedTo("2026-12-16"),
  };
  for (const [time, files] of Object.entries(moves)) {
    await wakeAt(site, time);
    site = await deploy(site, folder, time, files);
  }
  await wakeAt(site, "2026-12-14T08:59:59Z");
  expect(reminders()).toEqual([]);
  await wakeAt(site, "2026-12-14T09:00:00Z");
  expect(reminders()).toMatchObject([{ subject: "See you at After Commerce in Gothenburg on 16 December" }]);

  await signUp(site, "Bo", {}, `${SLUG}-2027-02-04`);
  const overrides = { "2027-02-04": { updated: NOW, status: "cancelled", reason } as Override };
  site = await deploy(site, folder, "2027-02-02T09:00:00Z", { library: withEvent(SLUG, () => ({ overrides })) });
  await wakeAt(site, "2027-02-04T06:00:00Z");
  expect(reminders()).toHaveLength(1);
  expect(toTeam(/^Who’s coming, Gothenburg, 4 February/)).toEqual([]);
});

it("the team is warned of a missing address before the reminder, and gets the door list, once from two processes", async () => {
  const clock = setClock(NOW);
  const folder = newFolder();
  const sites = [await another(folder, clock), await another(folder, clock)] as const;
  const [site] = sites;
  for (const name of ["Cy", "Bo", "Ada"]) await signUp(site, name, { note: `${name} needs a ramp.\nSecond line.` });
  await signUp(site, "Bot", { leave_empty: "x" });
  await site.received("ada@example.org");
  await site.post(linkIn(await receiptTo(site, "Bo")), {});
  const bothAt = async (time: string) => {
    clock.now = Date.parse(time);
    await Promise.all(sites.map(({ deliveries }) => deliveries.wake()));
  };
  await bothAt("2026-11-30T08:59:59Z");
  expect(toTeam(/^No address/)).toEqual([]);
  await bothAt(WARNING);
  const warning = expect.stringMatching(
    /for After Commerce in Gothenburg, Thursday 3 December 2026[\s\S]* on Tuesday 1 December at 10:00. Before then, add one for after-commerce-gothenburg-2026-12-03 and/,
  );
  expect(toTeam(/^No address/)).toMatchObject([
    { subject: "No address for the reminder, Gothenburg, 3 December 2026", plain: warning },
  ]);
  await bothAt(TEN_ON_TUESDAY);
  await signUp(site, "Late");
  await site.received("late@example.org");
  await bothAt(SEVEN_ON_THURSDAY.replace("06:00:00", "05:59:59"));
  expect(toTeam(/^Who’s coming/)).toEqual([]);
  await bothAt(SEVEN_ON_THURSDAY);
  await bothAt("2026-12-03T12:00:00Z");
  expect(toTeam(/^No address/)).toHaveLength(1);
  const lists = toTeam(/^Who’s coming/);
  expect(lists).toMatchObject([{ subject: "Who’s coming, Gothenburg, 3 December 2026" }]);
  expect(lists[0]!.plain).toMatch(
    /^After Commerce in Gothenburg, Thursday 3 December 2026, 17:30–20:00\nA bar in the Linnéstaden quarter, Gothenburg\n4 names, as of Thursday 3 December 2026, 07:00\n\n\[ \] Ada\n {4}Ada needs a ramp\.\n {4}Second line\.\n\[ \] Bot \(Perhaps sent by a program\)\n\[ \] Cy\n[\s\S]*\[ \] Late\n$/,
  );
  expect(lists[0]!.html).toContain("Ada needs a ramp.");
  expect(recipientsOf(reminders())).toEqual(["ada@example.org", "cy@example.org"]);
});

it("the door list reaches the team although the sign-up for which it was to be sent is cancelled before", async () => {
  const site = await mailingSite();
  const links = [await linkOf(site, "Ada"), await linkOf(site, "Bo")] as const;
  server.does("hang up after the mail");
  await wakeAt(site, SEVEN_ON_THURSDAY);
  await site.post(links[0], {});
  server.does("accept");
  await wakeAt(site, "2026-12-03T08:00:00Z");
  expect(toTeam(/^Who’s coming/)[0]!.plain).toMatch(/1 name, .*\n\n\[ \] Bo\n/);
  await site.post(links[1], {});
  await wakeAt(site, "2026-12-03T12:00:00Z");
  expect(toTeam(/^Who’s coming/)).toHaveLength(1);
});

it("a date that is moved after its door list was sent has one more on its new day", async () => {
  const folder = newFolder();
  const before = await another(folder, setClock(NOW));
  await signUp(before, "Ada");
  await wakeAt(before, SEVEN_ON_THURSDAY);
  const site = await deploy(before, folder, "2026-12-03T10:00:00Z", movedTo("2026-12-10"));
  await wakeAt(site, "2026-12-03T18:00:00Z", "2026-12-10T06:00:00Z", "2026-12-10T12:00:00Z");
  expect(toTeam(/^Who’s coming/).map(({ subject }) => subject)).toEqual([
    "Who’s coming, Gothenburg, 3 December 2026",
    "Who’s coming, Gothenburg, 10 December 2026",
  ]);
});

it("with receipts off the team still gets the door list, and without notes if it is rejected for one", async () => {
  const site = await mailingSite({ RECEIPTS: "off" });
  await signUp(site, "Ada", { note: "Cheap spam" });
  site.clock.now += 1;
  await signUp(site, "Bo", { email: "ada@example.org" });
  server.does("refuse spam");
  await wakeAt(site, WARNING, TEN_ON_TUESDAY, SEVEN_ON_THURSDAY);
  expect(toVisitors()).toEqual([]);
  const [list] = toTeam(/^Who’s coming/);
  expect(list?.plain).toContain("\n[ ] Ada\n[ ] Bo\n");
  expect(list?.plain).not.toContain("Cheap");
});

it("while the store cannot be read, or not be written, the answer says to try again, and later it is cancelled", async () => {
  const site = await mailingSite();
  const link = await linkOf(site, "Ada");
  const find = jest.spyOn(site.submissions, "findSignUp").mockRejectedValue(new Error("away"));
  const answers = [await site.ask(link), await site.send(link, {})];
  find.mockRestore();
  jest.spyOn(site.submissions, "cancel").mockRejectedValueOnce(new Error("disk full"));
  for (const { status, headers } of [...answers, await site.send(link, {})])
    expect({ status, retry: headers.get("retry-after") }).toEqual({ status: 503, retry: "30" });
  expect((await site.send(link, {})).status).toBe(303);
  expect(await listed(site)).toEqual([]);
});

it("after the restore of an older backup what was cancelled since is repeated by its reference, and tells nobody again", async () => {
  const clock = setClock(NOW);
  const [folder, restored] = [newFolder(), newFolder()];
  const site = await another(folder, clock);
  const link = await linkOf(site, "Ada");
  await site.deliveries.wake();
  await copyDatabaseFile(`${folder}/submissions.db`, `${restored}/submissions.db`);
  await site.post(link, {});
  await site.deliveries.wake();
  const { fields } = site.lines.find(({ message }) => message === "Sign-ups cancelled")!;
  await site.deliveries.stop();

  const after = await another(restored, clock);
  expect(await listed(after)).toHaveLength(1);
  for (const reference of (fields as { cancelled: string[] }).cancelled) {
    const printed = await cancel({} as never, reference, after.submissions);
    expect(JSON.parse(printed).cancelled).toEqual([reference]);
    await expect(cancel({} as never, reference, after.submissions)).rejects.toThrow("There is no sign-up");
  }
  expect((await after.ask(link)).status).toBe(200);
  await wakeAt(after, TEN_ON_TUESDAY, SEVEN_ON_THURSDAY);
  expect(reminders()).toEqual([]);
  expect(toTeam(/Not coming|Who’s/)).toMatchObject([{ subject: "Not coming, Gothenburg, 3 December 2026: Ada" }]);
});

it("the daily work erases what is cancelled once the team has been told, with its references in the log", async () => {
  const site = await mailingSite();
  const link = await linkOf(site, "Ada");
  const [{ id } = { id: "" }] = await site.submissions.list({});
  await site.post(link, {});
  await until(() => toTeam(/^Not coming/).length === 1);
  await site.deliveries.stop();
  eraseDaily(site.submissions, site.services);
  await until(() => site.lines.some(({ message }) => message === "Cancelled sign-ups deleted"));
  expect(site.lines.find(({ message }) => message === "Cancelled sign-ups deleted")!.fields).toEqual({ erased: [id] });
  expect((await site.ask(link)).status).toBe(404);
});

it("an application has no link, no reminder and no place on a door list", async () => {
  const site = await mailingSite();
  const email = "seat@example.org";
  await site.post("/en/dates/boardroom-preview-stockholm-2027-02-16", { ...rightAnswers("seat"), email });
  const { plain, calendar } = (await site.received(email))[0]!;
  expect({ plain, calendar }).toEqual({ plain: expect.stringContaining("16 February 2027"), calendar: undefined });
  expect(plain).not.toContain("/cancel");
  expect(plain).toContain("give the reference");
  expect(plain.match(/withdraw/g)).toHaveLength(1);
  expect(plain).toContain("You’ll hear from us by Tuesday 9 February.\nYou have a seat only once we’ve said yes.\n");
  expect(toTeam(/^Application, /)[0]!.plain).toContain("\nAnswer yes or no by Tuesday 9 February.\n");
  await wakeAt(site, "2027-02-13T09:00:00Z", "2027-02-14T09:00:00Z", "2027-02-16T06:00:00Z");
  expect(server.received).toHaveLength(2);
});

const isMailed =
  "We’re emailing this to the address you gave, unless you’ve had that email already. It has a cancellation link, in case you can’t come after all.";
const write = `If you can’t come, write to ${organisation.mail}, so that someone else can have your place.`;
forEvery([
  ["mail", () => mailingSite(), isMailed],
  ["mail, and who mails the address", () => mailingSite(), "will email you the address by"],
  ["mail with the address", () => mailingSite(privateDetails()), "You’ll find the address in our email to you."],
  ["mail without receipts", () => mailingSite({ RECEIPTS: "off" }), write],
  ["forms alone", () => formSite(), write],
])("the confirmation has day, place and calendars, and names a mail only where one is sent", async (_, open, says) => {
  const { $ } = await (await open()).ask(`/en/dates/${EVENING}?sent`);
  const text = inLine($("main").text());
  expect(text).toContain("Thursday 3 December 2026, 17:30–20:00A bar in the Linnéstaden quarter, Gothenburg");
  expect(text).toContain(says);
  expect($("main a[href^='mailto:']")).toHaveLength(says === write ? 1 : 0);
  const links = attributesOf($, ".hero-actions a, .take-along a", "href").join(" ");
  expect(links).toMatch(
    new RegExp(`^\\S+\\.ics\\S+ \\S+google\\.com\\S+ \\S+live\\.com\\S+ \\S+/en/dates/${EVENING}$`),
  );
});
