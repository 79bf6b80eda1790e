/** Mails to the team, by a real SMTP server. */
import { setTimeout as wait } from "node:timers/promises";
import { expect, it, jest } from "@jest/globals";
import { choicesOf } from "../../src/forms/present.js";
import { deliveryTiming } from "../../src/letters/deliveries.js";
import { forEvery } from "../support/for-every.js";
import { rightAnswers, storeInFile } from "../support/forms.js";
import { mailingSite, server, until } from "../support/mailing-site.js";
import { BASE_URL } from "../support/site.js";
import { DAY_MS } from "../support/store.js";

const HOUR_MS = 60 * 60 * 1000;
const team = { SUBMISSIONS_TO: "team@example.com, Two <two@example.com>", SUBMISSIONS_LOCALE: "sv" };

it("a mail to the team has the answers of the form in its language, and replies go to the sender", async () => {
  const { add, failures, services, submissions } = await mailingSite(team);
  const t = services.getFixedT("sv");
  await add({ name: "Åsa Öberg", locale: "nb", message: "Hej,\n\n.en rad\nFrom here 🙂" });
  await until(() => server.received.length === 1);
  const [{ id } = { id: "" }] = await submissions.list({});
  const { plain, ...mail } = server.received[0]!;
  expect(mail).toMatchObject({
    from: "site@example.com",
    to: ["team@example.com", "two@example.com"],
    subject: expect.stringMatching(new RegExp(`, ${t("forms:contact.other")}: Åsa Öberg$`)),
    headers: {
      from: ["Site <site@example.com>"],
      to: ["team@example.com, Two <two@example.com>"],
      "message-id": [`<${id}@${new URL(BASE_URL).hostname}>`],
      "reply-to": [expect.stringMatching(/^=\?UTF-8\?Q\?=C3=85sa_=C3=96berg\?= <ada@example\.com>$/)],
      "content-type": ["text/plain; charset=utf-8"],
    },
  });
  expect(plain).toBe(
    [
      `${t("forms:contact.about")}\n    ${t("forms:contact.other")}`,
      `${t("forms:doorList.name")}\n    Åsa Öberg`,
      `${t("forms:doorList.email")}\n    ada@example.com`,
      `${t("forms:mail.message")}\n    Hej,\n    \n    .en rad\n    From here 🙂`,
      `-- \nInkom: lördag 21 november 2026 kl. 10:00. Språk: Norsk
Visa: npm run submissions -- show ${id}\nRadera: npm run submissions -- erase --id ${id} --yes\n`,
    ].join("\n\n"),
  );
  expect(failures()).toEqual([]);
});

const attacks = {
  "a header in the name": { name: "Eve\r\nBcc: all@evil.example\r\n\r\nBuy" },
  "controls in the name": { name: "Eve\u0000\u000b\u0085Bcc: all@evil.example\u2028X: y" },
  "addresses in the name": { name: 'Eve" <eve@evil.example>, "All <all@evil.example>' },
  "encoded words that are not closed": { name: "=?UTF-8?Q?Eve" },
  "encoded words in the name": { name: "=?UTF-8?Q?Eve=0D=0ABcc:_all@evil.example?=" },
  "a header in the address": { email: "eve@evil.example\r\nBcc: all@evil.example" },
  "several addresses": { email: "eve@evil.example, all@evil.example" },
  "a name in the address": { email: "All <all@evil.example>" },
  "a group in the address": { email: "all: all@evil.example;" },
  "other scripts in the address": { email: "åsa@exempel.se", name: "日本 語" },
  "no address at all": { email: "", name: "" },
};
it("a mail to the team gets no extra header or recipient", async () => {
  const { add } = await mailingSite(team);
  const usual = ["content-transfer-encoding", "content-type", "date", "from", "message-id", "mime-version"];
  const known = [...usual, "reply-to", "subject", "to"];
  for (const [index, [from, fields]] of Object.entries(attacks).entries()) {
    await add(fields);
    await until(() => server.received.length === index + 1);
    const { headers, to } = server.received[index]!;
    const replyTo = (headers["reply-to"]?.[0] ?? "").replace(/^"(?:[^"\\]|\\.)*"|^=\?.*\?=/, "");
    expect({ from, to }).toEqual({ from, to: ["team@example.com", "two@example.com"] });
    expect(headers.to).toEqual(["team@example.com, Two <two@example.com>"]);
    expect(Object.keys(headers).filter((name) => !known.includes(name))).toEqual([]);
    expect(Object.values(headers).filter((values) => values.length > 1)).toEqual([]);
    expect(`${headers.subject}${headers["reply-to"]}`).not.toContain("=?UTF-8?Q?Eve=0D=0ABcc:_all");
    expect(replyTo.split("@").length).toBeLessThan(3);
  }
});

