import type { Transporter } from "nodemailer";

/** A plain mail to the team. */
interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly replyTo?: { readonly name: string; readonly address: string };
  /** The same for each attempt, so that a mail that comes twice is known for one (RFC 5322 §3.6.4). */
  readonly messageId: string;
}

export interface MailAccount {
  /** `smtp://` (STARTTLS where the server offers it) or `smtps://`. */
  readonly url: string;
  readonly from: string;
  readonly to: readonly string[];
}

/** How long the server may take; tests wait less. */
interface SmtpLimits {
  /** For the connection, and again for its greeting. */
  readonly connectMs: number;
  readonly silenceMs: number;
  /** For one mail, whatever the server sends meanwhile: a stop of the site waits as long, and no claim ends before. */
  readonly totalMs: number;
}

export const smtpLimits: SmtpLimits = { connectMs: 10_000, silenceMs: 20_000, totalMs: 25_000 };

/** Sends mails by an SMTP server. Rejects when the server has not accepted one, for whatever reason. */
export function smtpSender({ url, from, to }: MailAccount, { connectMs, silenceMs, totalMs } = smtpLimits) {
  const settings = { url, connectionTimeout: connectMs, greetingTimeout: connectMs, socketTimeout: silenceMs };
  const nothingElse = { disableFileAccess: true, disableUrlAccess: true }; // a mail is its text
  let transport: Transporter | undefined;

  return async (mail: Mail): Promise<void> => {
    transport ??= (await import("nodemailer")).createTransport({ ...settings, ...nothingElse });
    await transport.sendMail({ from, to: [...to], ...mail, signal: AbortSignal.timeout(totalMs) });
  };
}
