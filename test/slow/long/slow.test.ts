/** Slow clients: a time limit ends each, and others are answered meanwhile. */
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "@jest/globals";
import { get, open, start } from "../../support/processes.js";
import { newFolder } from "../../support/store.js";

const HOST = "Host: x\r\n";
const FORM = `POST /en/contact HTTP/1.1\r\n${HOST}Content-Type: application/x-www-form-urlencoded\r\n`;

/** What each kind sends first, what it sends each second, and when it must be disconnected, in seconds. */
const kinds = {
  silent: ["", "", 60],
  headers: [`GET /en HTTP/1.1\r\n${HOST}X: `, "a", 60],
  bodies: [`${FORM}Content-Length: 1000\r\n\r\nmessage=`, "a", 70],
  chunks: [`${FORM}Transfer-Encoding: chunked\r\n\r\n`, "1\r\na\r\n", 70],
  // A client that does not read notices the end of its connection only when it writes.
  unread: [`GET /llms-full.txt HTTP/1.1\r\n${HOST}\r\n`.repeat(500), "\r\n", 200],
} as const;
const EACH = 50;

it("slow clients are disconnected by the time limits, and others are answered", async () => {
  const server = await start({ DATA_DIR: newFolder(), TRUST_PROXY: "1" });
  await get(server.port, "/llms-full.txt");
  const before = server.memory();
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  const gone: Record<string, number[]> = {};
  const heard: Record<string, string> = {};
  let left = 0;
  for (const [kind, [first, then]] of Object.entries(kinds)) {
    gone[kind] = [];
    for (let index = 0; index < EACH; index++) {
      // Each has its own address, because one address may have only a few bodies in progress.
      const from = `${HOST}X-Forwarded-For: 10.0.0.${index}\r\n`;
      const { socket, heard: answer, closed } = open(server.port, first.replaceAll(HOST, from));
      if (kind === "unread") socket.pause();
      const drip = setInterval(() => then && socket.writable && socket.write(then), 1000);
      left += 1;
      closed.then(() => {
        clearInterval(drip);
        left -= 1;
        gone[kind]!.push(seconds());
        heard[kind] = answer.text.slice(0, 12);
      });
    }
  }
  let most = 0;
  for (; left > 0 && seconds() < 240; await wait(500)) {
    expect((await get(server.port, "/en")).status).toBe(200);
    most = Math.max(most, server.memory() - before);
  }
  const last = Object.fromEntries(Object.entries(gone).map(([kind, all]) => [kind, Math.ceil(Math.max(...all))]));
  process.stdout.write(`Slow clients were gone after ${JSON.stringify(last)} s and cost ${most.toFixed(0)} MB\n`);
  expect(left).toBe(0);
  for (const [kind, [, , limit]] of Object.entries(kinds)) expect(last[kind]).toBeLessThan(limit);
  expect(heard).toMatchObject({ headers: "HTTP/1.1 408", bodies: "HTTP/1.1 408", chunks: "HTTP/1.1 408" });
  expect(most).toBeLessThan(300); // MB
  expect(server.errors()).toEqual([]);
});
