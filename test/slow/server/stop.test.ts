/** A stop: accepted requests are answered, acknowledged submissions are stored, and the code is 0. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, request as httpRequest, type IncomingMessage } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "@jest/globals";
import { KEY } from "../../support/chat.js";
import { dies, fakeMistral, says } from "../../support/fake-mistral.js";
import { ask, askDialogue, get, open, postForm, start, until } from "../../support/server.js";
import { newFolder, storeAt } from "../../support/store.js";

const PRODUCTION = { NODE_ENV: "production", BASE_URL: "https://www.example.com", TRUST_PROXY: "1" };
const procfile = /^web: (.+)$/m.exec(readFileSync("Procfile", "utf8"))![1]!;
const mistral = await fakeMistral();
const withMistral = { MISTRAL_API_KEY: KEY, MISTRAL_BASE_URL: mistral.baseUrl };

it.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
  "%s: /healthz is 503, all else is answered until the delay is over, and further signals are ignored",
  async (signal) => {
    const { child, ended, port, line, lines } = await start({ DRAIN_DELAY: "2", DATA_DIR: newFolder() });
    open(port); // a connection without a request is not waited for
    await get(port, "/en");
    child.kill(signal);
    await line("stopping");
    for (const further of ["SIGTERM", "SIGINT", "SIGHUP"] as const) child.kill(further);

    const page = await get(port, "/en");
    const call = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    const health = await get(port, "/healthz");
    expect({
      health: [health.status, health.headers["retry-after"], health.headers["cache-control"]],
      page: [page.status, page.headers.connection],
      form: (await postForm(port, "While it stops", "")).status,
      question: (await askDialogue(port, "When do you meet?")).status,
      call: (await ask(port, "/mcp", { method: "POST", headers: call, body })).status,
    }).toEqual({ health: [503, "5", "no-store"], page: [200, "close"], form: 303, question: 200, call: 200 });
    expect(await ended).toBe(0);
    const messages = lines().map(({ msg }) => msg);
    expect(messages).toEqual(expect.arrayContaining(["cached responses served", "stopped"]));
    expect(messages.filter((message) => message === "stopping")).toHaveLength(1);
  },
);

it.each(["exec node dist/server.js", "exec npm start", procfile])(
  "under load, %s loses no accepted request and no acknowledged submission",
  async (command) => {
    const folder = newFolder();
    const server = await start({ ...PRODUCTION, DATA_DIR: folder }, { command });
    const agent = new Agent({ keepAlive: true, maxSockets: 12 });
    const outcomes: (number | string)[] = [];
    let acknowledged = 0;
    /** Like a router, it stops using a connection after `Connection: close`. */
    const client = async (send: (index: number) => ReturnType<typeof get>) => {
      for (let index = 0; ; index++) {
        const { status, headers } = await send(index).catch((error) => ({ status: error.code, headers: {} as any }));
        outcomes.push(status);
        if (status === 303) acknowledged += 1;
        if (headers.connection === "close" || typeof status === "string") return;
      }
    };
    const clients = Array.from({ length: 4 }, (_, n) => [
      client(() => get(server.port, "/en", agent)),
      client((index) => get(server.port, `/api/events?limit=${n * 50 + (index % 50) + 1}`, agent)),
      client((index) => postForm(server.port, `No. ${index} of ${n}`, `198.18.${n}.${index % 256}`, { agent })),
    ]).flat();
    await until("ten forms are acknowledged", () => acknowledged >= 10);
    server.child.kill("SIGTERM");
    await Promise.all(clients);

    // npm ends by the signal itself, before the server that it started.
    expect(await server.ended).toBe(command.includes("npm") ? null : 0);
    expect(new Set(outcomes)).toEqual(new Set([200, 303]));
    expect(await storeAt({ folder }).list({})).toHaveLength(acknowledged);
    expect(server.errors().filter(({ msg }) => !/example facts/.test(msg))).toEqual([]);
    agent.destroy();
  },
);

it("a form and a question whose bodies arrive during a stop are answered", async () => {
  const folder = newFolder();
  const server = await start({ ...PRODUCTION, DATA_DIR: folder });
  const form = new URLSearchParams({ about: "other", name: "Eva", email: "eva@example.com", message: "Half" });
  const question = JSON.stringify({ messages: [{ role: "user", content: "When?" }], locale: "en" });
  const halves = [
    ["/en/contact", "application/x-www-form-urlencoded", form.toString()],
    ["/api/ai/chat", "application/json", question],
  ].map(([path, type, body = ""]) => {
    const headers = { "content-type": type, "content-length": Buffer.byteLength(body), accept: "application/json" };
    const request = httpRequest({ port: server.port, path, method: "POST", headers });
    request.write(body.slice(0, 20));
    const status = once(request, "response").then(([response]) => (response as IncomingMessage).statusCode);
    return { status, finish: () => request.end(body.slice(20)) };
  });
  await wait(500);
  server.child.kill("SIGTERM");
  await server.line("stopping");
  await wait(1500); // it no longer accepts connections
  for (const { finish } of halves) finish();

  expect(await Promise.all(halves.map(({ status }) => status))).toEqual([303, 200]);
  expect(await server.ended).toBe(0);
  expect(await storeAt({ folder }).list({})).toHaveLength(1);
});

it("requests that arrive while the stopping process has no processor time are answered", async () => {
  const server = await start({ ...PRODUCTION, DATA_DIR: newFolder() });
  const agent = new Agent({ keepAlive: true, maxSockets: 12 });
  const send = () => Promise.all(Array.from({ length: 12 }, () => get(server.port, "/en", agent)));
  await send(); // connections that stay open
  server.child.kill("SIGTERM");
  await server.line("stopping");
  server.child.kill("SIGSTOP");
  const answers = send();
  await wait(1500); // longer than it keeps idle connections
  server.child.kill("SIGCONT");

  expect((await answers).map(({ status }) => status)).toEqual(Array(12).fill(200));
  expect(await server.ended).toBe(0);
  agent.destroy();
});

it("the answer of Mistral in progress is finished, and questions are answered until the delay is over", async () => {
  mistral.does(async (write) => {
    write.begin();
    for (const word of ["One", " two", " three", " four"]) {
      write.text(word);
      await wait(400);
    }
    write.end();
  });
  const server = await start({ ...withMistral, DRAIN_DELAY: "1" });
  const first = askDialogue(server.port, "What is it?");
  await wait(600);
  server.child.kill("SIGTERM");
  await server.line("stopping");
  const answers = await Promise.all([first, askDialogue(server.port, "What is it?")]);

  expect(answers.map(({ text }) => text.trim())).toEqual(Array(2).fill("One two three four"));
  expect(await server.ended).toBe(0);
  expect(server.output.out).not.toMatch(new RegExp(`${KEY}|What is it`));
});

it("the server survives a Mistral that breaks off at any point, and writes only its log", async () => {
  const server = await start(withMistral);
  for (const behaviour of [dies("Well", ","), dies(), says("Fine", " again")]) {
    mistral.does(behaviour);
    await askDialogue(server.port, "What was it?").catch(() => {});
  }
  const { headers, text } = await askDialogue(server.port, "What is it?");
  expect({ by: headers["x-answered-by"], text: text.trim() }).toEqual({ by: "mistral", text: "Fine again" });
  server.child.kill("SIGTERM");
  expect({ code: await server.ended, error: server.output.error }).toEqual({ code: 0, error: "" });
});
