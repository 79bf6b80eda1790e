/** Messages to SUBMISSIONS_WEBHOOK, received by a real server and verified by the Standard Webhooks library. */

import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { beforeEach, expect, it } from "@jest/globals";
import { Webhook } from "standardwebhooks";
import type { Library } from "../../src/content/library.js";
import { recordOf } from "../../src/events/record.js";
import { submissionWebhook } from "../../src/letters/team-messages.js";
import { postWebhook, type WebhookFormat, webhookFormatOf } from "../../src/letters/transports.js";
import { formSite, rightAnswers } from "../support/forms.js";
import { shipped } from "../support/library.js";
import { portOf } from "../support/listen.js";
import { until } from "../support/processes.js";
import { BASE_URL, site } from "../support/site.js";
import { setClock } from "../support/store.js";

const secret = `whsec_${Buffer.alloc(32, "key").toString("base64")}`;
const webhookSite = (clock: () => number) =>
  formSite({ clock }, { DATA_DIR: "unused", SUBMISSIONS_WEBHOOK: url, SUBMISSIONS_WEBHOOK_SECRET: secret });
const posts: { path: string; headers: IncomingHttpHeaders; body: string }[] = [];
const accept = (response: ServerResponse) => void response.writeHead(204).end();
let answer = accept;
const port = await portOf(
  createServer(async (request, response) => {
    posts.push({ path: request.url!, headers: request.headers, body: await text(request) });
    answer(response);
  }),
);
const url = `http://127.0.0.1:${port}/hook`;
beforeEach(() => {
  posts.length = 0;
  answer = accept;
});

it("each accepted form is posted once, signed, with its form, event and reference, without what the sender wrote", async () => {
  const { post, services, submissions } = await webhookSite(Date.now);
  const occurrence = services.snapshot().agenda.occurrence("after-commerce-gothenburg-2027-05-06")!;
  const answers = { ...rightAnswers("contact"), name: "Åsa Öberg" };
  for (const _twice of [1, 2]) await post("/sv/contact", answers);
  await post(`/sv/dates/${occurrence.id}`, { ...answers, note: "Me too." });
  await post("/sv/contact", { ...answers, leave_empty: "x", name: "A machine" });
  await until("all are posted", () => posts.length === 3);
  await services.forms!.deliveries.stop();
  const stored = await submissions.list({});
  const { id, uid, title, startsAt, path } = recordOf(occurrence, "en", services);
  const event = { id, uid, title, startsAt, url: `${BASE_URL}${path}` };
  const contact = { form: "contact", event: null };
  const data = [contact, { form: "date", event }, { ...contact, suspected: true }];
  const expected = data.map((about, index) => {
    const { id, receivedAt } = stored[index]!;
    return { type: "submission.accepted", timestamp: receivedAt, data: { reference: id, ...about } };
  });
  expect(posts.map(({ body, headers }) => new Webhook(secret).verify(body, headers as any))).toEqual(expected);
  for (const [index, { headers }] of posts.entries())
    expect(headers).toMatchObject({ "webhook-id": stored[index]!.id, "content-type": "application/json" });
});

it("while a secret is replaced, receivers with either verify", async () => {
  const secretOf = (text: string) => `whsec_${Buffer.alloc(24, text).toString("base64")}`;
  for (const separator of [" ", " , "]) {
    const both = { url, secret: `${secretOf("next")}${separator}${secret}` };
    await postWebhook({ id: "the-id", body: '{"a":1}' }, both, Date.now);
    const { body, headers } = posts.pop() as any;
    for (const own of [secret, secretOf("next")]) expect(new Webhook(own).verify(body, headers)).toEqual({ a: 1 });
    expect(() => new Webhook(secretOf("other")).verify(body, headers)).toThrow("No matching signature found");
  }
});