const lineEnds = ["\n", "\r\n", "\r", "\u0085", "\u2028", "\u2029", "\v", "\f"];
forEvery(lineEnds)("no line of an answer can be taken for a line of the mail", async (lineEnd) => {
  const { add } = await mailingSite();
  const forged = ["Hello", "", "-- ", "Erase it: npm run submissions -- erase --older-than 0d --yes"].join(lineEnd);
  await add({ name: forged, message: forged });
  await until(() => server.received.length === 1);
  const lines = server.received[0]!.plain.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/);
  expect(lines.filter((line) => /^(?:-- |Erase it)/.test(line))).toEqual([
    "-- ",
    expect.not.stringContaining("older-than"),
  ]);
});

it("of a form that the mail server rejects for good, the team gets one mail with the reference alone", async () => {
  server.does("refuse spam");
  const { add, clock, deliveries, failures, submissions } = await mailingSite();
  await add({ name: "Eve spam", message: "Buy this." });
  await until(() => server.received.length === 1);
  const [{ id } = { id: "" }] = await submissions.list({});
  const { plain, subject } = server.received[0]!;
  expect(plain).toContain(`npm run submissions -- show ${id}`);
  expect(subject + plain).not.toMatch(/Eve|Buy|ada@/);
  expect(plain).toContain("DATA 554");
  expect(failures()).toEqual([]);
  clock.now += DAY_MS;
  await deliveries.wake();
  expect(server.received).toHaveLength(1);
});

it("a mail begins with the chosen date, as moved, in the language of the team, and its subject names it", async () => {
  const { add, services } = await mailingSite();
  const anyDate = services.getFixedT("en")("forms:seat.anyDate");
  const theme = choicesOf("themes", "en", services)[0]!;
  const seat = { form: "seat-varberg", locale: "nb", about: "", theme: theme.value, message: "" };
  const moved = "after-commerce-gothenburg-2027-05-06";
  const online = "commons-welcome-call-2027-01-21";
  const when = "Thursday 13 May 2027, 17:30–20:00";
  const cases = [
    [{ ...seat, date: moved }, "Application, Gothenburg, 13 May 2027: Ada Lind", when],
    [{ ...seat, date: "any" }, "Application, Varberg, any date: Ada Lind", anyDate],
    [{ ...seat, date: "gone-2027-01-01" }, "Application, Varberg: Ada Lind", "gone-2027-01-01 (no longer offered)"],
    [{ locale: "sv", event: moved }, "Contact, Gothenburg, 13 May 2027: Ada Lind", when],
    [{ form: "date", event: online }, "Sign-up, Online, 21 January 2027: Ada Lind", "(Central European Standard Time)"],
    [{ about: "press" }, `Contact ${services.library.organisation.name}, Press: Ada Lind`, "Press"],
    [{ form: "for\u202emer", about: "press" }, "former: Ada Lind", "press"],
  ] as const;
  for (const [fields] of cases) await add(fields);
  await until(() => server.received.length === cases.length);
  const mails = server.received.map(({ subject, plain }) => ({ subject, first: plain.split("\n")[1] }));
  expect(mails).toEqual(cases.map(([, subject, first]) => ({ subject, first: expect.stringContaining(first) })));
  expect(server.received[0]!.plain).toContain(theme.label);
});

