import { createHmac } from "node:crypto";
import type { SendMailOptions } from "nodemailer";
import type { Site } from "../site.js";

export type WebhookFormat = "standard" | "slack" | "discord";

/** One message may take this long, which must be shorter than the outbox's lease; a stop of the process waits for it. */
const WEBHOOK_TIMEOUT_MS = 15_000;

/** Slack and Discord accept only a shape of their own, and verify no signature. */
export function webhookFormatOf(url: string): WebhookFormat {
  const { hostname, pathname } = new URL(url);
  if (/^hooks\.slack(?:-gov)?\.com$/.test(hostname)) return "slack";
  if (!/^(?:[\w-]+\.)?discord(?:app)?\.com$/.test(hostname)) return "standard";
  return pathname.endsWith("/slack") ? "slack" : "discord"; // Discord takes Slack's shape too
}

/** One, or two while one replaces the other, separated by a blank or comma. */
export function webhookSecrets(text: string): string[] {
  return text.trim().split(/\s*,\s*|\s+/);
}

/**
 * Signs after Standard Webhooks 1.0, unless the receiver has no secret; rejects with a message without the address, which
 * can be a secret.
 */
export async function postWebhook(
  { id, body }: { readonly id: string; readonly body: string },
  { url, secret }: { readonly url: string; readonly secret: string | undefined },
  clock: () => number,
  timeoutMs = WEBHOOK_TIMEOUT_MS,
): Promise<void> {
  const headers = new Headers({ "content-type": "application/json" });
  if (secret) {
    const seconds = Math.floor(clock() / 1000);
    headers.set("webhook-id", id);
    headers.set("webhook-timestamp", `${seconds}`);
    headers.set("webhook-signature", signaturesOf(`${id}.${seconds}.${body}`, secret));
  }
  const signal = AbortSignal.timeout(timeoutMs);
  const request = { method: "POST", headers, body, redirect: "manual", signal } as const;
  const response = await fetch(url, request).catch((error: Error) => {
    throw new Error(reasonOf(error, new URL(url).hostname));
  });
  await response.body?.cancel(); // nobody needs it, and it could be endless
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
}

/** A blocked port has no code, only a message. */
function reasonOf({ name, cause }: Error, hostname: string): string {
  const { code, message = name } = (cause ?? {}) as { code?: string; message?: string };
  return code ?? (message.includes(hostname) ? name : message);
}

function signaturesOf(text: string, secret: string): string {
  const keys = webhookSecrets(secret).map((each) => Buffer.from(each.replace(/^whsec_/, ""), "base64"));
  return keys.map((key) => `v1,${createHmac("sha256", key).update(text).digest("base64")}`).join(" ");
}

interface MailError extends Error {
  code?: string;
  /** The recipients that the server did not take. */
  readonly rejected?: readonly string[];
}

export const smtpTimeouts = {
  connectMs: 10_000,
  silenceMs: 20_000,
  /** One mail may take this long, which must be shorter than the outbox's lease; a stop of the process waits for it. */
  totalMs: 25_000,
};

/** The mail goes to the team, unless it has a recipient. It has the same id in each attempt (RFC 5322 §3.6.4). */
export async function sendMail(mail: SendMailOptions, { config }: Site, timeouts = smtpTimeouts): Promise<void> {
  if (!config.smtp) throw new Error("SMTP_URL is not set");
  const { url, from, to, hostname } = config.smtp;
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    url,
    name: hostname, // many servers reject nodemailer's default, that of a container (RFC 5321 §4.1.1.1)
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.connectMs,
    socketTimeout: timeouts.silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const signal = AbortSignal.timeout(timeouts.totalMs);
  const sending = transport.sendMail({ from, to: [...to], ...mail, signal }).catch((error: MailError) => {
    if (error.rejected?.some((address) => /[^ -~]/.test(address))) error.code = "SMTPUTF8";
    throw error;
  });
  await sending.finally(() => transport.close()); // a pool (`?pool=true`) would stay open
}

/** The id of a mail that this site has only one of (RFC 5322 §3.6.4). */
export const messageIdOf = (name: string, { baseUrl }: Site) => `<${name}@${new URL(baseUrl).hostname}>`;

/** The server says that it will never accept this mail (RFC 5321 §4.2.1), or that it is too large. */
export function isRejectedMail(error: unknown): boolean {
  const { code, command, responseCode } = error as Readonly<Record<string, unknown>>;
  if (code === "EMESSAGE") return responseCode === undefined || Number(responseCode) >= 500;
  return (command === "RCPT TO" || command === "DATA") && Number(responseCode) >= 500;
}

export function isRejectedRecipient(error: unknown): boolean {
  return (error as { command?: unknown }).command === "RCPT TO" && isRejectedMail(error);
}
