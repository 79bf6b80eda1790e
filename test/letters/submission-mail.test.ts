import { expect, it } from "@jest/globals";
import type { Submission } from "../../src/domain/submission.js";
import { submissionMail } from "../../src/letters/submission-mail.js";
import { forms } from "../../src/site/forms.js";
import { evening } from "../support/event-record.js";
import { letterSite } from "../support/letter-site.js";

const site = { ...letterSite(), baseUrl: "https://www.example.com:8443" };
const submission = { id: "7", locale: "sv", receivedAt: "2026-11-21T09:00:00Z", suspected: false } as const;
const mailOf = (form: string, fields: Submission["fields"]) =>
  submissionMail({ ...submission, form, fields }, site, "en");
it("a mail has each answer under its question, the commands to show and erase it, and Reply-To", () => {
  const [about] = forms.contact.fields;
  const option = about!.options![0]!;
  const fields = {
    about: option.value,
    name: "Ada\r\nBcc: x\u202e =?q?=",
    email: "ada@example.org",
    message: "",
    more: "Hi",
  };
  const { text, ...headers } = mailOf("contact", fields);
  expect(headers).toEqual({
    subject: `title of contact, ${option.label}: Ada Bcc: x = ?q?=`,
    replyTo: { name: "Ada Bcc: x = ?q?=", address: "ada@example.org" },
    messageId: "<7@www.example.com>",
  });
  const [answers, end] = text.split("\n\n-- \n");
  expect(answers).toBe(
    `${about!.label}\n${option.label}\n\nforms:name\n${fields.name}\n\nforms:email\nada@example.org\n\nmore\nHi`,
  );
  expect(end!.split("\n")).toEqual([
    expect.stringMatching(/^forms:mail\.received time=.*21 November 2026 time=10:00 language=Svenska$/),
    "forms:mail.show command=npm run submissions -- show 7",
    "forms:mail.erase command=npm run submissions -- erase --id 7 --yes",
    "",
  ]);
});

it("a mail of a form that no longer exists has its stored name and field names", () => {
  const { subject, text } = mailOf("for\u202emer", { name: "Ada", about: "press" });
  expect([subject, text.split("\n\n-- ")[0]]).toEqual(["former: Ada", "name\nAda\n\nabout\npress"]);
});

it("a mail has no Reply-To that an SMTP server could reject", () => {
  for (const email of ["", "ada", "åda@example.org", "=?q?a@example.org"])
    expect(mailOf("contact", { email })).not.toHaveProperty("replyTo");
  expect(mailOf("contact", { email: "a~!b@exämple.org" }).replyTo).toEqual({ name: "", address: "a~!b@exämple.org" });
  expect(mailOf("contact", {}).subject).toBe("title of contact: ");
});

it("a mail begins with the date, and names a theme by its title, if they still exist", () => {
  const offered = mailOf("seat-gothenburg", { name: "Ada", theme: "lamps", date: evening.id });
  expect(offered.subject).toBe("label of boardroom-for-commerce-gothenburg-attend, Gothenburg, 25 March 2027: Ada");
  expect(offered.text).toMatch(/^[\w:.-]+\nAn \[evening\], Thursday 25 March 2027, 17:30–20:00\n\n/);
  const former = mailOf("seat-gothenburg", { name: "Ada", date: "evening-2020-01-01" });
  expect(former.subject).toBe("title of boardroom-for-commerce-gothenburg-attend: Ada");
  expect(former.text).toContain("\nforms:mail.noLongerOffered value=evening-2020-01-01\n\n");
});