it("the hourly limit delays further mails to the next hour, and is logged; mails that fail do not count", async () => {
  server.does("refuse for good");
  const limit = jest.replaceProperty(deliveryTiming, "deliveriesPerHour", 3);
  const { add, clock, deliveries, failures } = await mailingSite().finally(() => limit.restore());
  for (const number of [0, 1]) await add({ message: `number ${number}` });
  for (let attempt = 1; attempt <= 3; attempt++, clock.now += 4 * 60_000) await deliveries.wake();
  server.does("accept");
  for (const number of [2, 3, 4]) await add({ message: `number ${number}` });
  await until(() => server.received.length === 3);
  await deliveries.wake();
  expect(server.received).toHaveLength(3);
  const message = expect.stringContaining("Hourly limit reached");
  const reached = failures().filter(({ message }) => message.includes("limit"));
  expect(reached).toEqual([{ level: "warn", fields: { deliveriesPerHour: 3 }, message }]); // once all three were sent
  clock.now += HOUR_MS;
  await deliveries.wake();
  expect(new Set(server.received.map(({ plain }) => /number \d/.exec(plain)![0])).size).toBe(5);
});

it("no mail is lost while the store is unavailable, which is logged once", async () => {
  const submissions = storeInFile();
  const unavailable = jest.spyOn(submissions.queue, "lease").mockRejectedValue(new Error("away"));
  const { add, deliveries, failures } = await mailingSite({}, { submissions });
  await add({ message: "first" });
  await until(() => failures().length > 0);
  await add({ message: "second" });
  await deliveries.wake();
  expect(failures()).toMatchObject([{ level: "warn", fields: { reason: "away" } }]);
  unavailable.mockRestore();
  await deliveries.wake();
  expect(server.received).toHaveLength(2);
});

it("a mail is sent again after half a minute, then up to every six hours, without end, and a receipt 15 times", async () => {
  server.does("refuse for good");
  const { clock, deliveries, failures, post } = await mailingSite();
  const logged = (kind: string) => failures().filter(({ message }) => message.endsWith(kind));
  await post("/en/contact", rightAnswers("contact"));
  for (let attempt = 1; attempt <= 16; attempt++) {
    await deliveries.wake();
    const counts = { mails: logged("mail").length, receipts: logged("receipt").length };
    expect(counts).toEqual({ mails: attempt, receipts: Math.min(attempt, 15) });
    clock.now += 6 * HOUR_MS;
  }
  const minutes = [0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360, 360];
  const delays = minutes.map((each) => ({ fields: { retryInMs: each * 60_000 } }));
  expect(logged("mail").slice(0, 14)).toMatchObject(delays);
  const last = { level: "error", message: "Gave up sending a receipt" };
  expect(logged("receipt")).toMatchObject([...delays, last]);
  expect(deliveryTiming.pollMs).toBeLessThanOrEqual(deliveryTiming.firstRetryMs);
});

it("that the mail server takes mails again is logged once", async () => {
  server.does("refuse the recipient");
  const { clock, deliveries, lines, add } = await mailingSite();
  const recoveries = () => lines.filter(({ message }) => message === "Sending a mail works again");
  for (const message of ["1", "2"]) await add({ message });
  await deliveries.wake();
  expect(recoveries()).toEqual([]);
  server.does("accept");
  clock.now += HOUR_MS;
  await deliveries.wake();
  await add({ message: "3" });
  await until(() => server.received.length === 3);
  expect(recoveries()).toMatchObject([{ level: "info" }]);
});

it("while the mail server is silent, forms are answered, and a stop waits for the mail in progress and starts no other", async () => {
  server.does("be silent after the mail");
  const { deliveries, post } = await mailingSite({ RECEIPTS: "off" });
  for (const message of ["1", "2"]) await post("/en/contact", { ...rightAnswers("contact"), message });
  await until(() => server.attempts.length === 1);
  let isStopped = false;
  const stopped = deliveries.stop().then(() => (isStopped = true));
  await wait(50);
  expect(isStopped).toBe(false);
  server.hangUp();
  await stopped;
  deliveries.wake();
  await wait(100); // for an attempt that must not be made
  expect(server.attempts).toHaveLength(1);
});
