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
  | "refuse the recipient"
  | "refuse for good"
  | "refuse spam"
  | "be silent at once"
  | "be silent after the mail"
  | "hang up after the mail";

/** A real SMTP server on a port of its own. */
export async function mailServer() {
  const received: ReceivedMail[] = [];
  /** Start times of mails, of `performance.now`. */
  const attempts: number[] = [];
  let behaviour: MailBehaviour = "accept";
  const refusal = (code: number) => Object.assign(new Error("Not like this, ada@example.com"), { responseCode: code });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    disableReverseLookup: true,
    closeTimeout: 1,
    onConnect(_session, done) {
      attempts.push(performance.now());
      if (behaviour !== "be silent at once") done();
    },
    onRcptTo: (_address, _session, done) => done(behaviour === "refuse the recipient" ? refusal(550) : null),
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
    connections: () => server.connections.size,
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
