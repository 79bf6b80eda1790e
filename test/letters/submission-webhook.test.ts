import { expect, it } from "@jest/globals";
import { submissionWebhook } from "../../src/letters/submission-webhook.js";
import { evening } from "../support/event-record.js";
import { letterSite } from "../support/letter-site.js";

const site = letterSite({ page: { label: "<contact> & _more_" } });
const submission = { id: "7", locale: "sv", receivedAt: "2026-11-21T09:00:00Z", suspected: false } as const;
const posted = (fields: Record<string, string>, format: Parameters<typeof submissionWebhook>[1], form = "contact") => {
  const all = { ...fields, name: "Secret" };
  const { id, body } = submissionWebhook({ ...submission, form, fields: all }, format, site, "en");
  expect({ id, body }).toEqual({ id: "7", body: expect.not.stringContaining("Secret") });
  return JSON.parse(body);
};

it("a message has the form, the event and a reference, and nothing that the sender wrote", () => {
  const event = {
    id: evening.id,
    uid: `${evening.id}@www.example.com`,
    title: evening.title,
    startsAt: evening.startsAt,
    url: `https://www.example.com${evening.path}`,
  };
  const notice = { type: "submission.accepted", timestamp: "2026-11-21T09:00:00Z" };
  const data = { reference: "7", form: "contact", event };
  expect(posted({ date: evening.id }, "standard")).toEqual({ ...notice, data });
  expect(posted({ date: "", event: evening.id }, "standard")).toEqual({ ...notice, data });
  for (const fields of [{}, { date: "former-2020-01-01", event: "" }])
    expect(posted(fields, "standard").data).toEqual({ ...data, event: null });
});

it("a message to Slack or Discord is one line and a command, with escaped markup and mentions", () => {
  const command = "\nforms:mail.show command=`npm run submissions -- show 7`";
  const about = "Gothenburg, 25 March 2027";
  expect(posted({ date: evening.id }, "slack")).toEqual({ text: `&lt;contact&gt; &amp; _more_, ${about}${command}` });
  expect(posted({ event: evening.id }, "discord")).toEqual({
    content: `\\<contact\\> \\& \\_more\\_, ${about}${command}`,
    allowed_mentions: { parse: [] },
  });
  expect(posted({}, "slack")).toEqual({ text: `title of contact${command}` });
  expect(posted({}, "slack", "a former <form>")).toEqual({ text: `a former &lt;form&gt;${command}` });
});
