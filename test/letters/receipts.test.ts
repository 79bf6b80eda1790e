/** Receipts to the senders of forms, and confirmations of dates, by a real SMTP server. */
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "@jest/globals";
import { load } from "cheerio";
import ICAL from "ical.js";
import { formPages, isOnDates } from "../../src/addresses/pages.js";
import { unusedDetails } from "../../src/events/private-details.js";
import { recordOf } from "../../src/events/record.js";
import { hosts } from "../fixtures/hosts.js";
import { forEvery } from "../support/for-every.js";
import { eachFormPage, fieldsOf, rightAnswers } from "../support/forms.js";
import { inLine } from "../support/html.js";
import { shipped, withEvent } from "../support/library.js";
import { detailsFile, mailingSite, recipientsOf, server, toVisitors, until } from "../support/mailing-site.js";
import { languages } from "../support/shipped.js";
import { BASE_URL } from "../support/site.js";
import { DAY_MS } from "../support/store.js";

const DATE = "after-commerce-gothenburg-2027-05-06";

type Mailing = Pick<Awaited<ReturnType<typeof mailingSite>>, "post" | "received">;

/** The mail to somebody who signs up for a date. */
async function confirmation({ post, received }: Mailing, locale: string, id: string) {
  const email = `${id}@${locale}.example.org`;
  await post(`/${locale}/dates/${id}`, { ...rightAnswers("date"), email });
  return (await received(email))[0]!;
}

it("every form gets a receipt in its language with the choices and the next step, without the sender's own words", async () => {
  const { post, services, received, submissions } = await mailingSite();
  const { organisation, page: pageOf } = services.library;
  for (const [address, locale, form] of eachFormPage) {
    const right = rightAnswers(form);
    const email = `${form}@example.org`;
    await post(address, { ...right, name: "Eve Words", email });
    const { headers, plain, html } = (await received(email))[0]!;
    const [{ id } = { id: "" }] = await submissions.list({ form });
    const page = pageOf(formPages[form], locale);
    const t = services.getFixedT(locale);
    const choices = fieldsOf(form).flatMap(({ name, options }) =>
      options.flatMap(({ value, labelKey }) => (value === right[name] ? [t(labelKey)] : [])),
    );
    const title = isOnDates(form) ? page.form!.action : page.title;
    const main = form === "date" ? [address] : [title, page.form!.thanks.text];
    const expected = [...main, ...choices, organisation.mail, id, `${BASE_URL}/${locale}/legal/privacy#forms`];
    const $ = load(html);
    for (const shown of [plain, $("body").text()])
      expect(expected.filter((text) => !inLine(shown).includes(inLine(text)))).toEqual([]);
    expect(plain + html).not.toMatch(/Words|Maja/);
    expect($("html").attr("lang")).toBe(locale);
    expect($("a").last().attr("href")).toBe(`${BASE_URL}/${locale}`);
    expect(headers).toMatchObject({
      from: ["Site <site@example.com>"],
      "reply-to": [`${organisation.name} <${organisation.mail}>`],
      "auto-submitted": ["auto-replied"],
      "x-auto-response-suppress": ["All"],
      "message-id": [`<${id}.receipt@${new URL(BASE_URL).hostname}>`],
    });
  }
});

const withdrawal = { ...rightAnswers("contact"), about: "withdrawal", email: "kari@example.org" };
forEvery([
  ["en", "This email is your confirmation", "We’re emailing you a confirmation."],
  ["sv", "Det här mejlet är din bekräftelse.", "Vi mejlar dig en bekräftelse."],
  ["nb", "Denne e-posten er bekreftelsen din.", "Vi sender deg en bekreftelse på e-post."],
] as const)("the receipt of a withdrawal confirms it, and promises no other mail", async (locale, mailed, shown) => {
  const { ask, post, services, received } = await mailingSite({ SUBMISSIONS_LOCALE: locale });
  const t = services.getFixedT(locale);
  await post(`/${locale}/contact`, withdrawal);
  const [mail] = await received(withdrawal.email);
  const { heading, text } = services.library.page("contact", locale).form!.withdrawal!;
  expect(mail!.subject).toBe(heading);
  expect(inLine(mail!.plain)).toContain(`${mailed}`);
  expect(inLine(mail!.plain)).toContain(inLine(text));
  expect(mail!.plain).not.toMatch(/confirm it|bekräftar det|bekrefter det/);
  const { $ } = await ask(`/${locale}/contact?sent&about=withdrawal`);
  expect(inLine($("main .lead").text())).toContain(shown);
  await post(`/${locale}/contact`, { ...withdrawal, message: "Again", leave_empty: "x" });
  const toTeam = () => server.received.filter(({ to }) => to[0] === "team@example.com");
  await until(() => toTeam().length === 2);
  const unconfirmed = toTeam().map(({ plain }) => plain.includes(t("forms:mail.confirmWithdrawal")));
  expect(unconfirmed).toEqual([false, true]); // nobody but the team confirms what may be sent by a program
});

