import { connect } from "node:net";
import { Writable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "@jest/globals";
import express, { type Response } from "express";
import { sendStream } from "../../src/http/stream.js";
import { portOf } from "../support/listen.js";

it("a stream waits for a slow client, and ends when the client leaves", async () => {
  let made = 0;
  let hasEnded = false;
  async function* endless() {
    try {
      for (;;) {
        made += 1;
        yield "x".repeat(1024 * 1024);
      }
    } finally {
      hasEnded = true;
    }
  }
  const app = express().use((_request, response) => sendStream(response, endless()));
  const socket = connect(await portOf(app), "127.0.0.1").pause();
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  while (made === 0) await wait(10);
  await wait(300); // the buffers of both sides are full by then
  const madeForSlow = made;
  await wait(200);
  expect(madeForSlow).toBeLessThan(50);
  expect({ made, hasEnded }).toEqual({ made: madeForSlow, hasEnded: false });
  socket.destroy();
  while (!hasEnded) await wait(10);
});

/** A response with a buffer of one text, which `receive` empties at its own pace. */
const slowResponse = (receive: (text: string, done: () => void) => void) =>
  Object.assign(
    new Writable({ highWaterMark: 2, write: (chunk, _encoding, done) => receive(chunk.toString(), done) }),
    { flushHeaders: () => undefined },
  ) as Writable & Response;

it("a stream removes its timer and its listeners, also if its texts fail", async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const before = timers();
  for (const isFailing of [false, true]) {
    async function* texts() {
      for (let count = 0; count < 5; count++) yield "long";
      if (isFailing) throw new Error("no text");
    }
    let received = "";
    const response = slowResponse((text, done) => {
      received += text;
      setImmediate(done);
    });
    const sent = sendStream(response, texts(), { intervalMs: 60_000, text: "." });
    if (isFailing) await expect(sent).rejects.toThrow("no text");
    else await sent;
    expect(received).toBe("long".repeat(5));
    const listeners = response.listenerCount("drain") + response.listenerCount("close");
    expect({ timers: timers(), listeners }).toEqual({ timers: before, listeners: 0 });
  }
});

it("a stream sends no keep-alive to a client that does not read", async () => {
  async function* texts() {
    yield "long";
  }
  const response = slowResponse(() => undefined);
  const sent = sendStream(response, texts(), { intervalMs: 5, text: "." });
  await wait(50); // ten intervals
  expect(response.writableLength).toBe(4);
  response.destroy();
  await sent;
});
