/** Mails to the team, by a real SMTP server, whatever that does. */
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { createI18n } from "../../src/content/i18n.js";
import type { Submission } from "../../src/domain/submission.js";
import { DAY_MS } from "../../src/domain/wall-clock.js";
import { submissionMail } from "../../src/formats/submission-mail.js";
import { createOutbox, type Outbox, outboxTiming } from "../../src/storage/outbox.js";
import { smtpSender, smtpTimeouts } from "../../src/storage/smtp.js";
import { drippingMailServer, type MailBehaviour, mailServer } from "../support/mail-server.js";
import { listeningLogger, site } from "../support/site.js";
import { anotherProcess, newFolder, sent, setClock, storeAt } from "../support/store.js";

const t = createI18n("locales").getFixedT("sv");
const account = { from: "Site <site@example.com>", to: ["team@example.com", "Two <two@example.com>"] };
const waits = { pollMs: 20, claimMs: 3000, firstRetryMs: 60, maxRetryMs: 400 };
const limits = { connectMs: 5000, silenceMs: 5000, totalMs: 10_000 };
const short = { connectMs: 800, silenceMs: 800, totalMs: 1200 };

let server: Awaited<ReturnType<typeof mailServer>>;
const outboxes: Outbox[] = [];
beforeEach(async () => {
  server = await mailServer();
});
afterEach(async () => {
  await Promise.all(outboxes.splice(0).map((outbox) => outbox.stop()));
  await server.stop();
});

/** A store in a file with an outbox, and what the operator is told. */
function open({ folder = newFolder(), url = server.url, patience = waits, bounds = limits, clock = Date.now } = {}) {
  const { logger, lines } = listeningLogger();
  const store = storeAt({ folder }, clock);
  const deliver = smtpSender({ ...account, url }, bounds);
  const send = (submission: Submission) => deliver(submissionMail(submission, t, "https://www.example.com"));
  const outbox = createOutbox({ submissions: store, send, clock, logger, timing: patience });
  outboxes.push(outbox);
  const failures = () => lines.filter(({ level }) => level === "warn").map(({ fields }) => fields as any);
  return {
    folder,
    store,
    outbox,
    lines,
    failures,
    async add(fields: Record<string, unknown> = {}) {
      await store.add(sent(fields), !fields.suspected);
      outbox.wake();
    },
  };
}

async function until(isSo: () => boolean, milliseconds = 10_000): Promise<void> {
  const deadline = performance.now() + milliseconds;
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error(`It did not come to be: ${isSo}`);
    await wait(5);
  }
}

/** Headers by their names in lower case, each with all its values, unfolded; and what stands below. */
function parsed(raw: string) {
  const [head = "", ...text] = raw.split("\r\n\r\n");
  const headers: Record<string, string[]> = {};
  for (const line of head.replaceAll(/\r\n[ \t]+/g, " ").split("\r\n")) {
    const [, name = line, value = ""] = /^([!-9;-~]+): ?(.*)$/s.exec(line) ?? [];
    headers[name.toLowerCase()] = [...(headers[name.toLowerCase()] ?? []), value];
  }
  return { headers, text: text.join("\r\n\r\n") };
}

/** A mail's text, however it was made fit for the way (RFC 2045 §6). */
function textOf(raw: string): string {
  const { headers, text } = parsed(raw);
  const encoding = headers["content-transfer-encoding"]?.[0];
  if (encoding === "base64") return Buffer.from(text, "base64").toString();
  if (encoding !== "quoted-printable") return text;
  const bytes = text
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}

const messagesIn = (raws: readonly { raw: string }[]) =>
  raws.map(({ raw }) => /number (\d+)/.exec(textOf(raw))?.[1]).sort();

