import { afterEach, expect } from "@jest/globals";
import type { Services } from "../../src/services.js";
import { newFolder } from "../support/folder.js";
import { server, until } from "../support/outbox.js";
import { listeningLogger, NOW, newAddress, site } from "../support/site.js";
import { setClock } from "../support/store.js";

const opened: Services[] = [];
afterEach(async () => {
  for (const { deliveries, submissions } of opened.splice(0)) {
    await deliveries!.stop();
    await submissions!.close();
  }
});

/** A site that sends mails, with its log. */
export function mailingSite(variables: NodeJS.ProcessEnv = {}, replaced: Partial<Services> = {}) {
  const { logger, lines } = listeningLogger();
  const clock = setClock(NOW);
  const account = { SMTP_URL: server.url, MAIL_FROM: "Site <site@example.com>", SUBMISSIONS_TO: "team@example.com" };
  const { client, services } = site(
    { clock, logger, ...replaced },
    { DATA_DIR: newFolder(), TRUST_PROXY: "1", ...account, ...variables },
  );
  opened.push(services);
  return {
    client,
    clock,
    lines,
    services,
    async post(address: string, fields: Record<string, string>) {
      const { status } = await client.post(address).set("x-forwarded-for", newAddress()).type("form").send(fields);
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
