/** Mails to the team, by a real SMTP server. */
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "@jest/globals";
import type { Submission } from "../../src/domain/submission.js";
import { open, server, t, until } from "../support/outbox.js";
import { BASE_URL } from "../support/site.js";
import { newFolder, sent, setClock, storeAt } from "../support/store.js";
import { mailingSite } from "./mailing-site.js";

it("a mail to the team has the answers of the form, and replies go to the sender", async () => {
  const { add, store, lines } = open({ clock: setClock() });
  await add({ name: "Åsa Öberg", locale: "nb", message: "Hej,\n\n.en rad\nFrom here 🙂" });
  await until(() => server.received.length === 1);
  const [{ id } = { id: "" }] = await store.list({});
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
      `${t("forms:contact.about")}\n${t("forms:contact.other")}`,
      `${t("forms:name")}\nÅsa Öberg`,
      `${t("forms:email")}\nada@example.com`,
      `${t("forms:contact.message")}\nHej,\n\n.en rad\nFrom here 🙂`,
      `-- \nKom in: tisdag 9 februari 2027 kl. 13:00. Språk: Norsk
Visa: npm run submissions -- show ${id}\nRadera: npm run submissions -- erase --id ${id} --yes\n`,
    ].join("\n\n"),
  );
  expect(lines).toEqual([]);
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
])("a mail to the team gets no extra header or recipient from %s", async (_, fields) => {
  const { add, failures } = open();
  await add(fields);
  await until(() => server.received.length === 1 || failures().length > 0);
  expect(failures()).toEqual([]);
  const { headers, to } = server.received[0]!;
  expect({ to, header: headers.to }).toEqual({
    to: ["team@example.com", "two@example.com"],
    header: ["team@example.com, Two <two@example.com>"],
  });
  const usual = ["content-transfer-encoding", "content-type", "date", "from", "message-id", "mime-version"];
  const known = [...usual, "reply-to", "subject", "to"];
  expect(Object.keys(headers).filter((name) => !known.includes(name))).toEqual([]);
  expect(Object.values(headers).filter((values) => values.length > 1)).toEqual([]);
  const replyTo = (headers["reply-to"]?.[0] ?? "").replace(/^"(?:[^"\\]|\\.)*"|^=\?.*\?=/, "");
  expect(replyTo.split("@").length).toBeLessThanOrEqual(2);
});

it("a mail begins with the chosen date, as moved, in the language of the team, and its subject names it", async () => {
  const { services, submissions } = await mailingSite({ RECEIPTS: "off" });
  const { library } = services;
  const { title } = library.page("boardroom-for-commerce-varberg-attend", "en");
  const theme = library.choices.themes("en")[0]!;
  const seat = { form: "seat-varberg", locale: "nb", about: "", theme: theme.value, message: "" };
  const moved = "after-commerce-gothenburg-2027-05-06";
  const when = "Thursday 13 May 2027, 17:30–20:00";
  const cases = [
    [{ ...seat, date: moved }, "Apply for a seat, Gothenburg, 13 May 2027: Ada Lind", when],
    [{ ...seat, date: "any" }, `${title}: Ada Lind`, services.getFixedT("en")("forms:seat.anyDate")],
    [{ ...seat, date: "gone-2027-01-01" }, `${title}: Ada Lind`, "gone-2027-01-01 (no longer offered)"],
    [{ locale: "sv", event: moved }, "Contact, Gothenburg, 13 May 2027: Ada Lind", when],
    [{ about: "press" }, `Contact ${library.organisation.name}, Press: Ada Lind`, "Press"],
    [{ form: "for\u202emer", about: "press" }, "former: Ada Lind", "press"],
  ] as const;
  for (const [fields] of cases) await submissions.add(sent(fields), ["mail"]);
  services.deliveries!.wake();
  await until(() => server.received.length === cases.length);
  const mails = server.received.map(({ subject, plain }) => ({ subject, first: plain.split("\n")[1] }));
  expect(mails).toEqual(cases.map(([, subject, first]) => ({ subject, first: expect.stringContaining(first) })));
  expect(server.received[0]!.plain).toContain(theme.label);
});

it("the hourly limit delays further mails to the next hour, and is logged", async () => {
  const delivered: string[] = [];
  const clock = setClock(Date.now());
  const send = async ({ fields }: Submission) => void delivered.push(fields.message!);
  const { add, lines, outbox } = open({ clock, send, mailsPerHour: 3 });
  for (let number = 0; number < 5; number++) await add({ message: `number ${number}` });
  await until(() => delivered.length === 3);
  outbox.wake();
  await wait(100);
  expect(delivered).toHaveLength(3);
  expect(lines).toEqual([
    { level: "warn", fields: { mailsPerHour: 3 }, message: expect.stringContaining("Hourly limit reached") },
  ]);

  clock.now += 60 * 60 * 1000;
  outbox.wake();
  await until(() => delivered.length === 5);
  expect(new Set(delivered).size).toBe(5);
});

it("mails of a network with many submissions are delayed more and more, and others not at all", () => {
  const clock = setClock();
  const { outbox } = open({ clock });
  const minutes = (count: number, network: string) =>
    Array.from({ length: count }, () => outbox.delayMs(network) / 60_000);

  expect(minutes(23, "2001:db8::/48").slice(18)).toEqual([0, 0, 10, 20, 30]);
  expect(minutes(1, "192.0.2.0/24")).toEqual([0]);
  expect(minutes(100, "2001:db8::/48").at(-1)).toBe(360);
  clock.now += 60 * 60_000;
  expect(minutes(1, "2001:db8::/48")).toEqual([0]);
});

it("delayed mails of a flooding network are sent after later mails of others", async () => {
  const clock = setClock();
  const store = storeAt({ folder: newFolder() }, clock);
  await store.add(sent({ message: "of the flood" }), ["mail"], 600_000);
  clock.now += 60_000;
  await store.add(sent({ message: "of somebody else" }), ["mail"]);
  const claim = async () => (await store.queue("mail").claim(3_600_000))?.submission.fields.message;

  expect({ first: await claim(), second: await claim() }).toEqual({ first: "of somebody else", second: undefined });
  clock.now += 600_000;
  expect(await claim()).toBe("of the flood");
});

it("no mail is lost while the store is unavailable, which is logged once", async () => {
  const store = storeAt({ folder: newFolder() });
  let isUnavailable = true;
  let claims = 0;
  const queue: typeof store.queue = (channel) => {
    const mails = store.queue(channel);
    return {
      ...mails,
      async claim(ms) {
        claims += 1;
        if (isUnavailable) throw new Error("away");
        return mails.claim(ms);
      },
    };
  };
  const { add, lines } = open({ store: { ...store, queue } });
  await add({ message: "number 1" });
  await until(() => claims > 2);
  expect(lines).toMatchObject([{ level: "warn", fields: { reason: "away" } }]);

  isUnavailable = false;
  await until(() => server.received.length === 1);
});

it("what no channel of this configuration sends is logged, and stays", async () => {
  const { lines, outbox, store } = open();
  await store.add(sent(), ["mail", "pigeon"]);
  await outbox.logUnsent();
  expect(lines).toEqual([
    { level: "warn", fields: { channels: ["pigeon"] }, message: expect.stringContaining("does not send") },
  ]);
  expect(await store.queue("pigeon").claim(1000)).toBeDefined();
});
