/** The letters to the senders of forms, as text and HTML. */
import { expect, it } from "@jest/globals";
import { letterMail } from "../../src/letters/letter.js";
import { receiptMail } from "../../src/letters/receipt.js";
import { shipped } from "../support/changed-library.js";
import { site } from "../support/site.js";

const organisation = { ...shipped.organisation, name: 'The "site"' };
const { services } = site({ library: { ...shipped, organisation } }, { BASE_URL: "https://www.example.com" });

it("the receipt of a form that only another build knows is left to that build", () => {
  const submission = { id: "7", form: "other", receivedAt: "2026-11-21T09:00:00Z", suspected: false } as const;
  expect(() => receiptMail({ ...submission, locale: "en", fields: {} }, services)).toThrow("no form other");
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
    services,
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
