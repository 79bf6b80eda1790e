import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it, jest } from "@jest/globals";
import express, { type ErrorRequestHandler } from "express";
import supertest from "supertest";
import { FORM_MEDIA_TYPE as form, readRejectedText, readText } from "../../src/http/body.js";
import { HttpError, handleError } from "../../src/http/errors.js";
import { forEvery } from "../support/for-every.js";
import { ask, portOf } from "../support/listen.js";
import { listeningLogger, site } from "../support/site.js";

const maxBytes = 10;
const plain = "text/plain";
const types = [plain, form];
const errors: HttpError[] = [];
const showError: ErrorRequestHandler = async (error: HttpError, request, response, _next) => {
  errors.push(error);
  const { length } = await readRejectedText(request, maxBytes);
  response.status(error.status).send(`${length} read`);
};
const reading = (most: number) =>
  express()
    .use(async (request, response) => {
      response.json(await readText(request, response, types, most));
    })
    .use(showError);
const app = reading(maxBytes);

const invalid = [[0xe5], [0x61, 0xc3], [0xff, 0xfe, 0x61, 0], [0xc0, 0xaf], [0xed, 0xa0, 0x80]]; // 0xc0af: an overlong slash
forEvery<readonly [Record<string, string>, string | Buffer, number, unknown]>([
  ...invalid.map(
    (bytes) => [{ "content-type": plain }, Buffer.from(bytes), 400, expect.stringContaining("read")] as const,
  ),
  [{ "content-type": plain }, "åäö 123", 200, '"åäö 123"'],
  [{ "content-type": plain }, "%E5", 200, '"%E5"'],
  [{ "content-type": `${form};charset=utf8` }, "\ufeff%&%4\ufeff", 200, '"%&%4\ufeff"'],
  [{ "content-type": form }, "%E5", 400, "3 read"],
  [{ "content-type": 'Text/Plain; a=b; Charset = "UTF-8"', "content-encoding": "identity" }, "", 200, '""'],
  [{ "content-type": plain }, "12345678901", 413, "10 read"],
  [{ "content-type": "text/html; charset=utf-16" }, "12345678901", 415, "10 read"],
  [{ "content-type": `${plain}; charset=xutf-8` }, "a", 415, "1 read"],
  [{ "content-type": `${plain}; charset=utf-88` }, "a", 415, "1 read"],
  [{ "content-type": plain, "content-encoding": "gzip" }, "a", 415, "0 read"],
  [{ "content-type": plain, "content-encoding": "xidentity" }, "a", 415, "0 read"],
])("a body is accepted if it is short UTF-8 of an allowed type", async (headers, body, status, text) => {
  const sent = supertest(app).post("/").set(headers);
  const answer = await sent.send(body as string);
  expect(answer).toMatchObject({ status, text });
  expect(answer.headers["accept-post"]).toBe(status === 415 ? `${plain}, ${form}` : undefined);
});

it("a body without an end gets 413 after 8 MB", async () => {
  const headers = { "content-type": plain };
  const request = httpRequest({ port: await portOf(app), host: "127.0.0.1", method: "POST", headers });
  request.on("error", () => undefined).write("a".repeat(9 * 1024 * 1024));
  const [response] = await once(request, "response");
  expect(response.statusCode).toBe(413);
  request.destroy();
});

it("a connection that closes before the body ends is an error 400", async () => {
  errors.splice(0);
  const socket = connect(await portOf(app), "127.0.0.1");
  socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 10\r\n\r\nabc");
  await wait(100); // the server reads by then
  socket.destroy();
  while (errors.length === 0) await wait(10);
  expect(errors).toMatchObject([{ status: 400 }]);
});

it("a body in more than 8,000 chunks is not said to be in another encoding", async () => {
  errors.splice(0);
  const socket = connect(await portOf(reading(20_000)), "127.0.0.1").on("error", () => {});
  const chunks = "1\r\na\r\n".repeat(8100);
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${plain}\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`);
  while (errors.length === 0) await wait(10);
  socket.destroy();
  expect(errors).toMatchObject([{ status: 400 }]);
  expect(errors[0]!.explanation).toEqual({});
});

it("a connection with more than 64 KB of unread body is closed after the response", async () => {
  const { services } = site();
  const tooLarge = new HttpError(413);
  const port = await portOf(
    express().use((_, response) => handleError(tooLarge, response, services, () => response.end())),
  );
  const connectionOf = async (sent: Record<string, string>) =>
    (await ask(port, "/", { method: "POST", agent: false, headers: { connection: "keep-alive", ...sent } })).headers
      .connection;
  expect(await connectionOf({ "content-length": "65536" })).toBe("keep-alive");
  expect(await connectionOf({ "content-length": "65537" })).toBe("close");
  expect(await connectionOf({ "transfer-encoding": "chunked" })).toBe("close");
});

it("a response that fails after its headers is cut off, and the error is logged once", async () => {
  const { logger, lines } = listeningLogger();
  const { services } = site({ logger });
  const app = express().set("env", "production"); // in a test, Express logs nothing
  app.use((_, response) => {
    response.writeHead(200, { "Content-Length": "10" }).write("half");
    return handleError(new Error("no more"), response, services, () => response.end());
  });
  const port = await portOf(app);
  const consoleError = jest.spyOn(console, "error").mockImplementation(() => {}); // where Express itself logs
  await expect(ask(port, "/")).rejects.toThrow(/hang up|aborted/);
  expect(lines.map(({ message }) => message)).toEqual(["request failed"]);
  expect(consoleError).not.toHaveBeenCalled();
  consoleError.mockRestore();
});
