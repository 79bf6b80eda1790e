import { afterEach, beforeEach, expect } from "@jest/globals";
import type { Deliveries } from "../../src/letters/deliveries.js";
import { formSite } from "./forms.js";
import { mailServer } from "./mail-server.js";
import { until as untilSo } from "./server.js";
import { type Given, NOW } from "./site.js";
import { sent, setClock } from "./store.js";

export let server: Awaited<ReturnType<typeof mailServer>>;
/** Stopped after each test. */
export const opened: Deliveries[] = [];
beforeEach(async () => {
  server = await mailServer();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((deliveries) => deliveries.stop()));
  await server.stop();
});

/** A site that sends mails to a real SMTP server, with its log. */
export async function mailingSite(variables: NodeJS.ProcessEnv = {}, given: Given = {}) {
  const clock = setClock(NOW);
  const account = { SMTP_URL: server.url, MAIL_FROM: "Site <site@example.com>", SUBMISSIONS_TO: "team@example.com" };
  const site = await formSite({ clock, ...given }, { DATA_DIR: "unused", ...account, ...variables });
  const deliveries = site.services.deliveries!;
  opened.push(deliveries);
  return {
    ...site,
    clock,
    deliveries,
    failures: () => site.lines.filter(({ level }) => level !== "info"),
    /** Stores a submission with a mail to the team. */
    async add(fields: Record<string, unknown>, channels = ["mail"]) {
      await site.submissions.add(sent(fields), channels);
      deliveries.wake();
    },
    /** As `post`, whatever the answer. */
    send: site.post,
    async post(address: string, fields: Record<string, string>, headers?: Record<string, string>) {
      const { status } = await site.post(address, fields, headers);
      expect({ address, status }).toEqual({ address, status: 303 });
    },
    /** The mails to an address, of which there must be so many. */
    async received(email: string, count = 1) {
      const mails = () => toVisitors().filter(({ to }) => to[0] === email);
      await until(() => mails().length >= count);
      expect(mails().length).toBe(count);
      return mails();
    },
  };
}

export const toVisitors = () => server.received.filter(({ to }) => to[0] !== "team@example.com");

export const until = (isSo: () => boolean) => untilSo(`${isSo}`, isSo);
