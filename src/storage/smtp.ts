import type { Transporter } from "nodemailer";

/** A plain mail to the team. */
export interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly replyTo: { readonly name: string; readonly address: string };
  /** The same for each attempt, so that a mail that comes twice is known for one (RFC 5322 §3.6.4). */
  readonly messageId: string;
}

interface Account {
  /** `smtp://` (STARTTLS where the server offers it) or `smtps://`. */
  readonly url: string;
  readonly from: string;
  readonly to: readonly string[];
}

const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;

/** Sends mails by an SMTP server. Rejects when the server has not accepted one, for whatever reason. */
export function smtpSender({ url, from, to }: Account) {
  const settings = { url, connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: SILENCE_MS };
  const nothingElse = { disableFileAccess: true, disableUrlAccess: true }; // a mail is its text
  let transport: Transporter | undefined;

  return async (mail: Mail): Promise<void> => {
    transport ??= (await import("nodemailer")).createTransport({ ...settings, ...nothingElse });
    await transport.sendMail({ from, to: [...to], ...mail });
  };
}
