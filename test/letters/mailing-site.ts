import { afterEach, expect } from "@jest/globals";
import type { Services } from "../../src/services.js";
import { formSite } from "../support/forms.js";
import { server, until } from "../support/outbox.js";
import { NOW } from "../support/site.js";
import { setClock } from "../support/store.js";

const opened: Services[] = [];
afterEach(async () => {
  for (const { deliveries } of opened.splice(0)) await deliveries!.stop();
});

/** A site that sends mails, with its log. */
export async function mailingSite(variables: NodeJS.ProcessEnv = {}, replaced: Partial<Services> = {}) {
  const clock = setClock(NOW);
  const account = { SMTP_URL: server.url, MAIL_FROM: "Site <site@example.com>", SUBMISSIONS_TO: "team@example.com" };
  const site = await formSite({ clock, ...replaced }, { DATA_DIR: "unused", ...account, ...variables });
  opened.push(site.services);
  return {
    ...site,
    clock,
    async post(address: string, fields: Record<string, string>) {
      const { status } = await site.post(address, fields);
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