it("Slack and Discord get an unsigned line and a command, with escaped markup and mentions", async () => {
  const page: Library["page"] = (name, locale) => ({ ...shipped.page(name, locale), label: "<contact> & _more_" });
  const { services } = site({ files: { library: { ...shipped, page } } });
  const common = { id: "7", locale: "sv", receivedAt: "2026-11-21T09:00:00Z" } as const;
  const posted = (dateId: string, format: WebhookFormat, form = "contact", suspected = false) =>
    submissionWebhook({ ...common, suspected, form, dateId, fields: { name: "Secret" } }, format, services);
  const date = "after-commerce-gothenburg-2027-05-06";
  const slack = posted(date, "slack");
  const bodies = [slack, posted(date, "discord"), posted("", "slack", "a former <form>", true)];
  const command = "\nShow it: `npm run submissions -- show 7`";
  expect(bodies.map(({ body }) => JSON.parse(body))).toEqual([
    { text: `&lt;contact&gt; &amp; _more_, Gothenburg, 13 May 2027${command}` },
    { content: `\\<contact\\> \\& \\_more\\_, Gothenburg, 13 May 2027${command}`, allowed_mentions: { parse: [] } },
    { text: `Suspected: a former &lt;form&gt;${command}` },
  ]);

  await postWebhook(slack, { url, secret: undefined }, Date.now);
  expect(posts[0]!.headers).not.toHaveProperty("webhook-signature");
});

it("Slack and Discord are recognised by their hosts, and no other", () => {
  const formats = {
    "https://hooks.slack.com/services/x": "slack",
    "https://hooks.slack-gov.com/services/x": "slack",
    "https://discord.com/api/webhooks/1/x": "discord",
    "https://ptb.discordapp.com/api/webhooks/1/x?thread_id=2": "discord",
    "https://discord.com/api/webhooks/1/x/slack": "slack",
    "https://discord.com/slack/1": "discord",
    "https://xhooks.slack.com/x": "standard",
    "https://hooks.slackxcom.example/x": "standard",
    "https://hooks.slack.com.evil.example/x": "standard",
    "https://notdiscord.com/x": "standard",
    "https://discord.com.evil.example/x": "standard",
    "https://team.example/discord.com/slack": "standard",
  };
  const urls = Object.keys(formats);
  expect(Object.fromEntries(urls.map((url) => [url, webhookFormatOf(url)]))).toEqual(formats);
});

const message = { id: "the-id", body: "{}" };
// Node 26 gives the second reason for invalid HTTP.
const invalid = /^(?:HPE_INVALID_CONSTANT|Response does not match the HTTP\/1\.1 protocol .*)$/;

it.each<[string, typeof answer, unknown, number?]>([
  ["answers 400 with an endless body", (response) => void response.writeHead(400).write("x"), "HTTP 400"],
  ["redirects", (response) => void response.writeHead(307, { location: "/elsewhere" }).end(), "HTTP 307"],
  ["never answers", () => {}, "TimeoutError", 300],
  ["answers nonsense", ({ socket }) => void socket!.end("nonsense\r\n\r\n"), expect.stringMatching(invalid)],
])("a receiver that %s has not accepted the message, and the reason names no address", async (...row) => {
  const [, behaviour, reason, limit] = row;
  answer = behaviour;
  await expect(postWebhook(message, { url, secret }, Date.now, limit)).rejects.toMatchObject({ message: reason });
  expect(posts.map(({ path }) => path)).toEqual(["/hook"]);
});

it("a message is retried with the same id and a new signature, and given up after fifteen attempts", async () => {
  const clock = setClock(Date.now());
  const { lines, post, services, submissions } = await webhookSite(clock);
  answer = (response) => void response.writeHead(503).end();
  await post("/en/contact", rightAnswers("contact"));
  for (let attempt = 1; attempt <= 20; attempt++) {
    await services.forms!.deliveries.wake();
    clock.now += 6 * 60 * 60 * 1000;
  }
  await services.forms!.deliveries.stop();
  const [{ id } = { id: "" }] = await submissions.list({});
  expect(posts.map(({ headers }) => headers["webhook-id"])).toEqual(Array(15).fill(id));
  expect(new Set(posts.map(({ headers }) => headers["webhook-signature"])).size).toBe(15);
  expect(lines.at(-1)).toMatchObject({
    level: "error",
    fields: { reason: "HTTP 503", attempts: 15, submission: id },
    message: "Gave up sending a webhook",
  });
});
