import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { SMTPServer } from "smtp-server";
import { readMail } from "./mail.js";

interface ReceivedMail extends ReturnType<typeof readMail> {
  readonly from: string;
  readonly to: readonly string[];
}

/** How the server responds to a mail. */
export type MailBehaviour =
  | "accept"
  | "refuse for now"
  | "refuse the recipient"
  | "refuse for good"
  | "be silent at once"
  | "be silent after the mail"
  | "hang up at once"
  | "hang up after the mail";

/** A real SMTP server on a port of its own. It accepts connections once it is started. */
export async function mailServer() {
  const received: ReceivedMail[] = [];
  /** Start times of mails, of `performance.now`. */
  const attempts: number[] = [];
  let behaviour: MailBehaviour = "accept";
  let port = 0;
  let server: SMTPServer | undefined;
  const refusal = (code: number) => Object.assign(new Error("Not like this, ada@example.com"), { responseCode: code });
  const hangUp = () => {
    for (const connection of server!.connections) (connection as unknown as { _socket: Socket })._socket.destroy();
  };

  const mail = {
    received,
    attempts,
    connections: () => server?.connections.size ?? 0,
    get url() {
      return `smtp://127.0.0.1:${port}`;
    },
    does(what: MailBehaviour) {
      behaviour = what;
    },
    async start() {
      server = new SMTPServer({
        authOptional: true,
        disabledCommands: ["STARTTLS", "AUTH"],
        disableReverseLookup: true,
        closeTimeout: 1,
        onConnect(_session, done) {
          attempts.push(performance.now());
          if (behaviour === "be silent at once") return;
          if (behaviour === "hang up at once") return hangUp();
          done();
        },
        onRcptTo: (_address, _session, done) => done(behaviour === "refuse the recipient" ? refusal(550) : null),
        onData(stream, { envelope }, done) {
          const chunks: Buffer[] = [];
          stream.on("data", (chunk: Buffer) => chunks.push(chunk));
          stream.on("end", () => {
            if (behaviour === "refuse for now") return done(refusal(451));
            if (behaviour === "refuse for good") return done(refusal(554));
            if (behaviour === "be silent after the mail") return;
            if (behaviour === "hang up after the mail") return hangUp();
            received.push({
              from: envelope.mailFrom ? envelope.mailFrom.address : "",
              to: envelope.rcptTo.map(({ address }) => address),
              ...readMail(Buffer.concat(chunks).toString()),
            });
            done();
          });
        },
      });
      server.on("error", () => {}); // connections that clients abort
      server.listen(port, "127.0.0.1");
      await once(server.server, "listening");
      port = (server.server.address() as AddressInfo).port;
    },
    async stop() {
      if (!server) return;
      const closed = new Promise<void>((resolve) => server!.close(() => resolve()));
      hangUp();
      await closed;
      server = undefined;
    },
  };
  await mail.start();
  return mail;
}
