import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "@jest/globals";
import express from "express";
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
