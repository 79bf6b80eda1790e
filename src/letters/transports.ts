import { createHmac } from "node:crypto";
import type { SendMailOptions, Transporter } from "nodemailer";

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

interface MailAccount {
  /** `smtp://` (STARTTLS if the server offers it) or `smtps://`. */
  readonly url: string;
  readonly from: string;
  readonly to: readonly string[];
  /** The name given to the server (RFC 5321 §4.1.1.1). Many reject nodemailer's default, that of a container. */
  readonly hostname?: string | undefined;
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

export function smtpSender(account: MailAccount, { connectMs, silenceMs, totalMs } = smtpTimeouts) {
  const { url, from, to, hostname: name } = account;
  const timeouts = { connectionTimeout: connectMs, greetingTimeout: connectMs, socketTimeout: silenceMs };
  const noAttachments = { disableFileAccess: true, disableUrlAccess: true };
  let transport: Transporter | undefined;

  /** The mail goes to the team, unless it has a recipient. It has the same id in each attempt (RFC 5322 §3.6.4). */
  return async (mail: SendMailOptions): Promise<void> => {
    transport ??= (await import("nodemailer")).createTransport({ name, url, ...timeouts, ...noAttachments });
    const signal = AbortSignal.timeout(totalMs);
    await transport.sendMail({ from, to: [...to], ...mail, signal }).catch((error: MailError) => {
      if (error.rejected?.some((address) => /[^ -~]/.test(address))) error.code = "SMTPUTF8";
      throw error;
    });
  };
}

/** The server says that it will never accept this mail (RFC 5321 §4.2.1), or that it is too large. */
export function isRejectedMail(error: unknown): boolean {
  const { code, command, responseCode } = error as Readonly<Record<string, unknown>>;
  if (code === "EMESSAGE") return responseCode === undefined || Number(responseCode) >= 500;
  return (command === "RCPT TO" || command === "DATA") && Number(responseCode) >= 500;
}

export function isRejectedRecipient(error: unknown): boolean {
  return (error as { command?: unknown }).command === "RCPT TO" && isRejectedMail(error);
}
