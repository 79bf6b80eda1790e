/** Letters to the sender of a form, with the keys of their texts. */
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
const signature = 'The "site" · https://www.example.com/en';

it("the receipt of a form that only another build knows is left to that build", () => {
  const receiptOf = (form: string, site: Site) => () => receiptMail({ ...common, form, fields: sender }, site);
  expect(receiptOf("other", letterSite())).toThrow("no form other");
  expect(receiptOf("contact", letterSite({ page: { form: null } }))).toThrow("no form contact");
});

it("a notice has the change, the reason for the mail, and the new time and place if there is one", () => {
  const notice = { news: "moved", change: "It changed." } as const;
  const noticeOf = (changed: Partial<EventRecord>, news: "moved" | "cancelled" | "postponed", form = "contact") =>
    eventNotice({ ...common, form, fields: sender }, { ...evening, ...changed }, { ...notice, news }, letterSite());
  const { text, messageId } = noticeOf({}, "moved");
  expect(messageId).toBe(`<7.${evening.sequence}@www.example.com>`);
  expect(text).toBe(`forms:notice.moved title=An [evening] date=25 March 2027

It changed.
${evening.dateText}
The bar, Långgatan 1, 413 04 Gothenburg

forms:notice.calendar
forms:notice.replyToMove

forms:notice.dates url=https://www.example.com/en/dates/evening-2027-03-25

-- 
forms:notice.why form=title of contact
${signature}
`);
  const withoutPlace = noticeOf({ status: "tentative", venue: null }, "moved");
  expect(withoutPlace.text).toContain(`\n${evening.dateText}\n\nforms:notice.calendar`);
  for (const status of ["cancelled", "postponed"] as const) {
    const lines = ["", "It changed.", "", "forms:notice.calendar", "forms:notice.reply", ""];
    expect(noticeOf({ status }, status).text).toContain(lines.join("\n"));
  }
  expect(noticeOf({}, "moved", "former").text).toContain(`\n-- \n${signature}\n`);
});

it("a letter has the same text in plain text and HTML, with links, and everything else escaped", () => {
  const { text, html } = letterMail(
    {
      to: "ada@example.org",
      subject: "A",
      id: "7",
      autoSubmitted: "auto-replied",
      attached: undefined,
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
