import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "@jest/globals";
import type { RequestHandler } from "express";
import { logRequests } from "../../src/http/request-log.js";
import { listeningLogger } from "../support/logger.js";
import { listen, serve } from "../support/serve.js";

it("a client that leaves before its response is logged as a warning", async () => {
  const { logger, lines } = listeningLogger();
  const waiting: unknown[] = [];
  const port = await listen(logRequests(logger), ((request) => void waiting.push(request)) as RequestHandler);
  const socket = connect(port, "127.0.0.1");
  socket.write("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n");
  while (waiting.length === 0) await wait(5);
  socket.destroy();
  while (lines.length === 0) await wait(5);
  expect(lines).toEqual([
    {
      level: "warn",
      fields: expect.objectContaining({ path: "/slow" }),
      message: "client closed the connection before the response was sent",
    },
  ]);
});

it("a request is logged with its path and status, without query, body and address", async () => {
  const { logger, lines } = listeningLogger();
  await serve(logRequests(logger)).get(`/${"a".repeat(300)}?secret=1`);
  while (lines.length === 0) await wait(5);
  const [{ level, fields, message }] = lines as [(typeof lines)[number]];
  expect([level, message]).toEqual(["info", "request"]);
  expect(fields).toEqual({ method: "GET", path: `/${"a".repeat(199)}`, status: 200, milliseconds: expect.any(Number) });
  const { milliseconds } = fields as { milliseconds: number };
  expect([milliseconds > 0, milliseconds < 1000, Math.round(milliseconds * 100) / 100]).toEqual([
    true,
    true,
    milliseconds,
  ]);
});
