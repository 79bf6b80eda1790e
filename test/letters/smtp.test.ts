/** The account that mails are sent by, at real SMTP servers. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, expect, it, jest } from "@jest/globals";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { deliveryTiming } from "../../src/letters/deliveries.js";
import { sendMail, smtpTimeouts } from "../../src/letters/transports.js";
import type { Site } from "../../src/site.js";
import { errorCode } from "../../src/storage/errors.js";
import { forEvery } from "../support/for-every.js";

jest.spyOn(console, "error").mockReturnValue(); // the server warns of its certificate
const servers: SMTPServer[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A server with a self-signed certificate; `names` has what clients call themselves. */
async function newServer(options: SMTPServerOptions = {}) {
  const names: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 1,
    onMailFrom: (_address, { hostNameAppearsAs }, done) => void done(names.push(hostNameAppearsAs) ? null : undefined),
    onData: (stream, _session, done) => void stream.resume().on("end", done),
    ...options,
  });
  servers.push(server.on("error", () => {})); // connections that clients abort
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  return { names, connections: () => server.connections.size, host: `localhost:${port}` };
}

const account = { from: "a@example.com", to: ["b@example.com"], hostname: "www.example.com" };
const send = (url: string, limits = smtpTimeouts) =>
  sendMail({ subject: "Hello" }, { config: { smtp: { url, ...account } } } as unknown as Site, limits);

// The certificate has expired too, which OpenSSL says first.
const certificate = /^the server's certificate is (?:self-signed|not valid today): \w+_\w+ CONN$/;
forEvery<[string, SMTPServerOptions, RegExp]>([
  ["smtp", {}, certificate],
  ["smtps", { secure: true }, certificate],
  ["smtps to a port without TLS", {}, /^the server does not begin with TLS at this port: \w+ CONN$/],
])("the log has the reason why TLS failed, in words", async (scheme, options, reason) => {
  const { host } = await newServer(options);
  const error: unknown = await send(`${scheme.split(" ")[0]}://${host}`).catch((error: unknown) => error);
  expect(errorCode(error)).toMatch(reason);
});

forEvery([
  ["ERR_TLS_CERT_ALTNAME_INVALID", "another host name"],
  ["CERT_HAS_EXPIRED", "not valid today"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "issuer"],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "issuer"],
  ["SELF_SIGNED_CERT_IN_CHAIN", "self-signed"],
])("a certificate that is rejected is explained, by whichever client", (code, words) => {
  const byDriver = Object.assign(new Error("secret"), { code });
  const byNodemailer = Object.assign(new Error("secret"), { code: "ESOCKET", originalCode: code, command: "CONN" });
  for (const error of [byDriver, byNodemailer, new Error(code)])
    expect(errorCode(error)).toMatch(new RegExp(`${words}.*: ${code}`));
});

it("a switch in SMTP_URL sends the mail although the certificate is self-signed", async () => {
  const { host, names } = await newServer();
  for (const option of ["tls.rejectUnauthorized=false", "ignoreTLS=true"]) await send(`smtp://${host}?${option}`);
  expect(names).toHaveLength(2);
});

it("an attempt ends in all before its lease, and its connection too, even if the server says nothing", async () => {
  const { host, connections } = await newServer({ disabledCommands: ["STARTTLS"], onData: () => {} });
  const limits = { connectMs: 5000, silenceMs: 5000, totalMs: 300 };
  await expect(send(`smtp://${host}`, limits)).rejects.toThrow(/abort/i);
  while (connections() > 0) await wait(10);
  expect(smtpTimeouts.totalMs + 2 * smtpTimeouts.connectMs).toBeLessThan(deliveryTiming.leaseMs);
});

it("the server is given the name of the site, unless SMTP_URL has another", async () => {
  const { host, names } = await newServer({ disabledCommands: ["STARTTLS"] });
  await send(`smtp://${host}`);
  await send(`smtp://${host}?name=mail.example.com`);
  expect(names).toEqual(["www.example.com", "mail.example.com"]);
});