describe("a mail", () => {
  it("tells the team who has sent what, and is answered to its sender", async () => {
    const { add, store, lines } = open();
    await add({ name: "Åsa Öberg", message: "Hej,\n\n.en rad\nFrom here 🙂" });
    await until(() => server.received.length === 1);
    const [{ id, receivedAt } = { id: "", receivedAt: "" }] = await store.list({});
    const [mail] = server.received;
    const { headers } = parsed(mail!.raw);

    expect([mail!.from, mail!.to]).toEqual(["site@example.com", ["team@example.com", "two@example.com"]]);
    expect(headers).toMatchObject({
      from: ["Site <site@example.com>"],
      to: ["team@example.com, Two <two@example.com>"],
      "message-id": [`<${id}@www.example.com>`],
      "reply-to": [expect.stringMatching(/^=\?UTF-8\?Q\?=C3=85sa_=C3=96berg\?= <ada@example\.com>$/)],
      subject: [expect.stringMatching(/^=\?UTF-8\?/)],
      "content-type": ["text/plain; charset=utf-8"],
    });
    expect(textOf(mail!.raw).replaceAll("\r\n", "\n")).toBe(
      [
        `${t("forms:contact.about")}\n${t("forms:contact.other")}`,
        `${t("forms:name")}\nÅsa Öberg`,
        `${t("forms:email")}\nada@example.com`,
        `${t("forms:contact.message")}\nHej,\n\n.en rad\nFrom here 🙂`,
        `-- \ncontact · ${receivedAt} · ${id}\n`,
      ].join("\n\n"),
    );
    expect(lines).toEqual([]);
  });

  it("about one that looks like a machine's is not sent, nor one about what is known already", async () => {
    const { add } = open();
    await add({ suspected: true, message: "number 1" });
    await add({ message: "number 2" });
    await add({ message: "Number  2" });
    await until(() => server.received.length === 1);
    await wait(150);
    expect(messagesIn(server.received)).toEqual(["2"]);
  });

  it.each([
    ["a header in the name", { name: "Eve\r\nBcc: all@evil.example\r\n\r\nBuy" }],
    ["a header in the name, folded", { name: "Eve\n Bcc: all@evil.example\n\tX: y" }],
    ["controls in the name", { name: "Eve\u0000\u000b\u0085Bcc: all@evil.example\u2028X: y" }],
    ["addresses in the name", { name: 'Eve" <eve@evil.example>, "All <all@evil.example>' }],
    ["encoded words that are not closed", { name: "=?UTF-8?Q?Eve" }],
    ["encoded words in the name", { name: "=?UTF-8?Q?Eve=0D=0ABcc:_all@evil.example?=" }],
    ["a header in the address", { email: "eve@evil.example\r\nBcc: all@evil.example" }],
    ["several addresses", { email: "eve@evil.example, all@evil.example" }],
    ["a name in the address", { email: "All <all@evil.example>" }],
    ["a group in the address", { email: "all: all@evil.example;" }],
    ["other scripts in the address", { email: "åsa@exempel.se", name: "日本 語" }],
    ["no address at all", { email: "", name: "" }],
  ])("gets no other header and no other recipient by %s", async (_, fields) => {
    const { add, failures } = open();
    await add(fields);
    await until(() => server.received.length === 1 || failures().length > 0);
    expect(failures()).toEqual([]);
    const [mail] = server.received;
    const { headers } = parsed(mail!.raw);

    expect(mail!.to).toEqual(["team@example.com", "two@example.com"]);
    const usual = ["content-transfer-encoding", "content-type", "date", "from", "message-id", "mime-version"];
    const known = [...usual, "reply-to", "subject", "to"];
    expect(Object.keys(headers).filter((name) => !known.includes(name))).toEqual([]);
    expect(Object.values(headers).filter((values) => values.length > 1)).toEqual([]);
    expect(headers.to).toEqual(["team@example.com, Two <two@example.com>"]);
    const replyTo = (headers["reply-to"]?.[0] ?? "").replace(/^"(?:[^"\\]|\\.)*"|^=\?.*\?=/, "");
    expect(replyTo.split("@").length).toBeLessThanOrEqual(2);
  });
});

it("a name shows as it was typed: no encoded word is decoded, no bidirectional control turns it round", async () => {
  const { add } = open();
  await add({ name: "=?utf-8?q?Bank_director?= \u202eevE\u2066", message: "number 1" });
  await until(() => server.received.length === 1);
  const { headers } = parsed(server.received[0]!.raw);
  for (const name of ["subject", "reply-to"]) {
    expect(headers[name]![0]).toContain("= ?utf-8?q?Bank_director?= evE");
    expect(headers[name]![0]).not.toMatch(/=\?utf-8\?q\?Bank/i);
  }
});

