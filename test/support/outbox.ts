import { afterEach, beforeEach } from "@jest/globals";
import { createDeliveries, type Deliveries } from "../../src/letters/deliveries.js";
import type { Sender } from "../../src/letters/senders.js";
import { smtpSender } from "../../src/letters/smtp.js";
import { submissionMail } from "../../src/letters/submission-mail.js";
import { mailServer } from "./mail-server.js";
import { until as untilSo } from "./server.js";
import { listeningLogger, site } from "./site.js";
import { newFolder, sent, storeAt } from "./store.js";

/** Of a Swedish team. */
const { services: teamSite } = site();
export const t = teamSite.getFixedT("sv");
const account = { from: "Site <site@example.com>", to: ["team@example.com", "Two <two@example.com>"] };
const timing = { pollMs: 20, claimMs: 3000, firstRetryMs: 60, maxRetryMs: 400 };
export const limits = { connectMs: 5000, silenceMs: 5000, totalMs: 10_000 };
export const short = { connectMs: 800, silenceMs: 800, totalMs: 1200 };

export let server: Awaited<ReturnType<typeof mailServer>>;
const opened: Deliveries[] = [];
beforeEach(async () => {
  server = await mailServer();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ stop }) => stop()));
  await server.stop();
});

/** The mails to the team from a store in a file, by a real SMTP server unless `send` is given, and the log. */
export function open({
  bounds = limits,
  clock = Date.now,
  mailsPerHour = Infinity,
  store = storeAt({ folder: newFolder() }, clock),
  send = undefined as Sender["send"] | undefined,
} = {}) {
  const { logger, lines } = listeningLogger();
  const post = smtpSender({ ...account, url: server.url }, bounds);
  const senders = {
    mail: { send: send ?? ((submission) => post(submissionMail(submission, teamSite, "sv"))), maxAttempts: Infinity },
  } satisfies Record<string, Sender>;
  const formLimits = { mailsPerHour };
  const outbox = createDeliveries(senders, { submissions: store, clock, logger, formLimits, timing });
  opened.push(outbox);
  const failures = () => lines.filter(({ level }) => level === "warn").map(({ fields }) => fields as any);
  return {
    store,
    outbox,
    lines,
    failures,
    async add(fields: Record<string, unknown> = {}) {
      await store.add(sent(fields), fields.suspected ? [] : ["mail"]);
      outbox.wake();
    },
  };
}

export const until = (isSo: () => boolean) => untilSo(`${isSo}`, isSo);
