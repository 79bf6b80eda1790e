/** A stop: accepted requests are answered, acknowledged submissions are stored, and the code is 0. */
import { readFileSync } from "node:fs";
import { Agent } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "@jest/globals";
import { type Answer, ask, askDialogue, get, open, postForm, start, until } from "../../support/processes.js";
import { newFolder, storeAt } from "../../support/store.js";

const PRODUCTION = { NODE_ENV: "production", BASE_URL: "https://www.example.com", TRUST_PROXY: "1" };
const procfile = /^web: (.+)$/m.exec(readFileSync("Procfile", "utf8"))![1]!;

const signals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
it.each(signals)("%s: /healthz is 503, and all else answers for the delay", async (signal) => {
  const { child, ended, port, line, lines } = await start({ DRAIN_DELAY: "5", DATA_DIR: newFolder() });
  open(port); // a connection without a request is not waited for
  await get(port, "/en");
  child.kill(signal);
  await line("stopping");
  for (const further of signals) child.kill(further);
  const health = { status: 503, headers: { "retry-after": "5", "cache-control": "no-store" } };
  expect(await get(port, "/healthz")).toMatchObject(health);
  expect(await get(port, "/en")).toMatchObject({ status: 200, headers: { connection: "close" } });
  const call = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  expect((await postForm(port, "While it stops", "")).status).toBe(303);
  expect((await askDialogue(port, "When do you meet?")).status).toBe(200);
  expect((await ask(port, "/mcp", { method: "POST", headers: call, body })).status).toBe(200);
  expect(await ended).toBe(0);
  const messages = lines().map(({ msg }) => msg);
  expect(messages).toEqual(expect.arrayContaining(["cached responses served", "stopped"]));
  expect(messages.filter((message) => message === "stopping")).toHaveLength(1);
});

it.each(["exec npm start", procfile])("under load, %s loses no request and no submission", async (command) => {
  const folder = newFolder();
  const server = await start({ ...PRODUCTION, DATA_DIR: folder }, { command });
  const agent = new Agent({ keepAlive: true, maxSockets: 12 });
  const outcomes: unknown[] = [];
  const acknowledged = () => outcomes.filter((outcome) => outcome === 303).length;
  /** Like a distant router, it pauses between requests, and stops using a connection after `Connection: close`. */
  const client = async (send: (index: number) => Promise<Answer>) => {
    for (let index = 0, isOpen = true; isOpen; index++, await wait(100)) {
      const answer = await send(index).catch(({ code }) => ({ status: code, headers: { connection: "close" } }));
      outcomes.push(answer.status);
      isOpen = answer.headers.connection !== "close";
    }
  };
  const clients = Array.from({ length: 4 }, (_, n) => [
    client(() => get(server.port, "/en", agent)),
    client((index) => get(server.port, `/api/events?limit=${n * 50 + (index % 50) + 1}`, agent)),
    client((index) => postForm(server.port, `No. ${index} of ${n}`, `198.18.${n}.${index % 256}`, { agent })),
  ]).flat();
  await until("ten forms are acknowledged", () => acknowledged() >= 10);
  server.child.kill("SIGTERM");
  await Promise.all(clients);
  // npm ends by the signal itself, before the server that it started.
  expect(await server.ended).toBe(command.includes("npm") ? null : 0);
  expect(new Set(outcomes)).toEqual(new Set([200, 303]));
  expect(await storeAt({ folder }).list({})).toHaveLength(acknowledged());
  expect(server.errors().filter(({ msg }) => !/example facts/.test(msg))).toEqual([]);
  agent.destroy();
});

it("a form and a question whose bodies arrive during a stop are answered", async () => {
  const folder = newFolder();
  const server = await start({ ...PRODUCTION, DATA_DIR: folder });
  const form = String(new URLSearchParams({ about: "other", name: "Eva", email: "eva@example.com", message: "Half" }));
  const question = JSON.stringify({ messages: [{ role: "user", content: "When?" }], locale: "en" });
  const begin = (path: string, type: string, body: string) => {
    const headers = `Host: x\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}`;
    const opened = open(server.port, `POST ${path} HTTP/1.1\r\n${headers}\r\n\r\n${body.slice(0, 20)}`);
    return { ...opened, rest: body.slice(20) };
  };
  const posts = [
    begin("/en/contact", "application/x-www-form-urlencoded", form),
    begin("/api/ai/chat", "application/json", question),
  ];
  await wait(500);
  server.child.kill("SIGTERM");
  await server.line("stopping");
  await wait(1500); // it no longer accepts connections
  for (const { socket, rest } of posts) socket.write(rest);
  await Promise.all(posts.map(({ closed }) => closed));
  expect(posts.map(({ heard }) => heard.text.split("\r\n")[0])).toEqual(["HTTP/1.1 303 See Other", "HTTP/1.1 200 OK"]);
  expect(await server.ended).toBe(0);
  expect(await storeAt({ folder }).list({})).toHaveLength(1);
});
