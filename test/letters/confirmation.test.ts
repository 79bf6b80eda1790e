/** What is sent to those who signed up for an open date, by a real SMTP server. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "@jest/globals";
import { load } from "cheerio";
import ICAL from "ical.js";
import { detailsOf } from "../../src/letters/private-details.js";
import { shipped } from "../support/changed-library.js";
import { newFolder } from "../support/folder.js";
import { rightAnswers } from "../support/forms.js";
import { server } from "../support/outbox.js";
import { site } from "../support/site.js";
import { languages } from "../support/specified-pages.js";
import { mailingSite } from "./mailing-site.js";

const DATE = "after-commerce-gothenburg-2027-05-06";

it("a confirmation names the date and attaches it, as in the calendar of its city", async () => {
  const { ask, post, received } = await mailingSite();
  await post(`/sv/dates/${DATE}`, { ...rightAnswers("date"), email: "maja@example.org" });
  const { subject, plain, calendar } = (await received("maja@example.org"))[0]!;
  const eventsIn = (text: string) => new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent");
  const [event] = eventsIn(calendar!.text);
  const valuesOf = (component: typeof event) =>
    ["uid", "dtstart", "dtend", "sequence", "summary", "description"].map(
      (name) => `${name}: ${component!.getFirstPropertyValue(name)}`,
    );
  const published = eventsIn((await ask("/api/calendar/gothenburg?locale=sv")).text);

  expect(subject).toBe("Du står på listan för torsdag 13 maj");
  expect(plain).toContain("After Commerce i Göteborg\ntorsdag 13 maj 2027 kl. 17:30–20:00\n");
  expect(calendar!.headers["content-type"]![0]).toContain("text/calendar; charset=utf-8; method=PUBLISH");
  expect(calendar!.headers["content-disposition"]![0]).toContain(`filename=${DATE}.ics`);
  expect(calendar!.text).toMatch(/^METHOD:PUBLISH\r$/m);
  expect(calendar!.text).not.toMatch(/^(?:X-WR-|NAME|X-PUBLISHED-TTL|REFRESH-INTERVAL)/m); // of a subscription
  expect(event!.getFirstPropertyValue("organizer")).toMatch(/^mailto:/i);
  expect(published.map(valuesOf)).toContainEqual(valuesOf(event));
});

const secret = { en: "Secret Street 1", sv: "Hemliga gatan 1", nb: "Hemmelige gate 1" };
const note = { en: "Ring <twice>.", sv: "Ring <två> gånger.", nb: "Ring <to> ganger." };
const other = { en: "Other Lane 2", sv: "Andra vägen 2", nb: "Andre vei 2" };
const secrets = /Secret Street|Hemliga gatan|Hemmelige gate|Other Lane/;
const fileOf = (content: unknown) => {
  const file = path.join(newFolder(), "private.json");
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
};

it("a confirmation has the address of PRIVATE_DETAILS, that of the date before that of its event, and nothing else has it", async () => {
  const details = {
    "after-commerce-gothenburg": { address: secret, note },
    "after-commerce-gothenburg-2027-02-04": { address: other },
  };
  const { ask, lines, post, received, submissions } = await mailingSite({ PRIVATE_DETAILS: fileOf(details) });
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
    const { status, text } = await ask(address);
    expect({ address, status, text }).toEqual({ address, status: 200, text: expect.not.stringMatching(secrets) });
  }
  const question = { role: "user", content: "What is the address of After Commerce in Gothenburg?" };
  const headers = { accept: "text/plain", "content-type": "application/json" };
  const body = JSON.stringify({ messages: [question], locale: "en" });
  const answer = await ask("/api/ai/chat", { method: "POST", headers, body });
  expect(answer.status).toBe(200);
  const others = server.received.filter(({ to }) => to[0] === "team@example.com");
  const stored = await submissions.list({});
  expect(JSON.stringify([answer.text, others, stored, lines])).not.toMatch(secrets);
});

it("a confirmation says who mails the address and by when, where it is not known", async () => {
  const addressMail = { from: { en: "Kim", sv: "Kim", nb: "Kim" }, daysBefore: 2 };
  const library = { ...shipped, organisation: { ...shipped.organisation, addressMail } };
  const { clock, post, received } = await mailingSite({}, { library });
  const send = async (locale: string, id: string) => {
    const email = `${clock.now}@example.org`;
    await post(`/${locale}/dates/${id}`, { ...rightAnswers("date"), email });
    return (await received(email))[0]!.plain;
  };
  expect(await send("en", DATE)).toContain("\nKim will email you the address by Tuesday 11 May.\n");
  clock.now += 1;
  const call = await send("sv", "commons-welcome-call-2027-01-21");
  expect(call).toContain("\nKim mejlar länken till dig senast tisdag 19 januari.\n");
  clock.now = Date.parse("2027-05-12T12:00:00Z"); // the day before
  expect(await send("nb", DATE)).toContain("\nKim sender deg adressen på e-post før arrangementet begynner.\n");
});

it("a confirmation does not have the address of the event for a date at another venue", () => {
  const { library, agenda } = site().services;
  const details = { "after-commerce-gothenburg": { address: secret } };
  const occurrence = agenda.current().occurrence(DATE)!;
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
])("a broken PRIVATE_DETAILS stops the start, which names the entry and not its text: %j", async (content, message) => {
  const start = mailingSite({ PRIVATE_DETAILS: fileOf(content) });
  await expect(start).rejects.toThrow(message);
  await expect(start).rejects.not.toThrow(secrets);
});
