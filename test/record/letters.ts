/** What is sent about forms: mails, as their receivers read them, and messages of the webhook. */
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { SMTPServer } from "smtp-server";
import { encode, findForms, rightValues, send } from "./forms.js";
import { isOneIn, type Recorder } from "./recorder.js";
import { runProgram, type Settings, startSite } from "./site.js";

const SECRET = Buffer.alloc(24, "secret");
/** Fewer than two hundred mails an hour, which is the limit. */
const BETWEEN_FORMS_MS = 60_000;
const QUIET_MS = 2000;
/** Forms are sent before dates were moved and cancelled, so that there is somebody to tell. */
export const LETTERS = "2026-11-08T12:00:00Z";
const NEXT_DAY = "2026-11-09T12:00:00Z";
const NOTICES = "2026-11-21T12:00:00Z";
const moved = ["commons-breakfast-gothenburg-2026-11-27", "boardroom-varberg-2026-12-30"];

const privately = (address: string) => ({
  en: `${address}, by the door`,
  sv: `${address}, vid porten`,
  nb: `${address}, ved porten`,
});
const privateDetails = {
  "after-commerce-gothenburg": { address: privately("Linnégatan 1"), note: privately("Ask for us at the bar") },
  "after-commerce-stockholm-2026-12-16": { address: privately("Götgatan 2") },
  "commons-welcome-call": { address: privately("https://call.example/commons") },
};

let received: { kind: string; text: string }[] = [];

/** Opens a mail server and a receiver of the webhook, and returns the settings of a site that sends to them. */
export async function lettersOpened(folder: string): Promise<Record<string, string>> {
  received = [];
  const mails = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    disableReverseLookup: true,
    async onData(stream, { envelope }, done) {
      const to = envelope.rcptTo.map(({ address }) => address).join(", ");
      received.push({ kind: "mail", text: `Envelope to ${to}\n${readable(await buffer(stream))}` });
      done();
    },
  });
  const hooks = createServer(async (request, response) => {
    const body = (await buffer(request)).toString();
    const { "webhook-id": id, "webhook-timestamp": time, "webhook-signature": signature } = request.headers;
    const expected = createHmac("sha256", SECRET).update(`${id}.${time}.${body}`).digest("base64");
    const signed = signature === `v1,${expected}` ? "signed" : `signed wrongly: ${signature}`;
    received.push({
      kind: "webhook",
      text: `${request.method} ${request.url} ${request.headers["content-type"]}, ${signed}\n${body}`,
    });
    response.end();
  });
  mails.listen(0, "127.0.0.1");
  hooks.listen(0, "127.0.0.1");
  await Promise.all([once(mails.server, "listening"), once(hooks, "listening")]);
  mails.server.unref();
  hooks.unref();
  const details = path.join(folder, "private-details.json");
  writeFileSync(details, JSON.stringify(privateDetails));
  return {
    SMTP_URL: `smtp://127.0.0.1:${(mails.server.address() as AddressInfo).port}`,
    MAIL_FROM: "Site <site@example.com>",
    SUBMISSIONS_TO: "team@example.com, second@example.com",
    RECEIPTS: "on",
    PRIVATE_DETAILS: details,
    SUBMISSIONS_WEBHOOK: `http://127.0.0.1:${(hooks.address() as AddressInfo).port}/hook`,
    SUBMISSIONS_WEBHOOK_SECRET: `whsec_${SECRET.toString("base64")}`,
  };
}

