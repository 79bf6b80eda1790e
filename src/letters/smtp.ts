import type { SendMailOptions, Transporter } from "nodemailer";

export interface MailAccount {
  /** `smtp://` (STARTTLS if the server offers it) or `smtps://`. */
  readonly url: string;
  readonly from: string;
  readonly to: readonly string[];
  /** The name given to the server (RFC 5321 §4.1.1.1). Many reject nodemailer's default, that of a container. */
  readonly hostname?: string | undefined;
}

export const smtpTimeouts = {
  connectMs: 10_000,
  silenceMs: 20_000,
  /** For one mail; must be shorter than the outbox's claim, and a stop of the process waits for it. */
  totalMs: 25_000,
};

export function smtpSender(account: MailAccount, { connectMs, silenceMs, totalMs } = smtpTimeouts) {
  const { url, from, to, hostname: name } = account;
  const timeouts = { connectionTimeout: connectMs, greetingTimeout: connectMs, socketTimeout: silenceMs };
  const noAttachments = { disableFileAccess: true, disableUrlAccess: true };
  let transport: Transporter | undefined;

  /** To the team, unless the mail has a recipient; it has the same id in each attempt (RFC 5322 §3.6.4). */
  return async (mail: SendMailOptions): Promise<void> => {
    transport ??= (await import("nodemailer")).createTransport({ name, url, ...timeouts, ...noAttachments });
    await transport.sendMail({ from, to: [...to], ...mail, signal: AbortSignal.timeout(totalMs) });
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
