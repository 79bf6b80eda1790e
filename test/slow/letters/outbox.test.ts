/** Mails to the team while the SMTP server refuses or does not answer. */
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "@jest/globals";
import { createDeliveries, deliveryTiming } from "../../../src/letters/deliveries.js";
import type { Send } from "../../../src/letters/senders.js";
import { smtpSender, smtpTimeouts } from "../../../src/letters/smtp.js";
import type { Site } from "../../../src/site.js";
import { rightAnswers } from "../../support/forms.js";
import { mailingSite, opened, server, until } from "../../support/mailing-site.js";
import { listeningLogger } from "../../support/site.js";
import { newFolder, sent, storeAt } from "../../support/store.js";

const limits = { connectMs: 5000, silenceMs: 5000, totalMs: 10_000 };
const short = { connectMs: 800, silenceMs: 800, totalMs: 1200 };
const timing = { pollMs: 20, claimMs: 3000, firstRetryMs: 60, maxRetryMs: 400, maxAttempts: 3 };

function open(bounds = limits) {
  const { logger, lines } = listeningLogger();
  const submissions = storeAt({ folder: newFolder() });
  const post = smtpSender({ url: server.url, from: "site@example.com", to: ["team@example.com"] }, bounds);
  const mail: Send = async ({ submission }) => {
    await post({ subject: submission.id });
    return { outcome: "sent" };
  };
  const site = { clock: Date.now, logger, formLimits: { mailsPerHour: Infinity } } as unknown as Site;
  const outbox = createDeliveries({ mail }, submissions, site, timing);
  opened.push(outbox);
  return {
    submissions,
    outbox,
    failures: () => lines.map(({ fields }) => fields as any),
    async add(message = "") {
      await submissions.add(sent({ message }), ["mail"]);
      outbox.wake();
    },
  };
}

it("a form is answered while the SMTP server is silent", async () => {
  server.does("be silent after the mail");
  const { post } = await mailingSite({ RECEIPTS: "off" });
  const answers = rightAnswers("contact");
  await post("/en/contact", answers);
  await until(() => server.attempts.length > 0);
  await post("/en/contact", { ...answers, message: "Two" });
  expect(server.received).toEqual([]); // the first mail still waits for its server
  await server.stop();
});

it("an attempt ends in all before its claim, and its connection too, even if the server sends now and then", async () => {
  server.does("be silent after the mail");
  const { add, failures } = open({ ...limits, totalMs: 500 });
  await add();
  await until(() => failures().length === 2);
  expect(failures()[0].reason).toMatch(/abort|timeout/i);
  await until(() => server.connections() === 0);
  expect(smtpTimeouts.totalMs + 2 * smtpTimeouts.connectMs).toBeLessThan(deliveryTiming.claimMs);
});

it("stop() waits for the mail in progress, and starts no other", async () => {
  const { add, outbox, submissions, failures } = open(short);
  server.does("be silent after the mail");
  await add("1");
  await add("2");
  await until(() => server.attempts.length === 1);
  let isStopped = false;
  const stopped = outbox.stop().then(() => (isStopped = true));
  await wait(50);
  expect(isStopped).toBe(false);
  await stopped;
  outbox.wake();
  await wait(100); // for an attempt that must not be made
  expect({ attempts: server.attempts.length, failures: failures().length }).toEqual({ attempts: 1, failures: 1 });
  await wait(60); // until the first is due again
  for (const _ of ["1", "2"]) expect(await submissions.queue.claim("mail", 1000)).toBeDefined();
});
