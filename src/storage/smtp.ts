import type { Transporter } from "nodemailer";

interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly replyTo?: { readonly name: string; readonly address: string };
  /** Equal for each attempt, so that a mail that arrives twice is recognised (RFC 5322 §3.6.4). */
  readonly messageId: string;
}

export interface MailAccount {
  /** `smtp://` (STARTTLS if the server offers it) or `smtps://`. */
  readonly url: string;
  readonly from: string;
  readonly to: readonly string[];
}

export const smtpTimeouts = {
  connectMs: 10_000,
  silenceMs: 20_000,
  /** For one mail; must be shorter than the outbox's claim, and a stop of the process waits for it. */
  totalMs: 25_000,
};

export function smtpSender({ url, from, to }: MailAccount, { connectMs, silenceMs, totalMs } = smtpTimeouts) {
  const timeouts = { connectionTimeout: connectMs, greetingTimeout: connectMs, socketTimeout: silenceMs };
  const noAttachments = { disableFileAccess: true, disableUrlAccess: true };
  let transport: Transporter | undefined;

  return async (mail: Mail): Promise<void> => {
    transport ??= (await import("nodemailer")).createTransport({ url, ...timeouts, ...noAttachments });
    await transport.sendMail({ from, to: [...to], ...mail, signal: AbortSignal.timeout(totalMs) });
  };
}
