import { expect, it } from "@jest/globals";
import type { EventRecord } from "../../src/contracts/event-record.js";
import { eventNotice } from "../../src/letters/event-notice.js";
import { letterMail } from "../../src/letters/letter.js";
import { receiptMail } from "../../src/letters/receipt.js";
import type { Site } from "../../src/presenters/site.js";
import { evening } from "../support/event-record.js";
import { letterSite } from "../support/letter-site.js";

const common = { id: "7", locale: "en", receivedAt: "2026-11-21T09:00:00Z", suspected: false } as const;
const sender = { name: "Ada", email: "ada@example.org", message: "My words" };
const envelope = {
  to: { name: "", address: "ada@example.org" },
  replyTo: { name: 'The "site"', address: "hello@example.com" },
};
const signature = 'The "site" · https://www.example.com/en';

it("a receipt repeats the choices of a form without the sender's own words, and says what happens next", () => {
  const { text, html, ...mail } = receiptMail(
    { ...common, form: "contact", fields: { ...sender, about: "press" } },
    letterSite(),
  );
  expect(mail).toEqual({
    ...envelope,
    subject: "Thank you",
    headers: { "Auto-Submitted": "auto-replied", "X-Auto-Response-Suppress": "All" },
    attachments: [],
    messageId: "<7.receipt@www.example.com>",
  });
  expect(text.split("\n")).toEqual([
    "Thank you",
    "",
    "forms:receipt.sent",
    "title of contact",
    "forms:contact.about: forms:contact.press",
    expect.stringMatching(/^forms:receipt\.ownWords time=.*21 November 2026 time=10:00$/),
    "",
    "forms:receipt.next",
    "We answer in a week.",
    "",
    "forms:receipt.change",
    "forms:receipt.write mail=hello@example.com reference=7",
    "forms:receipt.someoneElse",
    "",
    "-- ",
    'forms:retention controller=The "site" count=12 purpose=to answer you',
    "forms:privacy: https://www.example.com/en/privacy#forms",
    signature,
    "",
  ]);
  expect(html).not.toContain("My words");
});

it("a receipt for a date names it and attaches its calendar file, unless it is an application", () => {
  const fields = { ...sender, date: evening.id, theme: "lamps" };
  const of = (event: EventRecord) => receiptMail({ ...common, form: "seat-gothenburg", fields }, letterSite({ event }));
  const { subject, text, attachments } = of(evening);
  expect(subject).toBe("Thank you: Gothenburg, 25 March 2027");
  expect(text).toContain(": An [evening], Thursday 25 March 2027, 17:30–20:00\n");
  expect(text).toContain(": About lamps\n");
  expect(text).toContain("We answer in a week.\nforms:receipt.calendar\n");
  const application = of({ ...evening, audience: "application" });
  expect(application.text).toContain("We answer in a week.\nforms:receipt.application\n");
  expect(application.attachments).toEqual([]);
  const [{ content, ...file }] = attachments as [(typeof attachments)[0]];
  expect(file).toEqual({ filename: `${evening.id}.ics`, contentType: "text/calendar; charset=utf-8; method=PUBLISH" });
  const lines = content.replaceAll("\r\n ", "").split("\r\n");
  expect(content).not.toMatch(/^(?:X-WR-|NAME|X-PUBLISHED-TTL|REFRESH-INTERVAL)/m);
  expect(lines).toEqual(
    expect.arrayContaining([
      "METHOD:PUBLISH",
      `UID:${evening.id}@www.example.com`,
      expect.stringMatching(/^ORGANIZER;CN="?The 'site'"?:mailto:hello@example\.com$/i),
    ]),
  );
});

it("the receipt of a form that only another build knows is left to that build", () => {
  const receiptOf = (form: string, site: Site) => () => receiptMail({ ...common, form, fields: sender }, site);
  expect(receiptOf("other", letterSite())).toThrow("no form other");
  expect(receiptOf("contact", letterSite({ page: { form: null } }))).toThrow("no form contact");
});

it("a notice has the change, the reason for the mail, and the new time and place if there is one", () => {
  const noticeOf = (change: Partial<EventRecord>, name = "contact") =>
    eventNotice({ ...common, form: name, fields: sender }, { ...evening, ...change }, "It changed.", letterSite());
  const { text, html, attachments, ...moved } = noticeOf({});
  const subject = "forms:notice.moved title=An [evening] date=25 March 2027";
  expect(moved).toEqual({
    ...envelope,
    subject,
    headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
    messageId: `<7.${evening.sequence}@www.example.com>`,
  });
  const place = `It changed.\n${evening.dateText}\nThe bar\n\n`;
  const rest = (reply: string) =>
    `forms:notice.calendar\n${reply}\n\nforms:notice.dates url=https://www.example.com/en/dates/evening-2027-03-25\n\n-- \nforms:notice.why form=title of contact\n${signature}\n`;
  expect(text).toBe(`${subject}\n\n${place}${rest("forms:notice.replyToMove")}`);
  expect({ html, attachments }).toEqual({ html: expect.stringContaining("<h1"), attachments: [expect.anything()] });
  expect(noticeOf({ status: "tentative", venue: null }).text).toContain(`It changed.\n${evening.dateText}\n\nforms`);
  for (const status of ["cancelled", "postponed"] as const) {
    const { subject, text } = noticeOf({ status });
    expect(subject).toMatch(new RegExp(`^forms:notice.${status} `));
    expect(text).toBe(`${subject}\n\nIt changed.\n\n${rest("forms:notice.reply")}`);
  }
  expect(noticeOf({}, "former").text).toContain(`\n-- \n${signature}\n`);
});

it("a letter has the same text in plain text and HTML, with links, and everything else escaped", () => {
  const { text, html } = letterMail(
    {
      ...{ to: "ada@example.org", subject: "A", id: "7", autoSubmitted: "auto-replied", attached: undefined },
      heading: "A & <b>",
      sections: [{ lines: ["one", '"two" https://x.example/a?b=1&c=2 <i>'] }, { heading: "Then >", lines: ["three"] }],
      footer: ["http://x.example"],
    },
    letterSite(),
    "sv",
  );
  const end = 'The "site" · https://www.example.com/sv';
  expect(text).toBe(
    `A & <b>\n\none\n"two" https://x.example/a?b=1&c=2 <i>\n\nThen >\nthree\n\n-- \nhttp://x.example\n${end}\n`,
  );
  expect(html).toMatch(/^<!doctype html>\n<html lang="sv">\n<head><meta charset="utf-8">/);
  expect(html).toContain("<title>A &amp; &lt;b&gt;</title>");
  const body = html.slice(html.indexOf("<h1")).replaceAll(/ style="[^"]*"/g, "");
  expect(body).toBe(`<h1>A &amp; &lt;b&gt;</h1>
<p>one<br>
&quot;two&quot; <a href="https://x.example/a?b=1&amp;c=2">https://x.example/a?b=1&amp;c=2</a> &lt;i&gt;</p>
<h2>Then &gt;</h2>
<p>three</p>
<hr>
<footer><p><a href="http://x.example">http://x.example</a><br>
The &quot;site&quot; · <a href="https://www.example.com/sv">https://www.example.com/sv</a></p></footer>
</body>
</html>
`);
});
