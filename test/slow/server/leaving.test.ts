/** Clients that disconnect: within a header, a body, a response or a stream. */
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "@jest/globals";
import { get, open, start } from "../../support/server.js";
import { newFolder, storeAt } from "../../support/store.js";

const TIMES = 40;
const post = (path: string, type: string, length: number, sent: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n${sent}`;
const question = JSON.stringify({ messages: [{ role: "user", content: "When is the next evening?" }] });

/** The bytes, and whether the client waits for the start of a response before it disconnects. */
const leavings: Record<string, readonly [bytes: string, waits: boolean]> = {
  "in a header": ["GET /en HTTP/1.1\r\nHost: x\r\nAccept-Enc", false],
  "before an answer": ["GET /api/events?limit=200 HTTP/1.1\r\nHost: x\r\n\r\n", false],
  "in an answer": ["GET /llms-full.txt HTTP/1.1\r\nHost: x\r\n\r\n".repeat(20), true],
  "in a form": [post("/en/contact", "application/x-www-form-urlencoded", 900, "about=other&name=Ada&email=a"), false],
  "in a question": [post("/api/ai/chat", "application/json", 900, '{"messages": ['), false],
  "in the stream of an answer": [post("/api/ai/chat", "application/json", question.length, question), true],
};

it("clients that disconnect at any point leave no request, submission or error behind", async () => {
  const folder = newFolder();
  const server = await start({ DATA_DIR: folder });
  for (const [name, [bytes, waits]] of Object.entries(leavings)) {
    const sockets = Array.from({ length: TIMES }, () => open(server.port, bytes).socket);
    if (waits) await Promise.race(sockets.map((socket) => once(socket, "data")));
    else await wait(20);
    for (const socket of sockets) socket.resetAndDestroy();
    expect({ name, status: (await get(server.port, "/en")).status }).toEqual({ name, status: 200 });
  }
  server.child.kill("SIGTERM");

  expect(await server.ended).toBe(0); // the stop waits for no request
  expect(await storeAt({ folder }).list({})).toEqual([]);
  expect({ errors: server.errors(), error: server.output.error }).toEqual({ errors: [], error: "" });
});
