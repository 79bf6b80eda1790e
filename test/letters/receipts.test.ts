/** Receipts to the senders of forms, by a real SMTP server. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, it } from "@jest/globals";
import { load } from "cheerio";
import ICAL from "ical.js";
import { detailsOf } from "../../src/letters/private-details.js";
import type { Services } from "../../src/services.js";
import { forms } from "../../src/site/forms.js";
import { forEvery } from "../support/for-every.js";
import { everyFormPage, fieldsOf, rightAnswers } from "../support/forms.js";
import { inLine } from "../support/html.js";
import { decodedWords, parsed, partsOf, server, until } from "../support/outbox.js";
import { BASE_URL, listeningLogger, NOW, site } from "../support/site.js";
import { languages } from "../support/specified-pages.js";
import { DAY_MS, newFolder, setClock } from "../support/store.js";

const DATE = "after-commerce-gothenburg-2027-05-06";
const opened: Services[] = [];
afterEach(async () => {
  for (const { deliveries, submissions } of opened.splice(0)) {
    await deliveries.stop();
    await submissions!.close();
  }
});

function mailingSite(variables: NodeJS.ProcessEnv = {}, logger = listeningLogger().logger) {
  const clock = setClock(NOW);
  const account = { SMTP_URL: server.url, MAIL_FROM: "Site <site@example.com>", SUBMISSIONS_TO: "team@example.com" };
  const { client, services } = site(
    { clock, logger },
    { DATA_DIR: newFolder(), TRUST_PROXY: "1", ...account, ...variables },
  );
  opened.push(services);
  let visitors = 0;
  return {
    client,
    clock,
    services,
    async post(address: string, fields: Record<string, string>) {
      const visitor = `198.51.${++visitors}.1`;
      const { status } = await client.post(address).set("x-forwarded-for", visitor).type("form").send(fields);
      expect({ address, status }).toEqual({ address, status: 303 });
    },
    /** The mails to an address, of which there must be so many. */
    async received(email: string, count = 1) {
      const mails = () => toVisitors().filter(({ to }) => to[0] === email);
      await until(() => mails().length >= count);
      expect(mails().length).toBe(count);
      return mails().map(wholeMail);
    },
  };
}

const toVisitors = () => server.received.filter(({ to }) => to[0] !== "team@example.com");
const wholeMail = ({ to, raw }: (typeof server.received)[number]) => {
  const parts = partsOf(raw);
  const partOf = (type: string) => parts.find((part) => part.type.startsWith(type));
  const plain = partOf("text/plain")!.text.replaceAll("\r\n", "\n").replaceAll("\u00a0", " ");
  return {
    to,
    headers: parsed(raw).headers,
    plain,
    html: partOf("text/html")!.text,
    calendar: partOf("text/calendar"),
  };
};

forEvery(everyFormPage)(
  "every form gets a receipt in its language with the choices and the next step, without the sender's own words",
  async (address, locale, form) => {
    const { post, services, received } = mailingSite();
    const { organisation, page: pageOf } = services.library;
    const right = rightAnswers(form);
    const answers = { ...right, name: "Eve Words", email: `${locale}-${form}@example.org` };
    await post(address, answers);
    const { headers, plain, html } = (await received(answers.email))[0]!;
    const [{ id } = { id: "" }] = await services.submissions!.list({});
    const page = pageOf(forms[form].page, locale);
    const t = services.getFixedT(locale);
    const $ = load(html);
    const choices = fieldsOf(form).flatMap(({ name, options }) =>
      options.flatMap(({ value, label }) => (value === right[name] ? [t(label)] : [])),
    );
    const title = "onDates" in forms[form] ? page.form!.action : page.title;
    const main = form === "date" ? [address] : [title, page.form!.thanks.text];
    const expected = [...main, ...choices, organisation.mail, id, `${BASE_URL}/${locale}/legal/privacy#forms`];
    for (const [kind, shown] of Object.entries({ plain, html: $("body").text() }))
      expect({ kind, missing: expected.filter((text) => !inLine(shown).includes(inLine(text))) }).toEqual({
        ...{ kind, missing: [] },
      });
    expect(plain + html).not.toMatch(/Words|Maja/);
    expect({ language: $("html").attr("lang"), home: $("a").last().attr("href"), headers }).toMatchObject({
      ...{ language: locale, home: `${BASE_URL}/${locale}` },
      headers: {
        from: ["Site <site@example.com>"],
        "reply-to": [`${organisation.name} <${organisation.mail}>`],
        "auto-submitted": ["auto-replied"],
        "x-auto-response-suppress": ["All"],
        "message-id": [`<${id}.receipt@${new URL(BASE_URL).hostname}>`],
      },
    });
  },
);