it.each([
  ["åsa@exempel.se", undefined],
  ["=?utf-8?q?boss?=@exempel.se", undefined],
  ["asa@exempel.se", "asa@exempel.se"],
])("%s is answered to at %s, as not every server takes other mailboxes than ASCII ones", async (email, replyTo) => {
  const { add } = open();
  await add({ email, message: "number 1" });
  await until(() => server.received.length === 1);
  const { headers, raw } = { ...parsed(server.received[0]!.raw), raw: textOf(server.received[0]!.raw) };
  if (replyTo) expect(headers["reply-to"]![0]).toContain(replyTo);
  else expect(headers["reply-to"]).toBeUndefined();
  expect(raw).toContain(email);
});

describe("a server that does not take it", () => {
  it.each<[MailBehaviour, RegExp]>([
    ["refuse for now", /451/],
    ["refuse the recipient", /550/],
    ["refuse for good", /554/],
    ["be silent at once", /ETIMEDOUT/],
    ["be silent after the mail", /ETIMEDOUT/],
    ["hang up at once", /ECONN/],
    ["hang up after the mail", /ECONN/],
  ])("may %s: the mail is sent when it no longer does", async (behaviour, reason) => {
    server.does(behaviour);
    const { add, failures } = open({ bounds: behaviour.startsWith("be silent") ? short : limits });
    await add({ message: "number 1" });
    await until(() => failures().length === 3);
    server.does("accept");
    await until(() => server.received.length === 1);
    await wait(100);

    expect(messagesIn(server.received)).toEqual(["1"]);
    expect(failures().slice(0, 3)).toEqual(
      [60, 120, 240].map((retryInMs, index) => ({
        reason: expect.stringMatching(reason),
        attempts: index + 1,
        retryInMs,
      })),
    );
    expect(JSON.stringify(failures())).not.toContain("example.com");
  });

  it("may be away, when the mail comes and long after", async () => {
    await server.stop();
    const { add, failures } = open();
    await add({ message: "number 1" });
    await add({ message: "number 2" });
    await until(() => failures().length >= 8);
    await server.start();
    await until(() => server.received.length === 2);

    expect(messagesIn(server.received)).toEqual(["1", "2"]);
    expect(failures()[0].reason).toBe("ECONNREFUSED CONN");
  });

  it("is asked again after waits that grow to the longest and no further", async () => {
    server.does("refuse for now");
    const { add, failures } = open();
    await add();
    await until(() => failures().length === 6);
    expect(failures().map(({ retryInMs }) => retryInMs)).toEqual([60, 120, 240, 400, 400, 400]);
    const between = server.attempts.slice(1).map((attempt, index) => attempt - server.attempts[index]!);
    expect(between.map((gap, index) => gap >= failures()[index].retryInMs - 5)).not.toContain(false);
  });

  it("is asked for half a minute, then up to six hours, where nobody says otherwise, and never gives up", async () => {
    const clock = setClock();
    server.does("refuse for now");
    const { add, outbox, failures } = open({ patience: outboxTiming, clock });
    await add();
    for (let count = 1; count <= 14; count++) {
      await until(() => failures().length === count);
      clock.now += failures().at(-1).retryInMs;
      await wait(20); // the look before is over
      outbox.wake();
    }
    const minutes = failures().map(({ retryInMs }) => retryInMs / 60_000);
    expect(minutes.slice(0, 12)).toEqual([0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360]);
  });

  it("holds up neither the mails behind the one it refuses nor who sends a form", async () => {
    server.does("be silent after the mail");
    const { add, store } = open({ bounds: short });
    await add({ message: "number 0" });
    await until(() => server.attempts.length === 1);
    const began = performance.now();
    for (let number = 1; number <= 20; number++) await add({ message: `number ${number}` });
    expect(performance.now() - began).toBeLessThan(2000);
    expect(await store.count({})).toBe(21);
    server.does("accept");
    await until(() => server.received.length === 21);
  });

  it("may drip for ever: the attempt ends, before its claim does, and leaves no connection", async () => {
    const dripping = await drippingMailServer();
    const { add, failures } = open({ url: dripping.url, bounds: short });
    await add();
    await until(() => failures().length === 2);
    expect(failures()[0].reason).toMatch(/abort|timeout/i);
    await until(() => dripping.open() === 0);
    dripping.stop();
    expect(smtpTimeouts.totalMs + 2 * smtpTimeouts.connectMs).toBeLessThan(outboxTiming.claimMs);
  });

  it("is nothing that a visitor waits for", async () => {
    server.does("be silent at once");
    const { client, services } = site(
      { clock: Date.now },
      {
        DATA_DIR: newFolder(),
        SMTP_URL: server.url,
        MAIL_FROM: "site@example.com",
        SUBMISSIONS_TO: "team@example.com",
      },
    );
    const began = performance.now();
    const post = (message: string) =>
      client.post("/en/contact").type("form").send({ about: "other", name: "Ada", email: "ada@example.com", message });
    expect([(await post("One")).status, (await post("Two")).status]).toEqual([303, 303]);
    expect(performance.now() - began).toBeLessThan(5000);
    await until(() => server.attempts.length === 1);
    await server.stop();
    await services.outbox!.stop();
    await services.submissions!.close();
  });
});

