/** Clients that disconnect: within a header, a body, a response or a stream. */
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "@jest/globals";
import { get, open, start } from "../../support/server.js";
import { newFolder, storeAt } from "../../support/store.js";

const post = (path: string, type: string, length: number, sent: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n${sent}`;
const question = JSON.stringify({ messages: [{ role: "user", content: "When is the next evening?" }] });

const leavings = [
  { when: "in a header", bytes: "GET /en HTTP/1.1\r\nHost: x\r\nAccept-Enc" },
  { when: "before an answer", bytes: "GET /api/events?limit=200 HTTP/1.1\r\nHost: x\r\n\r\n" },
  { when: "in an answer", bytes: "GET /llms-full.txt HTTP/1.1\r\nHost: x\r\n\r\n".repeat(20), isBegun: true },
  { when: "in a form", bytes: post("/en/contact", "application/x-www-form-urlencoded", 900, "about=other&name=Ada") },
  { when: "in a question", bytes: post("/api/ai/chat", "application/json", 900, '{"messages": [') },
  { when: "in a stream", bytes: post("/api/ai/chat", "application/json", question.length, question), isBegun: true },
];

it("clients that disconnect at any point leave no request, submission or error behind", async () => {
  const folder = newFolder();
  const server = await start({ DATA_DIR: folder });
  for (const { when, bytes, isBegun } of leavings) {
    const sockets = Array.from({ length: 40 }, () => open(server.port, bytes).socket);
    if (isBegun) await Promise.race(sockets.map((socket) => once(socket, "data")));
    else await wait(20);
    for (const socket of sockets) socket.resetAndDestroy();
    expect({ when, status: (await get(server.port, "/en")).status }).toEqual({ when, status: 200 });
  }
  server.child.kill("SIGTERM");

  expect(await server.ended).toBe(0); // the stop waits for no request
  expect(await storeAt({ folder }).list({})).toEqual([]);
  expect({ errors: server.errors(), error: server.output.error }).toEqual({ errors: [], error: "" });
});