export async function recordLetters(recorder: Recorder): Promise<void> {
  const { site } = recorder;
  const { forms } = await findForms(recorder);
  for (const form of forms) {
    const isOfDate = form.page.includes("/dates/");
    if (isOfDate && !isOneIn(6, form.page)) continue;
    const choices = form.fields.flatMap(({ name, options }) =>
      isOfDate ? [] : options.map((option) => [name, option]),
    );
    const changes: [string, Record<string, string>][] = [
      ["right", {}],
      ["suspected", { leave_empty: "x" }],
      ["odd", { name: "Måja =?x?= <b>\r\nBcc: a@b.c", message: "*a* <b>&amp;\nhttps://evil.example" }],
      ...choices.map(([name, option]): [string, Record<string, string>] => [
        `${name} is ${option}`,
        { [name!]: option! },
      ]),
    ];
    for (const [label, change] of isOfDate ? changes.slice(0, 2) : changes) {
      await site.passTime(BETWEEN_FORMS_MS);
      await send(recorder, form.page, { label, body: encode({ ...rightValues(form, label), ...change }) });
    }
  }
  await site.stop();
  await sendTheRest(site.settings);
  const later = { ...site.settings, now: NOTICES };
  for (const id of moved) {
    for (const more of [[], ["--yes"]]) {
      const words = ["notify", "--event", id, ...more];
      const { status, text } = await runProgram(later, "dist/commands/submissions.js", ...words);
      const shown = text.replaceAll(site.settings.variables.DATA_DIR!, "<data>");
      recorder.note("command", `notify ${id} ${more}`, shown, status);
    }
  }
  // Receivers get them in any order.
  const sorted = received
    .map(({ kind, text }) => ({ kind, text: withoutIds(text) }))
    .sort((a, b) => (a.text < b.text ? -1 : 1));
  for (const { kind, text } of sorted) {
    const [about] = /maja\.\w+@example\.org|"timestamp":"[^"]+"/.exec(text) ?? [text.split("\n", 1)];
    const receiver = text.startsWith("Envelope to team") ? " to the team" : "";
    recorder.note(kind, `${kind}${receiver}: ${about}`, text);
  }
}

/** A stop waits only for the letters that are being sent, and a start sends those that are due. */
async function sendTheRest(settings: Settings): Promise<void> {
  for (let before = -1; before !== received.length; ) {
    before = received.length;
    const site = await startSite({ ...settings, now: NEXT_DAY });
    for (let quiet = 0; quiet !== received.length; await wait(QUIET_MS)) quiet = received.length;
    await site.stop();
  }
}

/** They would decide the order. */
const withoutIds = (text: string) => text.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, "ID");

/** The headers and the text of each part, decoded; without what differs in each mail. */
function readable(bytes: Buffer): string {
  const [head = "", ...rest] = bytes.toString("latin1").split("\r\n\r\n");
  const headers = head.replaceAll(/\r\n[ \t]+/g, " ").replace(/^Date: .*$/m, "Date: (now)");
  const shown = Buffer.from(headers, "latin1")
    .toString()
    .replaceAll(/\?=\s+=\?/g, "?==?")
    .replaceAll(/=\?UTF-8\?([QB])\?(.*?)\?=/gi, (_, coding, text) =>
      coding.toUpperCase() === "B" ? decoded(text, "base64") : decoded(text.replaceAll("_", " "), "quoted-printable"),
    )
    .replaceAll(/boundary="[^"]+"/g, 'boundary="(any)"');
  const body = rest.join("\r\n\r\n");
  const boundary = /boundary="([^"]+)"/.exec(headers)?.[1];
  const coding = /^content-transfer-encoding: (.*)$/im.exec(headers)?.[1];
  if (boundary === undefined) return `${shown}\n\n${decoded(body, coding?.trim())}`;
  const parts = body.split(`--${boundary}`).slice(1, -1);
  const inner = parts.map((part) => readable(Buffer.from(part.replace(/^\r\n/, "").replace(/\r\n$/, ""), "latin1")));
  return [shown, ...inner].join("\n----\n");
}

/** A body without its transfer encoding (RFC 2045 §6). */
function decoded(text: string, coding: string | undefined): string {
  if (coding === "base64") return Buffer.from(text, "base64").toString();
  if (coding !== "quoted-printable") return Buffer.from(text, "latin1").toString();
  const plain = text
    .replaceAll("=\r\n", "")
    .replaceAll(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(plain, "latin1").toString();
}