it("a receipt for a date names it and attaches it, as in the calendar of its city", async () => {
  const { client, post, received } = mailingSite();
  await post(`/sv/dates/${DATE}`, { ...rightAnswers("date"), email: "maja@example.org" });
  const { headers, plain, calendar } = (await received("maja@example.org"))[0]!;
  const eventsIn = (text: string) => new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent");
  const [event] = eventsIn(calendar!.text);
  const valuesOf = (component: typeof event) =>
    ["uid", "dtstart", "dtend", "sequence", "summary", "description"].map(
      (name) => `${name}: ${component!.getFirstPropertyValue(name)}`,
    );
  const published = eventsIn((await client.get("/api/calendar/gothenburg?locale=sv")).text);

  expect(decodedWords(headers.subject![0]!)).toBe("Du står på listan för torsdag 13 maj");
  expect(plain).toContain("After Commerce i Göteborg\ntorsdag 13 maj 2027 kl. 17:30–20:00\n");
  expect(calendar!.headers["content-type"]![0]).toContain("text/calendar; charset=utf-8; method=PUBLISH");
  expect(calendar!.headers["content-disposition"]![0]).toContain(`filename=${DATE}.ics`);
  expect(calendar!.text).toMatch(/^METHOD:PUBLISH\r$/m);
  expect(calendar!.text).not.toMatch(/^(?:X-WR-|NAME|X-PUBLISHED-TTL|REFRESH-INTERVAL)/m); // of a subscription
  expect(event!.getFirstPropertyValue("organizer")).toMatch(/^mailto:/i);
  expect(published.map(valuesOf)).toContainEqual(valuesOf(event));
});