it("a mail says in words what was chosen of what is on offer, by the day it has been moved to", async () => {
  const folder = newFolder();
  const account = { SMTP_URL: server.url, MAIL_FROM: "site@example.com", SUBMISSIONS_TO: "team@example.com" };
  const { services } = site({ clock: Date.now }, { DATA_DIR: folder, ...account });
  const chosen = { form: "seat-varberg", locale: "nb", theme: "returns", message: "" };
  for (const date of ["after-commerce-gothenburg-2027-05-06", "any", "gone-2027-01-01"])
    await services.submissions!.add(sent({ ...chosen, date }), true);
  const event = "after-commerce-stockholm-2026-12-16";
  await services.submissions!.add(sent({ ...chosen, form: "contact", theme: "Retur", event }), true);
  services.outbox!.wake();
  await until(() => server.received.length === 4);
  const texts = server.received.map(({ raw }) => textOf(raw).replaceAll("\u00a0", " "));
  await services.outbox!.stop();
  await services.submissions!.close();

  for (const text of texts) expect(text).toMatch(/Retur/);
  expect(texts.join()).toMatch(/torsdag 13\. mai 2027 kl\. 17:30–20:00/);
  expect(texts.join()).toContain(services.getFixedT("nb")("forms:seat.anyDate"));
  expect(texts.join()).toContain("gone-2027-01-01"); // known no more
  expect(texts.join()).toMatch(/Dato\s+After Commerce i Stockholm, onsdag 16\. desember 2026/);
});

it("of a flood so many are sent in an hour, and the others wait for the next", async () => {
  const { logger, lines } = listeningLogger();
  const submissions = storeAt({ folder: newFolder() });
  const told: string[] = [];
  let now = Date.now();
  const send = async ({ fields }: Submission) => void told.push(fields.message!);
  const outbox = createOutbox({ submissions, send, clock: () => now, logger, formLimits: { mailsPerHour: 3 } });
  outboxes.push(outbox);
  for (let number = 0; number < 5; number++) await submissions.add(sent({ message: `number ${number}` }), true);
  outbox.wake();
  await until(() => told.length === 3);
  outbox.wake();
  await wait(100);
  expect(told).toHaveLength(3);
  expect(lines).toEqual([
    { level: "warn", fields: { mailsPerHour: 3 }, message: expect.stringContaining("Mail limit reached") },
  ]);

  now += 60 * 60 * 1000;
  outbox.wake();
  await until(() => told.length === 5);
  expect(new Set(told).size).toBe(5);
});

it("mails of a network that floods go after those that others send later", async () => {
  const clock = setClock();
  const store = storeAt({ folder: newFolder() }, clock);
  await store.add(sent({ message: "of the flood" }), true, 600_000);
  clock.now += 60_000;
  await store.add(sent({ message: "of somebody else" }), true);
  const claim = async () => (await store.claimMail(3_600_000, DAY_MS))?.submission.fields.message;

  expect([await claim(), await claim()]).toEqual(["of somebody else", undefined]);
  clock.now += 600_000;
  expect(await claim()).toBe("of the flood");
});

