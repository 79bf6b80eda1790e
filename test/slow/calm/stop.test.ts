/** A stop under load: accepted requests are answered, and acknowledged submissions are stored. */

import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, request as httpRequest, type IncomingMessage } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "@jest/globals";
import { get, postForm, start } from "../../support/server.js";
import { newFolder, storeAt } from "../../support/store.js";

const PRODUCTION = { NODE_ENV: "production", BASE_URL: "https://www.example.com", TRUST_PROXY: "1" };
const procfile = /^web: (.+)$/m.exec(readFileSync("Procfile", "utf8"))![1]!;

it.each(["exec node dist/server.js", "exec npm start", procfile])(
  "%s loses no accepted request and no acknowledged submission on a stop",
  async (command) => {
    const folder = newFolder();
    const server = await start({ ...PRODUCTION, DATA_DIR: folder }, { command });
    const agent = new Agent({ keepAlive: true, maxSockets: 12 });
    const outcomes: (number | string)[] = [];
    let acknowledged = 0;
    /** Like a router, it stops using a connection after `Connection: close`. */
    const client = async (ask: (index: number) => ReturnType<typeof get>) => {
      for (let index = 0; ; index++) {
        const { status, headers } = await ask(index).catch((error) => ({ status: error.code, headers: {} as any }));
        outcomes.push(status);
        if (status === 303) acknowledged += 1;
        if (headers.connection === "close" || typeof status === "string") return;
      }
    };
    const clients = [
      ...Array.from({ length: 4 }, () => client(() => get(server.port, "/en", agent))),
      ...Array.from({ length: 4 }, (_, n) =>
        client((index) => get(server.port, `/api/events?limit=${n * 50 + (index % 50) + 1}`, agent)),
      ),
      ...Array.from({ length: 4 }, (_, n) =>
        client((index) => postForm(server.port, `No. ${index} of ${n}`, `198.18.${n}.${index % 256}`, { agent })),
      ),
    ];
    while (acknowledged < 10) await wait(20);
    server.child.kill("SIGTERM");
    await Promise.all(clients);

    // npm ends by the signal itself, before the server that it started.
    expect(await server.ended).toBe(command.includes("npm") ? null : 0);
    expect(new Set(outcomes)).toEqual(new Set([200, 303]));
    expect((await storeAt({ folder }).list({})).length).toBe(acknowledged);
    expect(server.errors().filter(({ msg }) => !/example facts/.test(msg))).toEqual([]);
    agent.destroy();
  },
);

it("a form and a question whose bodies arrive during a stop are answered", async () => {
  const folder = newFolder();
  const server = await start({ ...PRODUCTION, DATA_DIR: folder });
  const form = new URLSearchParams({ about: "other", name: "Eva", email: "eva@example.com", message: "Half" });
  const halves = [
    { path: "/en/contact", type: "application/x-www-form-urlencoded", body: form.toString() },
    {
      path: "/api/ai/chat",
      type: "application/json",
      body: '{"messages":[{"role":"user","parts":[{"type":"text","text":"When?"}]}],"locale":"en"}',
    },
  ].map(({ path, type, body }) => {
    const request = httpRequest({
      ...{ port: server.port, path, method: "POST" },
      headers: { "content-type": type, "content-length": Buffer.byteLength(body), accept: "application/json" },
    });
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
  expect((await storeAt({ folder }).list({})).length).toBe(1);
});

it("requests that arrive while the stopping process has no processor time are answered", async () => {
  const server = await start({ ...PRODUCTION, DATA_DIR: newFolder() });
  const agent = new Agent({ keepAlive: true, maxSockets: 12 });
  const ask = () => Promise.all(Array.from({ length: 12 }, () => get(server.port, "/en", agent)));
  await ask(); // connections that stay open
  server.child.kill("SIGTERM");
  await server.line("stopping");
  server.child.kill("SIGSTOP");
  const answers = ask();
  await wait(1500); // longer than it keeps idle connections
  server.child.kill("SIGCONT");

  expect((await answers).map(({ status }) => status)).toEqual(Array(12).fill(200));
  expect(await server.ended).toBe(0);
  agent.destroy();
});