describe("The confirmation of an open date", () => {
  const secret = { en: "Secret Street 1", sv: "Hemliga gatan 1", nb: "Hemmelige gate 1" };
  const note = { en: "Ring <twice>.", sv: "Ring <två> gånger.", nb: "Ring <to> ganger." };
  const other = { en: "Other Lane 2", sv: "Andra vägen 2", nb: "Andre vei 2" };
  const secrets = /Secret Street|Hemliga gatan|Hemmelige gate|Other Lane/;
  const fileOf = (content: unknown) => {
    const file = path.join(newFolder(), "private.json");
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
    return file;
  };

  it("has the address of PRIVATE_DETAILS, that of the date before that of its event, and nothing else has it", async () => {
    const details = {
      "after-commerce-gothenburg": { address: secret, note },
      "after-commerce-gothenburg-2027-02-04": { address: other },
    };
    const { logger, lines } = listeningLogger();
    const { client, post, received, services } = mailingSite({ PRIVATE_DETAILS: fileOf(details) }, logger);
    for (const locale of languages) {
      await post(`/${locale}/dates/${DATE}`, { ...rightAnswers("date"), email: `${locale}@example.org` });
      const { plain, html } = (await received(`${locale}@example.org`))[0]!;
      expect(plain).toContain(`\n${secret[locale]}\n${note[locale]}\n`);
      expect(load(html)("p").first().text()).toContain(`${secret[locale]}\n${note[locale]}`);
    }
    await post("/en/dates/after-commerce-gothenburg-2027-02-04", { ...rightAnswers("date"), email: "en@example.org" });
    // One for each date, though it is the same form, mailbox and day.
    expect((await received("en@example.org", 2))[1]!.plain).toContain(`\n${other.en}\n`);

    const open = ["/api/events?limit=100", "/api/calendar/gothenburg", "/llms-full.txt", `/en/dates/${DATE}.md`];
    const pages = [`/en/dates/${DATE}`, `/sv/dates/${DATE}?sent`, "/nb/after-commerce/gothenburg", "/en/dates"];
    for (const address of [...open, ...pages]) {
      const { status, text } = await client.get(address);
      expect({ address, status, text }).toEqual({ address, status: 200, text: expect.not.stringMatching(secrets) });
    }
    const chat = { messages: [{ role: "user", content: "What is the address of After Commerce in Gothenburg?" }] };
    const answer = await client.post("/api/ai/chat").set("accept", "text/plain").send(chat);
    const others = server.received.filter(({ to }) => to[0] === "team@example.com").map(({ raw }) => partsOf(raw));
    const stored = await services.submissions!.list({});
    expect(JSON.stringify([answer.text, others, stored, lines])).not.toMatch(secrets);
  });

  it("says who mails the address and by when, where it is not known", async () => {
    const { clock, post, received } = mailingSite();
    const send = async (locale: string, id: string) => {
      const email = `${clock.now}@example.org`;
      await post(`/${locale}/dates/${id}`, { ...rightAnswers("date"), email });
      return (await received(email))[0]!.plain;
    };
    expect(await send("en", DATE)).toContain("\nThe host will email you the address by Tuesday 11 May.\n");
    clock.now += 1;
    const call = await send("sv", "commons-welcome-call-2027-01-21");
    expect(call).toContain("\nVärden mejlar länken till dig senast tisdag 19 januari.\n");
    clock.now = Date.parse("2027-05-12T12:00:00Z"); // the day before
    expect(await send("nb", DATE)).toContain("\nVerten sender deg adressen på e-post før arrangementet begynner.\n");
  });

  it("does not have the address of the event for a date at another venue", () => {
    const { library, agenda } = mailingSite().services;
    const details = { "after-commerce-gothenburg": { address: secret } };
    const occurrence = agenda.current().find(DATE)!;
    const moved = { ...occurrence, event: { ...occurrence.event, venue: { ...occurrence.event.venue! } } };
    const found = [occurrence, moved].map((date) => detailsOf(date, details, library.events)?.address.en);
    expect(found).toEqual([secret.en, undefined]);
  });

  it.each([
    ['{ "after-commerce-gothenburg": "Secret Street 1" }', "after-commerce-gothenburg: Invalid input: expected object"],
    ["{ Secret Street 1", "private.json: is not JSON"],
    [{ "after-commerce-oslo": { address: secret } }, "after-commerce-oslo: is neither the slug of an event nor the id"],
    [{ "after-commerce-gothenburg-2027-02-05": { address: secret } }, "2027-02-05: is neither the slug of an event"],
    [{ "boardroom-varberg": { address: secret } }, "boardroom-varberg: has no confirmation"],
    [{ "after-commerce-stockholm": { address: { ...secret, nb: undefined } } }, "stockholm.address.nb: is missing"],
    [{ "after-commerce-stockholm": { address: secret, street: "Secret Street" } }, 'Unrecognized key: "street"'],
  ])("a broken PRIVATE_DETAILS stops the start, which names the entry and not its text: %j", (content, message) => {
    const start = () => mailingSite({ PRIVATE_DETAILS: fileOf(content) });
    expect(start).toThrow(message);
    expect(start).not.toThrow(secrets);
  });
});