it("without receipts, a withdrawal is confirmed by the team, which its mail says", async () => {
  const { ask, post, services } = await mailingSite({ RECEIPTS: "off" });
  const t = services.getFixedT("en");
  await post("/en/contact", withdrawal);
  await until(() => server.received.length === 1);
  expect(server.received[0]!.plain).toContain(t("forms:mail.confirmWithdrawal"));
  const { $ } = await ask("/en/contact?sent&about=withdrawal");
  expect(inLine($("main .lead").text())).toContain(t("forms:withdrawal.later"));
});

it("an address that the mail server cannot take is named in the log and in the mail to the team", async () => {
  server.does("refuse å");
  const { failures, post, received, services } = await mailingSite();
  const note = services.getFixedT("en")("forms:mail.unusualAddress");
  await post("/en/contact", { ...rightAnswers("contact"), email: "åsa@exempel.se" });
  await until(() => failures().length === 1);
  const reason = expect.stringContaining("perhaps because of letters such as å before the @: SMTPUTF8 RCPT TO 553");
  expect(failures()).toMatchObject([{ level: "error", message: "Gave up sending a receipt", fields: { reason } }]);
  await post("/en/contact", { ...rightAnswers("contact"), email: "asa@exempel.se" });
  await received("asa@exempel.se");
  await until(() => server.received.length === 3);
  const noted = server.received.filter(({ plain }) => plain.includes(note));
  expect(noted).toMatchObject([{ to: ["team@example.com"], plain: expect.stringContaining("åsa@exempel.se") }]);
});

forEvery([
  ["en", "by Tuesday 2 February", /\bdays before\b/],
  ["sv", "senast tisdag 2 februari", /\bdagar före\b/],
  ["nb", "senest tirsdag 2. februar", /\bdager før\b/],
] as const)("the receipt for an application names date and day of the answer once", async (locale, day, rule) => {
  const { ask, post, received } = await mailingSite();
  const answers = rightAnswers("seat-gothenburg");
  const address = `/${locale}/boardroom-for-commerce/gothenburg/attend`;
  const date = "boardroom-gothenburg-2027-02-09";
  await post(address, { ...answers, email: "dated@example.org", date });
  await post(address, { ...answers, email: "any@example.org" });
  const [dated] = await received("dated@example.org");
  const [any] = await received("any@example.org");
  expect(dated!.calendar).toBeUndefined();
  const pages = [(await ask(`${address}?sent&event=${date}`)).$("main").text(), (await ask(`${address}?sent`)).text];
  for (const text of [dated!.plain, pages[0]!].map(inLine)) {
    expect(text.split(day)).toHaveLength(2);
    expect(text).not.toMatch(rule);
  }
  for (const text of [any!.plain, pages[1]!].map(inLine)) expect(text).toMatch(rule);
});

it("a receipt for a date says what it is about, and who welcomes people", async () => {
  const known = withEvent("after-commerce-gothenburg", () => ({ theme: { nb: "Hvem pakker?" }, host: "kim" }));
  const site = await mailingSite({}, { files: { library: { ...known, hosts } } });
  const { plain, html } = await confirmation(site, "nb", "after-commerce-gothenburg-2026-12-03");
  for (const shown of [inLine(plain), inLine(load(html)("body").text())])
    expect(shown).toMatch(/Tema: Hvem pakker\? *Vert: Kim, innkjøper i en leketøyskjede\./);
});

it("a mailbox gets one receipt for a form however it is spelled, and a suspected submission none", async () => {
  const { failures, post, received } = await mailingSite();
  const send = (email: string, message: string, leave_empty = "") =>
    post("/en/contact", { ...rightAnswers("contact"), email, message, leave_empty });
  await send("Maja.Ek@gmail.com", "first");
  await send("bot@example.org", "second", "x");
  await send("majaek+2@gmail.com", "third");
  await send("jan@example.org", "fourth");
  await received("jan@example.org");
  expect(recipientsOf(toVisitors())).toEqual(["Maja.Ek@gmail.com", "jan@example.org"]);
  expect(failures()).toEqual([]);
});

