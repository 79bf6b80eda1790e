import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach } from "@jest/globals";
import { createI18n } from "../../src/content/i18n.js";
import { createDeliveries, type Deliveries } from "../../src/letters/deliveries.js";
import type { Sender } from "../../src/letters/senders.js";
import { smtpSender } from "../../src/letters/smtp.js";
import { submissionMail } from "../../src/letters/submission-mail.js";
import { letterSite } from "./letter-site.js";
import { mailServer } from "./mail-server.js";
import { listeningLogger } from "./site.js";
import { newFolder, sent, storeAt } from "./store.js";

export const t = createI18n("locales").getFixedT("sv");
/** Of a Swedish team, whose site has no events. */
export const teamSite = letterSite({ t, page: { label: "Kontakt", title: "Kontakta oss" } });
export const account = { from: "Site <site@example.com>", to: ["team@example.com", "Two <two@example.com>"] };
export const waits = { pollMs: 20, claimMs: 3000, firstRetryMs: 60, maxRetryMs: 400 };
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
  folder = newFolder(),
  url = server.url,
  patience = waits,
  bounds = limits,
  clock = Date.now,
  mailsPerHour = Infinity,
  store = storeAt({ folder }, clock),
  send = undefined as Sender["send"] | undefined,
} = {}) {
  const { logger, lines } = listeningLogger();
  const post = smtpSender({ ...account, url }, bounds);
  const senders = {
    mail: { send: send ?? ((submission) => post(submissionMail(submission, teamSite, "sv"))), maxAttempts: Infinity },
  } satisfies Record<string, Sender>;
  const formLimits = { mailsPerHour };
  const outbox = createDeliveries(senders, { submissions: store, clock, logger, formLimits, timing: patience });
  opened.push(outbox);
  const failures = () => lines.filter(({ level }) => level === "warn").map(({ fields }) => fields as any);
  return {
    folder,
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

export async function until(isSo: () => boolean, milliseconds = 10_000): Promise<void> {
  const deadline = performance.now() + milliseconds;
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error(`It did not come to be: ${isSo}`);
    await wait(5);
  }
}

/** Headers by their names in lower case, each with all its values, unfolded; and the body. */
export function parsed(raw: string) {
  const [head = "", ...text] = raw.split("\r\n\r\n");
  const headers: Record<string, string[]> = {};
  for (const line of head.replaceAll(/\r\n[ \t]+/g, " ").split("\r\n")) {
    const [, name = line, value = ""] = /^([!-9;-~]+): ?(.*)$/s.exec(line) ?? [];
    headers[name.toLowerCase()] = [...(headers[name.toLowerCase()] ?? []), value];
  }
  return { headers, text: text.join("\r\n\r\n") };
}

/** The decoded text of a mail (RFC 2045 §6). */
export function textOf(raw: string): string {
  const { headers, text } = parsed(raw);
  const encoding = headers["content-transfer-encoding"]?.[0];
  if (encoding === "base64") return Buffer.from(text, "base64").toString();
  if (encoding !== "quoted-printable") return text;
  const bytes = text
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}

/** A header with its encoded words decoded (RFC 2047 §4). */
export function decodedWords(header: string): string {
  const bytes = (text: string) =>
    text.replaceAll("_", " ").replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
  return header
    .replaceAll(/\?=\s+=\?/g, "?==?")
    .replaceAll(/=\?UTF-8\?([QB])\?(.*?)\?=/gi, (_, encoding, text) =>
      Buffer.from(encoding === "B" ? Buffer.from(text, "base64") : Buffer.from(bytes(text), "latin1")).toString(),
    );
}

/** The parts of a mail by their types, each with its headers and its text (RFC 2046 §5.1). */
export function partsOf(raw: string): { type: string; headers: Record<string, string[]>; text: string }[] {
  const { headers, text } = parsed(raw);
  const [type = ""] = headers["content-type"] ?? [];
  const [, boundary] = /boundary="([^"]+)"/.exec(type) ?? [];
  if (boundary === undefined) return [{ type, headers, text: textOf(raw) }];
  const inner = text.split(`--${boundary}`).slice(1, -1);
  return inner.flatMap((part) => partsOf(part.replace(/^\r\n/, "").replace(/\r\n$/, "")));
}

export const messagesIn = (raws: readonly { raw: string }[]) =>
  raws.map(({ raw }) => /number (\d+)/.exec(textOf(raw))?.[1]).sort();