it("a receipt for an application names its date, and has no calendar file, which would confirm a seat", async () => {
  const { post, received } = mailingSite();
  const seat = { ...rightAnswers("seat-gothenburg"), date: "boardroom-gothenburg-2027-02-09" };
  await post("/en/boardroom-for-commerce/gothenburg/attend", { ...seat, email: "maja@example.org" });
  const preview = "/nb/dates/boardroom-preview-stockholm-2027-02-16";
  await post(preview, { ...rightAnswers("seat"), email: "jan@example.org" });
  const [english] = await received("maja@example.org");
  const [norwegian] = await received("jan@example.org");
  expect(english).toMatchObject({ plain: expect.stringContaining("9 February 2027"), calendar: undefined });
  expect(norwegian).toMatchObject({ plain: expect.stringContaining("16. februar 2027"), calendar: undefined });
});

it("a mailbox gets one receipt per form and day however it is spelled, and a suspected submission none", async () => {
  const { clock, post, services } = mailingSite();
  const contact = (email: string, more: object = {}) =>
    post("/en/contact", { ...rightAnswers("contact"), message: `${Math.random()}`, email, ...more });
  const settled = async (count: number) => {
    services.deliveries.wake();
    await until(() => toVisitors().length >= count);
    await wait(100);
    return toVisitors().map(({ to }) => to[0]);
  };
  const dotted = ["Maja.Ek@gmail.com", "maja.ek@Gmail.com", "majaek@gmail.com", "maja.ek+2@gmail.com"];
  const other = ["majaek@gｍail.com", "majaek@gⓜail.com", "majaek@googlemail.com", "majaek@gmail。com"];
  for (const email of [...dotted, ...other]) await contact(email);
  await contact("bot@example.org", { leave_empty: "x" });
  expect(await settled(1)).toEqual(["Maja.Ek@gmail.com"]);

  await post("/sv/commerce-commons/join", { ...rightAnswers("join"), email: "maja.ek@gmail.com" });
  await contact("jan.eolsen@example.org");
  await contact("jane.olsen@example.org"); // dots mean something elsewhere than at Gmail
  const others = ["jan.eolsen@example.org", "jane.olsen@example.org", "maja.ek@gmail.com"];
  expect((await settled(4)).slice(1).sort()).toEqual(others);

  clock.now += DAY_MS;
  await contact("majaek@gmail.com");
  await contact("majaek@gmail.com");
  expect((await settled(5)).slice(4)).toEqual(["majaek@gmail.com"]);
});

it("a suspected submission that is repeated by a person gets a receipt", async () => {
  const { post, received } = mailingSite();
  const answers = { ...rightAnswers("contact"), email: "maja@example.org" };
  await post("/en/contact", { ...answers, seconds: "0.1" });
  await post("/en/contact", { ...answers, seconds: "30" });
  await received(answers.email);
});

it("RECEIPTS=off sends no receipt", async () => {
  const { post } = mailingSite({ RECEIPTS: "off" });
  await post("/en/contact", rightAnswers("contact"));
  await until(() => server.received.length === 1);
  await wait(100);
  expect(toVisitors()).toEqual([]);
});

it("a receipt to an unknown mailbox is tried once, and the mail to the team again", async () => {
  const { logger, lines } = listeningLogger();
  const { clock, post, services } = mailingSite({}, logger);
  const failures = () => lines.filter(({ level }) => level !== "info");
  server.does("refuse the recipient");
  await post("/en/contact", rightAnswers("contact"));
  await until(() => failures().length === 2);
  server.does("accept");
  clock.now += DAY_MS;
  services.deliveries.wake();
  await until(() => server.received.length === 1);
  await wait(100);
  expect({ all: server.received.length, toVisitors: toVisitors() }).toEqual({ all: 1, toVisitors: [] });
  const reason = "EENVELOPE RCPT TO 550";
  const logged = failures().map(({ level, message, fields }) => ({ level, message, reason: (fields as any).reason }));
  expect(logged.sort((a, b) => (a.level < b.level ? -1 : 1))).toEqual([
    { level: "error", message: "Gave up sending a receipt", reason },
    { level: "warn", message: "Could not send a mail", reason },
  ]);
});
