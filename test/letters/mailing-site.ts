import { afterEach, expect } from "@jest/globals";
import type { Services } from "../../src/services.js";
import { parsed, partsOf, server, until } from "../support/outbox.js";
import { listeningLogger, NOW, site } from "../support/site.js";
import { newFolder, setClock } from "../support/store.js";

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
  let visitors = 0;
  return {
    client,
    clock,
    lines,
    services,
    async post(address: string, fields: Record<string, string>) {
      const visitor = `198.51.${++visitors}.1`;
      const { status } = await client.post(address).set("x-forwarded-for", visitor).type("form").send(fields);
      expect({ address, status }).toEqual({ address, status: 303 });
    },
    /** The mails to an address, of which there must be so many. */
    async received(email: string, count = 1) {
      const mails = () => toVisitors().filter(({ to }) => to[0] === email);
      await until(() => mails().length >= count);
      expect(mails().length).toBe(count);
      return mails().map(wholeMail);
    },
  };
}

export const toVisitors = () => server.received.filter(({ to }) => to[0] !== "team@example.com");

const wholeMail = ({ to, raw }: (typeof server.received)[number]) => {
  const parts = partsOf(raw);
  const partOf = (type: string) => parts.find((part) => part.type.startsWith(type));
  const plain = partOf("text/plain")!.text.replaceAll("\r\n", "\n").replaceAll("\u00a0", " ");
  return {
    to,
    headers: parsed(raw).headers,
    plain,
    html: partOf("text/html")!.text,
    calendar: partOf("text/calendar"),
  };
};