it("a receipt says what only its form needs: a zone online, and how to cancel", async () => {
  const site = await mailingSite();
  const call = await confirmation(site, "sv", "commons-welcome-call-2027-01-21");
  expect(call.plain).toContain("12:00–12:45 (centraleuropeisk normaltid)\n");
  await site.post("/en/contact", { ...rightAnswers("contact"), about: "cannot-come", email: "absent@example.org" });
  const [absent] = await site.received("absent@example.org");
  expect(absent!.plain).toContain("take yourself off the list with the link in the email you got then.");
  await until(() => server.received.some(({ plain }) => plain.includes("submissions -- cancel REFERENCE"))); // to the team
});

it("beyond ten receipts of a mailbox a day, the log and the mail to the team say that none was sent", async () => {
  const { clock, lines, post, received, services, submissions } = await mailingSite();
  const forAnyone = services.snapshot().agenda.comingYear({ audience: "open" }, clock.now);
  const records = forAnyone.map((occurrence) => recordOf(occurrence, "en", services));
  const dates = records.filter(({ signUp }) => signUp === "open").slice(0, 11);
  for (const { path } of dates) {
    clock.now += 1; // the oldest is sent first
    await post(path, rightAnswers("date"));
  }
  await received("maja@example.org", 10);
  const logged = () => lines.filter(({ fields }) => (fields as any).submission);
  await until(() => server.received.length === 21 && logged().length > 0);
  const [{ id } = { id: "" }] = (await submissions.list({})).slice(-1);
  expect(logged()).toMatchObject([{ fields: { submission: id }, message: expect.stringMatching(/^No receipt: /) }]);
  const none = services.getFixedT("en")("forms:mail.lacksReceipt");
  const withoutReceipt = server.received.filter(({ plain }) => plain.includes(none));
  expect(withoutReceipt).toMatchObject([{ to: ["team@example.com"], plain: expect.stringContaining(id) }]);
});

it("a suspected submission is mailed to the team at once, marked, in its language", async () => {
  const { post, services } = await mailingSite({ SUBMISSIONS_LOCALE: "nb" });
  const t = services.getFixedT("nb");
  await post("/en/contact", { ...rightAnswers("contact"), leave_empty: "x" });
  await until(() => server.received.length === 1);
  const [{ subject, plain }] = server.received as [(typeof server.received)[0]];
  expect(subject).toMatch(new RegExp(`^${t("forms:mail.suspected")}: .+: The name of Maja$`));
  expect(plain.startsWith(`${t("forms:mail.suspectedWhy")}\n\n`)).toBe(true);
});

it("a receipt to an unknown mailbox is tried once, and the mail to the team again", async () => {
  const { clock, deliveries, failures, post } = await mailingSite();
  server.does("refuse the recipient");
  await post("/en/contact", rightAnswers("contact"));
  await until(() => failures().length === 2);
  server.does("accept");
  clock.now += DAY_MS;
  deliveries.wake();
  await until(() => server.received.length === 1);
  await wait(100); // for a mail that must not be sent
  expect(server.received).toMatchObject([{ to: ["team@example.com"] }]);
  const fields = expect.objectContaining({ reason: "EENVELOPE RCPT TO 550" });
  const logged = [
    { level: "error", message: "Gave up sending a receipt", fields },
    { level: "warn", message: "Could not send a mail", fields },
  ];
  expect(failures().sort((a, b) => (a.level < b.level ? -1 : 1))).toEqual(logged);
});

