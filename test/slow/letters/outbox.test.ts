/** Mails to the team while the SMTP server refuses, does not answer or is stopped, and from several processes. */
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "@jest/globals";
import { deliveryTiming } from "../../../src/letters/deliveries.js";
import { smtpTimeouts } from "../../../src/letters/smtp.js";
import type { MailBehaviour } from "../../support/mail-server.js";
import { limits, messagesIn, open, server, short, until } from "../../support/outbox.js";
import { site } from "../../support/site.js";
import { anotherProcess, newFolder, sent, setClock } from "../../support/store.js";

it.each<[MailBehaviour, RegExp]>([
  ["refuse for now", /451/],
  ["refuse the recipient", /550/],
  ["refuse for good", /554/],
  ["be silent at once", /ETIMEDOUT/],
  ["be silent after the mail", /ETIMEDOUT/],
  ["hang up at once", /ECONN/],
  ["hang up after the mail", /ECONN/],
])("an SMTP server may %s: the mail is tried again at doubling delays, and sent once", async (behaviour, reason) => {
  server.does(behaviour);
  const { add, failures } = open({ bounds: behaviour.startsWith("be silent") ? short : limits });
  await add({ message: "number 1" });
  await until(() => failures().length === 3);
  server.does("accept");
  await until(() => server.received.length === 1);
  await wait(100); // for a mail that must not be sent

  expect(messagesIn(server.received)).toEqual(["1"]);
  const delays = [60, 120, 240];
  expect(failures().slice(0, 3)).toEqual(
    delays.map((retryInMs, index) => ({ reason: expect.stringMatching(reason), attempts: index + 1, retryInMs })),
  );
  const gaps = server.attempts.slice(1, 3).map((attempt, index) => attempt - server.attempts[index]!);
  expect(gaps.filter((gap, index) => gap < delays[index]! - 5)).toEqual([]);
  expect(JSON.stringify(failures())).not.toContain("example.com");
});

it("a mail is tried again by default after half a minute, then up to every six hours, without end", async () => {
  const clock = setClock();
  server.does("refuse for now");
  const { add, outbox, failures } = open({ patience: deliveryTiming, clock });
  await add();
  for (let count = 1; count <= 14; count++) {
    await until(() => failures().length === count);
    clock.now += failures().at(-1).retryInMs;
    await wait(20); // the previous poll has ended
    outbox.wake();
  }
  const minutes = failures().map(({ retryInMs }) => retryInMs / 60_000);
  expect(minutes.slice(0, 12)).toEqual([0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360]);
});

it("a form is answered while the SMTP server is silent", async () => {
  server.does("be silent after the mail");
  const account = { SMTP_URL: server.url, MAIL_FROM: "site@example.com", SUBMISSIONS_TO: "team@example.com" };
  const { client, services } = site({ clock: Date.now }, { DATA_DIR: newFolder(), ...account });
  const typed = { about: "other", name: "Ada", email: "ada@example.com" };
  const post = (message: string) =>
    client
      .post("/en/contact")
      .type("form")
      .send({ ...typed, message });
  expect((await post("One")).status).toBe(303);
  await until(() => server.attempts.length > 0);
  expect((await post("Two")).status).toBe(303);
  expect(server.received).toEqual([]); // the first mail still waits for its server
  await server.stop();
  await services.deliveries!.stop();
  await services.submissions!.close();
});

it("every mail is sent when an SMTP server is back that was stopped for long", async () => {
  await server.stop();
  const { add, failures } = open();
  for (let number = 1; number <= 5; number++) await add({ message: `number ${number}` });
  await until(() => failures().length >= 8);
  expect(failures()[0].reason).toBe("ECONNREFUSED CONN");
  await server.start();
  await until(() => server.received.length === 5);
  expect(messagesIn(server.received)).toEqual(["1", "2", "3", "4", "5"]);
});

it("an attempt ends in all before its claim, and its connection too, even if the server sends now and then", async () => {
  server.does("be silent after the mail");
  const { add, failures } = open({ bounds: { ...limits, totalMs: 500 } });
  await add();
  await until(() => failures().length === 2);
  expect(failures()[0].reason).toMatch(/abort|timeout/i);
  await until(() => server.connections() === 0);
  expect(smtpTimeouts.totalMs + 2 * smtpTimeouts.connectMs).toBeLessThan(deliveryTiming.claimMs);
});

it("several processes with one outbox send each mail once", async () => {
  const one = open();
  const two = open({ folder: one.folder });
  const numbers = Array.from({ length: 30 }, (_, number) => `${number}`);
  await Promise.all(numbers.map((number, index) => (index % 2 ? one : two).add({ message: `number ${number}` })));
  await until(() => server.received.length === 30);
  await wait(200); // for a mail that must not be sent
  expect(messagesIn(server.received)).toEqual(numbers.sort());
});

it("the claimed mail of a process that died is sent by another when the claim ends", async () => {
  const folder = newFolder();
  const code = `await store.add(${JSON.stringify(sent({ message: "number 1" }))}, ["mail"]);
    await store.queue("mail").claim(3000);
    process.stdout.write("claimed");
    await new Promise(() => setInterval(() => {}, 1000));`;
  const dying = await anotherProcess({ folder }, code);
  const claimed = once(dying.child.stdout, "data");
  dying.go().catch(() => {});
  await claimed;
  dying.child.kill("SIGKILL");
  const { outbox } = open({ folder });
  outbox.wake();
  await wait(300); // for a mail that must not be sent yet
  expect(server.received).toEqual([]);
  await until(() => server.received.length === 1);
  expect(messagesIn(server.received)).toEqual(["1"]);
});

it("stop() waits for the mail in progress, and starts no other", async () => {
  const { add, outbox, store, failures } = open({ bounds: short });
  server.does("be silent after the mail");
  await add({ message: "number 1" });
  await add({ message: "number 2" });
  await until(() => server.attempts.length === 1);
  let isStopped = false;
  const stopped = outbox.stop().then(() => (isStopped = true));
  await wait(50);
  expect(isStopped).toBe(false);
  await stopped;
  outbox.wake();
  await wait(100); // for an attempt that must not be made

  expect({ attempts: server.attempts.length, failures: failures().length }).toEqual({ attempts: 1, failures: 1 });
  await wait(60); // until the first is due again
  for (const _ of ["1", "2"]) expect(await store.queue("mail").claim(1000)).toBeDefined();
});