it("a mail that was put off on a clock years ahead is due when the clock is right", async () => {
  const clock = setClock();
  const store = storeAt({ folder: newFolder() }, clock);
  const rightNow = clock.now;
  clock.now += 5 * 365 * DAY_MS;
  await store.add(sent({ message: "of the future" }), true);
  clock.now = rightNow;
  expect((await store.claimMail(120_000, DAY_MS))?.submission.fields.message).toBe("of the future");
  expect(await store.claimMail(120_000, DAY_MS)).toBeUndefined();
});

describe("several processes", () => {
  it("send each mail once", async () => {
    const one = open();
    const two = open({ folder: one.folder });
    const numbers = Array.from({ length: 30 }, (_, number) => `${number}`);
    await Promise.all(numbers.map((number, index) => (index % 2 ? one : two).add({ message: `number ${number}` })));
    await until(() => server.received.length === 30);
    await wait(200);
    expect(messagesIn(server.received)).toEqual(numbers.sort());
  });

  it("send what was claimed by one that died, when its time is over", async () => {
    const folder = newFolder();
    server.does("be silent after the mail");
    const dying = await anotherProcess(
      { folder },
      `const [{ createOutbox, outboxTiming }, { smtpSender }, { submissionMail }] = await Promise.all(
        ["storage/outbox.ts", "storage/smtp.ts", "formats/submission-mail.ts"].map(source));
      const deliver = smtpSender({ url: ${JSON.stringify(server.url)}, from: "a@example.com", to: ["b@example.com"] });
      const send = (submission) => deliver(submissionMail(submission, (key) => key, "https://www.example.com"));
      await store.add(${JSON.stringify(sent({ message: "number 1" }))}, true);
      createOutbox({ submissions: store, send, clock: Date.now, logger: silent, timing: { ...outboxTiming, claimMs: 3000 } }).wake();
      await new Promise(() => setInterval(() => {}, 1000));`,
    );
    dying.go().catch(() => {});
    await until(() => server.attempts.length === 1);
    const died = performance.now();
    dying.child.kill("SIGKILL");
    server.does("accept");
    open({ folder }).outbox.wake();
    await until(() => server.received.length === 1);

    expect(performance.now() - died).toBeGreaterThan(1000);
    expect(messagesIn(server.received)).toEqual(["1"]);
  });

  it("begin with what lay in the outbox when they start", async () => {
    const folder = newFolder();
    await storeAt({ folder }).add(sent({ message: "number 1" }), true);
    open({ folder }).outbox.wake();
    await until(() => server.received.length === 1);
  });
});

it("a store that is away for a while costs no mail", async () => {
  const { logger, lines } = listeningLogger();
  const store = storeAt({ folder: newFolder() });
  await store.add(sent({ message: "number 1" }), true);
  let isAway = true;
  const submissions = {
    ...store,
    claimMail: (...args: Parameters<typeof store.claimMail>) =>
      isAway ? Promise.reject(new Error("away")) : store.claimMail(...args),
  };
  const deliver = smtpSender({ ...account, url: server.url }, limits);
  const send = (submission: Submission) => deliver(submissionMail(submission, t, "https://www.example.com"));
  const outbox = createOutbox({ submissions, send, clock: Date.now, logger, timing: waits });
  outboxes.push(outbox);
  outbox.wake();
  await until(() => lines.length > 2);
  expect(lines[0]).toMatchObject({ level: "warn", fields: { reason: "away" } });

  isAway = false;
  await until(() => server.received.length === 1);
});

it("to stop waits for the mail under way, and begins no other", async () => {
  const { add, outbox, store, failures } = open({ bounds: short });
  server.does("be silent after the mail");
  await add({ message: "number 1" });
  await add({ message: "number 2" });
  await until(() => server.attempts.length === 1);
  let isStopped = false;
  const stopped = outbox.stop().then(() => (isStopped = true));
  await wait(50);
  expect(isStopped).toBe(false);
  await stopped;
  outbox.wake();
  await wait(100);

  expect([server.attempts.length, failures().length]).toEqual([1, 1]); // it was silent, and is to be asked again
  await wait(60);
  expect([await store.claimMail(1000, DAY_MS), await store.claimMail(1000, DAY_MS)]).toEqual([
    expect.anything(),
    expect.anything(),
  ]);
});