it("a confirmation names the date and attaches it, as in the calendar of its city", async () => {
  const site = await mailingSite();
  const { subject, plain, calendar } = await confirmation(site, "sv", DATE);
  const eventsIn = (text: string) => new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent");
  const [event] = eventsIn(calendar!.text);
  const names = ["uid", "dtstart", "dtend", "sequence", "summary", "description"];
  const valuesOf = (component: typeof event) => names.map((name) => `${component!.getFirstPropertyValue(name)}`);
  const published = eventsIn((await site.ask("/api/calendar/gothenburg?locale=sv")).text);
  expect(subject).toBe("Du är anmäld till After Commerce i Göteborg den 13 maj");
  expect(plain).toContain("After Commerce i Göteborg\ntorsdag 13 maj 2027 kl. 17:30–20:00\n");
  expect(calendar!.headers["content-type"]![0]).toContain("text/calendar; charset=utf-8; method=PUBLISH");
  expect(calendar!.headers["content-disposition"]![0]).toContain(`filename=${DATE}.ics`);
  expect(calendar!.text).toMatch(/^METHOD:PUBLISH\r$/m);
  expect(calendar!.text).not.toMatch(/^(?:X-WR-|NAME|X-PUBLISHED-TTL|REFRESH-INTERVAL)/m); // of a subscription
  expect(event!.getFirstPropertyValue("organizer")).toMatch(/^mailto:/i);
  const mailed = valuesOf(event).map((line) => line.replace("\n\nhttps:", "\n\nAnmälan: https:")); // who is signed up
  expect(published.map(valuesOf)).toContainEqual(mailed);
  expect(mailed).not.toEqual(valuesOf(event));
});

const secret = { en: "Secret Street 1", sv: "Hemliga gatan 1", nb: "Hemmelige gate 1" };
const note = { en: "Ring <twice> & wait.", sv: "Ring <två> gånger.", nb: "Ring <to> ganger." };
const other = { en: "Other Lane 2", sv: "Andra vägen 2", nb: "Andre vei 2" };
const secrets = /Secret Street|Hemliga gatan|Hemmelige gate|Other Lane/;

const nowhere = { address: null, postalCode: null, latitude: null, longitude: null };
const venue = { ...nowhere, name: { en: "a café", sv: "ett kafé", nb: "en kafé" } };
const inCafé = withEvent("after-commerce-gothenburg", ({ overrides, updated }) => ({
  overrides: { ...overrides, "2027-04-01": { venue, updated } },
}));

it("a confirmation has the address of PRIVATE_DETAILS, that of the date before that of its event, and nothing else has it", async () => {
  const details = {
    "after-commerce-gothenburg": { address: secret, note },
    "after-commerce-gothenburg-2027-02-04": { address: other },
  };
  const site = await mailingSite({ PRIVATE_DETAILS: detailsFile(details) }, { files: { library: inCafé } });
  for (const locale of languages) {
    const { plain, html } = await confirmation(site, locale, DATE);
    expect(plain).toContain(`\n${secret[locale]}\n${note[locale]}\n`);
    expect(load(html)("h2 + p").first().text()).toContain(`${secret[locale]}\n${note[locale]}`);
  }
  expect((await confirmation(site, "en", "after-commerce-gothenburg-2027-02-04")).plain).toContain(`\n${other.en}\n`);
  const elsewhere = await confirmation(site, "en", "after-commerce-gothenburg-2027-04-01");
  expect(elsewhere.plain).toContain("café");
  const open = ["/api/events?limit=100", "/api/calendar/gothenburg", "/llms-full.txt", `/en/dates/${DATE}.md`];
  const pages = [`/en/dates/${DATE}`, `/sv/dates/${DATE}?sent`, "/nb/after-commerce/gothenburg", "/en/dates"];
  for (const address of [...open, ...pages]) {
    const { status, text } = await site.ask(address);
    expect({ address, status, text }).toEqual({ address, status: 200, text: expect.not.stringMatching(secrets) });
  }
  const question = { role: "user", content: "What is the address of After Commerce in Gothenburg?" };
  const headers = { accept: "text/plain", "content-type": "application/json" };
  const body = JSON.stringify({ messages: [question], locale: "en" });
  const answer = await site.ask("/api/ai/chat", { method: "POST", headers, body });
  expect(answer.status).toBe(200);
  const others = server.received.filter(({ to }) => to[0] === "team@example.com");
  const stored = await site.submissions.list({});
  expect(JSON.stringify([answer.text, others, stored, site.lines, elsewhere])).not.toMatch(secrets);
});

it("members get no address before their membership is checked, also where PRIVATE_DETAILS has one", async () => {
  const details = { "commons-breakfast-gothenburg": { address: secret } };
  const site = await mailingSite({ PRIVATE_DETAILS: detailsFile(details) });
  const [breakfast] = site.services.snapshot().agenda.comingYear({ audience: "members" }, site.clock.now);
  for (const [locale, says] of Object.entries({
    en: "We’ll email you the address once we’ve checked that you’re a member.",
    sv: "Vi mejlar adressen till dig när vi har sett att du är medlem.",
    nb: "Du får adressen på e-post når vi har sjekket at du er medlem.",
  })) {
    const { plain, html } = await confirmation(site, locale, breakfast!.id);
    expect(plain).toContain(`\n${says}\n`);
    expect(plain + html).not.toMatch(secrets);
  }
});

