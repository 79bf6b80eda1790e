/** Receipts to the senders of forms, by a real SMTP server. */
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "@jest/globals";
import { load } from "cheerio";
import { forms } from "../../src/site/forms.js";
import { eachFormPage, fieldsOf, rightAnswers } from "../support/forms.js";
import { inLine } from "../support/html.js";
import { server, until } from "../support/outbox.js";
import { BASE_URL } from "../support/site.js";
import { DAY_MS } from "../support/store.js";
import { mailingSite, toVisitors } from "./mailing-site.js";

it("every form gets a receipt in its language with the choices and the next step, without the sender's own words", async () => {
  const { post, services, received, submissions } = await mailingSite();
  const { organisation, page: pageOf } = services.library;
  for (const [address, locale, form] of eachFormPage) {
    const right = rightAnswers(form);
    const answers = { ...right, name: "Eve Words", email: `${form}@example.org` };
    await post(address, answers);
    const { headers, plain, html } = (await received(answers.email))[0]!;
    const [{ id } = { id: "" }] = await submissions.list({ form });
    const page = pageOf(forms[form].page, locale);
    const t = services.getFixedT(locale);
    const choices = fieldsOf(form).flatMap(({ name, options }) =>
      options.flatMap(({ value, label }) => (value === right[name] ? [t(label)] : [])),
    );
    const title = "onDates" in forms[form] ? page.form!.action : page.title;
    const main = form === "date" ? [address] : [title, page.form!.thanks.text];
    const expected = [...main, ...choices, organisation.mail, id, `${BASE_URL}/${locale}/legal/privacy#forms`];
    const $ = load(html);
    for (const shown of [plain, $("body").text()])
      expect(expected.filter((text) => !inLine(shown).includes(inLine(text)))).toEqual([]);
    expect(plain + html).not.toMatch(/Words|Maja/);
    expect({ language: $("html").attr("lang"), home: $("a").last().attr("href"), headers }).toMatchObject({
      language: locale,
      home: `${BASE_URL}/${locale}`,
      headers: {
        from: ["Site <site@example.com>"],
        "reply-to": [`${organisation.name} <${organisation.mail}>`],
        "auto-submitted": ["auto-replied"],
        "x-auto-response-suppress": ["All"],
        "message-id": [`<${id}.receipt@${new URL(BASE_URL).hostname}>`],
      },
    });
  }
});

it("a receipt for an application names its date, and has no calendar file, which would confirm a seat", async () => {
  const { post, received } = await mailingSite();
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
  const { clock, post, received } = await mailingSite();
  const answers = () => ({ ...rightAnswers("contact"), message: randomUUID() });
  await post("/en/contact", { ...answers(), email: "Maja.Ek@gmail.com" });
  await post("/en/contact", { ...answers(), email: "majaek+2@gmail.com" });
  await post("/en/contact", { ...answers(), email: "bot@example.org", leave_empty: "x" });
  await post("/sv/commerce-commons/join", { ...rightAnswers("join"), email: "maja.ek@gmail.com" });
  clock.now += DAY_MS;
  await post("/en/contact", { ...answers(), email: "majaek@gmail.com" });
  await received("majaek@gmail.com");
  const addresses = toVisitors().map(({ to }) => to[0]);
  expect(addresses).toEqual(["Maja.Ek@gmail.com", "maja.ek@gmail.com", "majaek@gmail.com"]);
});

it("RECEIPTS=off sends no receipt", async () => {
  const { post } = await mailingSite({ RECEIPTS: "off" });
  await post("/en/contact", rightAnswers("contact"));
  await until(() => server.received.length === 1);
  await wait(100);
  expect(toVisitors()).toEqual([]);
});

it("a receipt to an unknown mailbox is tried once, and the mail to the team again", async () => {
  const { clock, lines, post, services } = await mailingSite();
  const failures = () => lines.filter(({ level }) => level !== "info");
  server.does("refuse the recipient");
  await post("/en/contact", rightAnswers("contact"));
  await until(() => failures().length === 2);
  server.does("accept");
  clock.now += DAY_MS;
  services.deliveries!.wake();
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
