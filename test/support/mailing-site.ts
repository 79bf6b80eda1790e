/** A site that sends mails, and the SMTP server that takes them. */
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import type { AddressInfo, Socket } from "node:net";
import path from "node:path";
import { afterEach, beforeEach, expect } from "@jest/globals";
import { SMTPServer } from "smtp-server";
import { SMTPConnection } from "smtp-server/lib/smtp-connection.js";
import type { Deliveries } from "../../src/letters/deliveries.js";
import { newFolder } from "./folders.js";
import { formSite } from "./forms.js";
import { until as untilSo } from "./processes.js";
import { type Given, NOW } from "./site.js";
import { planned, sent, setClock } from "./store.js";

interface ReceivedMail extends ReturnType<typeof readMail> {
  readonly from: string;
  readonly to: readonly string[];
}

type Refusal = "refuse the recipient" | "refuse å" | "refuse for good" | "refuse spam";
type MailBehaviour = "accept" | Refusal | "be silent after the mail" | "hang up after the mail";

/** At once, where the package listens for 100 ms whether a client speaks before it is greeted. */
SMTPConnection.prototype.init = function (this: SMTPConnection) {
  this._setListeners(() => this.connectionReady());
};

async function mailServer() {
  const received: ReceivedMail[] = [];
  const attempts: string[] = [];
  let behaviour: MailBehaviour = "accept";
  const refusal = (code: number) => Object.assign(new Error("Not like this, ada@example.com"), { responseCode: code });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    disableReverseLookup: true,
    closeTimeout: 1,
    onConnect({ id }, done) {
      attempts.push(id);
      done();
    },
    hideSMTPUTF8: true,
    onRcptTo({ address }, _session, done) {
      const isRefused = behaviour === "refuse the recipient" || (behaviour === "refuse å" && /[^ -~]/.test(address));
      done(isRefused ? refusal(behaviour === "refuse å" ? 553 : 550) : null);
    },
    async onData(stream, { envelope }, done) {
      const chunks = await stream.toArray().catch(() => undefined);
      if (!chunks) return; // the connection ended within the mail
      const text = Buffer.concat(chunks).toString();
      const isSpam = behaviour === "refuse spam" && text.includes("spam");
      if (isSpam || behaviour === "refuse for good") return done(refusal(554));
      if (behaviour === "be silent after the mail") return;
      if (behaviour === "hang up after the mail") return hangUp();
      const [from, to] = [envelope.mailFrom ? envelope.mailFrom.address : "", envelope.rcptTo];
      received.push({ from, to: to.map(({ address }) => address), ...readMail(text) });
      done();
    },
  });
  server.on("error", () => {}); // connections that clients abort
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  const hangUp = () => {
    for (const connection of server.connections) (connection as unknown as { _socket: Socket })._socket.destroy();
  };
  return {
    received,
    attempts,
    hangUp,
    url: `smtp://127.0.0.1:${port}`,
    does(what: MailBehaviour) {
      behaviour = what;
    },
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      hangUp();
      await closed;
    },
  };
}

/** A body without its transfer encoding (RFC 2045 §6). */
function decoded(text: string, encoding: string | undefined): string {
  if (encoding === "base64") return Buffer.from(text, "base64").toString();
  if (encoding !== "quoted-printable") return text;
  const byte = (_: string, hex: string) => String.fromCharCode(parseInt(hex, 16));
  return Buffer.from(text.replaceAll("=\r\n", "").replaceAll(/=([0-9A-F]{2})/g, byte), "latin1").toString();
}

/** Headers have names in lower case, each with all its values, unfolded. */
type Part = { headers: Record<string, string[]>; text: string };

/** The parts of a mail, decoded (RFC 2046 §5.1); the first is the mail itself. */
function partsOf(raw: string): Part[] {
  const [head = "", ...rest] = raw.split("\r\n\r\n");
  const text = rest.join("\r\n\r\n");
  const headers: Record<string, string[]> = {};
  for (const line of head.replaceAll(/\r\n[ \t]+/g, " ").split("\r\n")) {
    const [, name = line, value = ""] = /^([!-9;-~]+): ?(.*)$/s.exec(line) ?? [];
    headers[name.toLowerCase()] = [...(headers[name.toLowerCase()] ?? []), value];
  }
  const [, boundary] = /boundary="([^"]+)"/.exec(`${headers["content-type"]}`) ?? [];
  if (boundary === undefined) return [{ headers, text: decoded(text, headers["content-transfer-encoding"]?.[0]) }];
  const inner = text.split(`--${boundary}`).slice(1, -1);
  return [{ headers, text: "" }, ...inner.flatMap((part) => partsOf(part.replaceAll(/^\r\n|\r\n$/g, "")))];
}

/** A mail as its receiver reads it; plain text with line feeds and usual spaces. */
function readMail(raw: string) {
  const parts = partsOf(raw);
  const { headers } = parts[0]!;
  const partOf = (type: string) => parts.find(({ headers }) => `${headers["content-type"]}`.startsWith(type));
  return {
    headers,
    /** With its encoded words decoded (RFC 2047 §4). */
    subject: (headers.subject?.[0] ?? "")
      .replaceAll(/\?=\s+=\?/g, "?==?")
      .replaceAll(/=\?UTF-8\?([QB])\?(.*?)\?=/gi, (_, encoding, text) =>
        encoding === "B" ? decoded(text, "base64") : decoded(text.replaceAll("_", " "), "quoted-printable"),
      ),
    plain: (partOf("text/plain")?.text ?? "").replaceAll("\r\n", "\n").replaceAll("\u00a0", " "),
    html: partOf("text/html")?.text ?? "",
    calendar: partOf("text/calendar"),
  };
}

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

type GivenToMails = Given & { readonly clock?: ReturnType<typeof setClock> };

/** A site that sends mails to a real SMTP server, with its log. */
export async function mailingSite(variables: NodeJS.ProcessEnv = {}, given: GivenToMails = {}) {
  const { clock = setClock(NOW) } = given;
  const account = { SMTP_URL: server.url, MAIL_FROM: "Site <site@example.com>", SUBMISSIONS_TO: "team@example.com" };
  const site = await formSite({ ...given, clock }, { DATA_DIR: "unused", ...account, ...variables });
  const deliveries = site.services.forms!.deliveries;
  opened.push(deliveries);
  return {
    ...site,
    clock,
    deliveries,
    failures: () => site.lines.filter(({ level }) => level !== "info"),
    async add(fields: Record<string, unknown>, channels = ["mail"]) {
      await site.submissions.add(sent(fields), planned(...channels));
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

/** The first recipients of mails, by alphabet. */
export const recipientsOf = (mails: readonly ReceivedMail[]) => mails.map(({ to }) => to[0]).sort();

/** A file for PRIVATE_DETAILS. */
export function detailsFile(content: unknown): string {
  const file = path.join(newFolder(), "private.json");
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

export const until = (isSo: () => boolean) => untilSo(`${isSo}`, isSo);