it("an entry of PRIVATE_DETAILS that is in no mail is named, with the date that needs its own", async () => {
  const entry = { address: secret };
  const used = { "after-commerce-gothenburg": entry, "commons-welcome-call": entry, [DATE]: entry };
  const unused = { "commons-breakfast-gothenburg": entry, "after-commerce-gothenburg-2026-10-01": entry };
  const details = detailsFile({ ...used, ...unused });
  const { services } = await mailingSite({ PRIVATE_DETAILS: details }, { files: { library: inCafé } });
  expect(unusedDetails(services)).toEqual([
    expect.stringContaining("after-commerce-gothenburg is not for after-commerce-gothenburg-2027-04-01"),
    expect.stringContaining("commons-breakfast-gothenburg is for members"),
    "after-commerce-gothenburg-2026-10-01 has no coming date",
  ]);
});

it("a link in a letter is the address alone, without the punctuation or brackets around it", async () => {
  const links = ["https://maps.app.goo.gl/AbC123", "https://example.com/way", "https://example.com/the_(way)"];
  const text = `Map (${links[0]}): turn left.\nBy tram: ${links[1]}.\n“${links[1]}!” (see ${links[2]}.)`;
  const details = { "after-commerce-gothenburg": { address: secret, note: { en: text, sv: text, nb: text } } };
  const site = await mailingSite({ PRIVATE_DETAILS: detailsFile(details) });
  const $ = load((await confirmation(site, "en", DATE)).html);
  const linked = $("h2 + p").first().find("a");
  expect(linked.map((_, link) => $(link).attr("href")).toArray()).toEqual([links[0], links[1], links[1], links[2]]);
  expect($("h2 + p").first().text()).toContain(text);
});

it("a confirmation says who mails the address and the link and by when, where they are not known", async () => {
  const addressMail = { from: { en: "Kim", sv: "Kim", nb: "Kim" }, daysBefore: 2 };
  const hybrid = withEvent("after-commerce-stockholm", () => ({ attendance: "hybrid" }));
  const library = { ...hybrid, organisation: { ...shipped.organisation, addressMail } };
  const site = await mailingSite({}, { files: { library } });
  const plainOf = async (locale: string, id: string) => (await confirmation(site, locale, id)).plain;
  expect(await plainOf("en", DATE)).toContain("\nKim will email you the address by Tuesday 11 May.\n");
  const evening = "after-commerce-stockholm-2026-12-16";
  const both = /, also online ?Kim will email you the address by (.*)\. Kim will email you the link by \1\./;
  const page = (await site.ask(`/en/dates/${evening}?sent`)).$("main .lead").text();
  for (const shown of [await plainOf("en", evening), page]) expect(inLine(shown)).toMatch(both);
  const call = await plainOf("sv", "commons-welcome-call-2027-01-21");
  expect(call).toContain("\nKim mejlar länken till dig senast tisdag 19 januari.\n");
  site.clock.now = Date.parse("2027-05-11T06:00:00Z"); // by that day would be today
  expect(await plainOf("nb", DATE)).toContain("\nKim sender deg adressen på e-post før arrangementet begynner.\n");
});

forEvery<[unknown, string | RegExp]>([
  ['{ "after-commerce-gothenburg": "Secret Street 1" }', "after-commerce-gothenburg: Invalid input: expected object"],
  ["{ Secret Street 1", /PRIVATE_DETAILS, .*private.json: is not JSON/],
  [{ "after-commerce-gothenburg-2027-02-05": { address: secret } }, "2027-02-05: is neither the slug of an event"],
  [{ "boardroom-varberg": { address: secret } }, "boardroom-varberg: has no confirmation"],
  [{ "after-commerce-stockholm": { address: { ...secret, nb: undefined } } }, "stockholm.address.nb: is missing"],
  [{ "after-commerce-stockholm": { address: secret, street: "Secret Street" } }, 'Unrecognized key: "street"'],
])("a broken PRIVATE_DETAILS stops the start, which names the entry and not its text", async (content, message) => {
  const start = mailingSite({ PRIVATE_DETAILS: detailsFile(content) });
  await expect(start).rejects.toThrow(message);
  await expect(start).rejects.not.toThrow(secrets);
});
