/** Receipts to the senders of forms, by a real SMTP server. */

import { writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, it } from "@jest/globals";
import { load } from "cheerio";
import ICAL from "ical.js";
import { eventIdOf } from "../../src/domain/submission.js";
import { detailsOf } from "../../src/letters/private-details.js";
import type { Services } from "../../src/services.js";
import type { Field } from "../../src/site/form-fields.js";
import { type FormName, forms } from "../../src/site/forms.js";
import { everyForm, formPath, rightAnswers } from "../support/forms.js";
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
      return status;
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

it("every form gets a receipt in its language with the choices, the next step and how to withdraw, without the sender's own words", async () => {
  const { post, services } = mailingSite();
  for (const language of languages)
    for (const form of everyForm) {
      const answers = { ...rightAnswers(form), name: "Eve Words", email: `${language}-${form}@example.org` };
      expect(await post(`/${language}${formPath(form)}`, answers)).toBe(303);
    }
  const all = await services.submissions!.list({});
  await until(() => toVisitors().length === all.length, 30_000);

  const { organisation } = services.library;
  const failures: unknown[] = [];
  for (const { id, form, locale, fields } of all) {
    const { headers, plain, html } = wholeMail(toVisitors().find(({ to }) => to[0] === fields.email)!);
    const page = services.library.page(forms[form as FormName].page, locale);
    const t = services.getFixedT(locale);
    const $ = load(html);
    const choices = forms[form as FormName].fields.flatMap(({ name, options }: Field) =>
      (options ?? []).flatMap(({ value, label }) => (value === fields[name] ? [t(label)] : [])),
    );
    const privacy = `${BASE_URL}/${locale}/legal/privacy#forms`;
    const title = "onDates" in forms[form as FormName] ? page.form!.action : page.title;
    const main = form === "date" ? [eventIdOf(fields)!] : [title, page.form!.thanks.text];
    const expected = [...main, ...choices, organisation.mail, id, privacy];
    for (const text of expected.map((text) => text.replaceAll("\u00a0", " ")))
      for (const [kind, shown] of Object.entries({ plain, html: $("body").text().replaceAll("\u00a0", " ") }))
        if (!shown.includes(text)) failures.push([form, locale, kind, text]);
    if (/Words|Maja/.test(plain + html)) failures.push([form, locale, "repeats words of the sender"]);
    if ($("html").attr("lang") !== locale || $("a").last().attr("href") !== `${BASE_URL}/${locale}`)
      failures.push([form, locale, html]);
    expect(headers).toMatchObject({
      from: ["Site <site@example.com>"],
      "reply-to": [`${organisation.name} <${organisation.mail}>`],
      "auto-submitted": ["auto-replied"],
      "message-id": [`<${id}.receipt@${new URL(BASE_URL).hostname}>`],
    });
  }
  expect(failures).toEqual([]);
});

it("a receipt for a date names it and attaches it, with the UID of the city calendar", async () => {
  const { client, post } = mailingSite();
  await post(`/sv/dates/${DATE}`, { ...rightAnswers("date"), email: "maja@example.org" });
  await until(() => toVisitors().length === 1);
  const { headers, plain, calendar } = wholeMail(toVisitors()[0]!);
  const [event] = new ICAL.Component(ICAL.parse(calendar!.text)).getAllSubcomponents("vevent");
  const city = await client.get("/api/calendar/gothenburg?locale=sv");
  const published = new ICAL.Component(ICAL.parse(city.text))
    .getAllSubcomponents("vevent")
    .find((other) => other.getFirstPropertyValue("uid") === event!.getFirstPropertyValue("uid"))!;

  expect(decodedWords(headers.subject![0]!)).toBe("Du står på listan för torsdag 13 maj");
  expect(plain).toContain("After Commerce i Göteborg\ntorsdag 13 maj 2027 kl. 17:30–20:00\n");
  expect(calendar!.headers["content-type"]![0]).toContain("text/calendar; charset=utf-8; method=PUBLISH");
  expect(calendar!.headers["content-disposition"]![0]).toContain(`filename=${DATE}.ics`);
  expect(calendar!.text).toMatch(/^METHOD:PUBLISH\r$/m);
  expect(event!.getFirstPropertyValue("organizer")).toMatch(/^mailto:/i);
  for (const name of ["dtstart", "dtend", "sequence", "summary", "description"])
    expect([name, String(event!.getFirstPropertyValue(name))]).toEqual([
      name,
      String(published.getFirstPropertyValue(name)),
    ]);
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
    const { client, post, services } = mailingSite({ PRIVATE_DETAILS: fileOf(details) }, logger);
    for (const locale of languages) {
      await post(`/${locale}/dates/${DATE}`, { ...rightAnswers("date"), email: `${locale}@example.org` });
      await until(() => toVisitors().some(({ to }) => to[0] === `${locale}@example.org`));
      const { plain, html } = wholeMail(toVisitors().find(({ to }) => to[0] === `${locale}@example.org`)!);
      expect(plain).toContain(`\n${secret[locale]}\n${note[locale]}\n`);
      expect(load(html)("p").first().text()).toContain(`${secret[locale]}\n${note[locale]}`);
    }
    await post("/en/dates/after-commerce-gothenburg-2027-02-04", { ...rightAnswers("date"), email: "en@example.org" });
    await until(() => toVisitors().length === 4); // one for each date, though it is the same form, mailbox and day
    expect(wholeMail(toVisitors()[3]!).plain).toContain(`\n${other.en}\n`);

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
    const { clock, post } = mailingSite();
    const send = async (locale: string, id: string) => {
      await post(`/${locale}/dates/${id}`, { ...rightAnswers("date"), email: `${clock.now}@example.org` });
      await until(() => toVisitors().some(({ to }) => to[0] === `${clock.now}@example.org`));
      return wholeMail(toVisitors().find(({ to }) => to[0] === `${clock.now}@example.org`)!).plain;
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
  const { post } = mailingSite();
  const seat = { ...rightAnswers("seat-gothenburg"), date: "boardroom-gothenburg-2027-02-09" };
  await post("/en/boardroom-for-commerce/gothenburg/attend", { ...seat, email: "maja@example.org" });
  const preview = "/nb/dates/boardroom-preview-stockholm-2027-02-16";
  await post(preview, { ...rightAnswers("seat"), email: "jan@example.org" });
  await until(() => toVisitors().length === 2);
  const mails = toVisitors().map(wholeMail);
  const shown = mails.map(({ calendar, plain }) => ({
    calendar,
    date: /\b9 February 2027|16\. februar 2027/.test(plain),
  }));
  expect(shown).toEqual([1, 2].map(() => ({ calendar: undefined, date: true })));
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
  for (const email of [...dotted, ...other]) expect(await contact(email)).toBe(303);
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
  const { post } = mailingSite();
  const answers = { ...rightAnswers("contact"), email: "maja@example.org" };
  await post("/en/contact", { ...answers, seconds: "0.1" });
  await post("/en/contact", { ...answers, seconds: "30" });
  await until(() => toVisitors().length === 1);
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
  expect([server.received.length, toVisitors()]).toEqual([1, []]);
  const reason = "EENVELOPE RCPT TO 550";
  expect(
    failures()
      .map(({ level, message, fields }) => [level, message, (fields as any).reason])
      .sort(),
  ).toEqual([
    ["error", "Gave up sending a receipt", reason],
    ["warn", "Could not send a mail", reason],
  ]);
});
