import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "@jest/globals";
import type { ErrorRequestHandler, RequestHandler, Response } from "express";
import { readRejectedText, readText } from "../../src/http/text-body.js";
import { forEvery } from "../support/for-every.js";
import { listen, serve } from "../support/serve.js";

describe("readText", () => {
  const client = () =>
    serve(
      readText({
        types: ["text/plain", "text/x"],
        maxBytes: 10,
        messageKeys: { 400: "notUtf8", 413: "tooLarge", 415: "type" },
      }),
      (request, response) => void response.json(request.body),
    );

  it("rejects bytes that are not UTF-8", async () => {
    for (const bytes of [[0xe5], [0x61, 0xc3], [0xff, 0xfe, 0x61, 0], [0xc0, 0xaf], [0xed, 0xa0, 0x80]]) {
      const { status, text } = await client()
        .post("/")
        .type("text/plain")
        .send(Buffer.from(bytes) as never);
      expect({ bytes, status, text }).toEqual({ bytes, status: 400, text: '{"key":"notUtf8"}' });
    }
  });

  forEvery<[Record<string, string>, string, number, string]>([
    [{ "content-type": "text/plain" }, "åäö 123", 200, '"åäö 123"'],
    [{ "content-type": "text/x;charset=utf8" }, "\ufeffa\ufeff", 200, '"a\ufeff"'],
    [{ "content-type": 'Text/Plain; a=b; Charset = "UTF-8"', "content-encoding": "identity" }, "", 200, '""'],
    [{ "content-type": "text/plain" }, "12345678901", 413, '{"key":"tooLarge"}'],
    [{ "content-type": "text/html" }, "a", 415, '{"key":"type"}'],
    [{ "content-type": "text/plain; charset=utf-16" }, "a", 415, '{"key":"type"}'],
    [{ "content-type": "text/plain; charset=xutf-8" }, "a", 415, '{"key":"type"}'],
    [{ "content-type": "text/plain; charset=utf-88" }, "a", 415, '{"key":"type"}'],
    [{ "content-type": "text/plain", "content-encoding": "gzip" }, "a", 415, '{"key":"type"}'],
    [{ "content-type": "text/plain", "content-encoding": "xidentity" }, "a", 415, '{"key":"type"}'],
  ])(
    "accepts UTF-8 text of an allowed type within the limit, and rejects any other body",
    async (headers, body, status, expected) => {
      const response = await client().post("/").set(headers).send(body);
      expect([response.status, response.text]).toEqual([status, expected]);
      expect(response.headers["accept-post"]).toBe(status === 415 ? "text/plain, text/x" : undefined);
    },
  );
});

const maxBytes = 1000;
const read = readText({ types: ["text/plain"], maxBytes, messageKeys: { 413: "tooLarge", 415: "type" } });
const answer: RequestHandler = (request, response) => void response.send(`read ${request.body.length}`);
const answerError: ErrorRequestHandler = async (error, request, response, _next) =>
  void response.status(error.status).send(`${error.status} ${(await readRejectedText(request, maxBytes)).length}`);

/** Sends chunks of a body one by one, with or without its end, and returns the response. */
async function send(chunks: Iterable<string>, headers: Record<string, string> = {}, ends = true) {
  const port = await listen(read, answer, answerError);
  return new Promise<string>((resolve, reject) => {
    const request = httpRequest({
      port,
      host: "127.0.0.1",
      method: "POST",
      headers: { "content-type": "text/plain", ...headers },
    });
    request.on("response", async (response) => {
      let text = "";
      for await (const chunk of response.setEncoding("utf8")) text += chunk;
      resolve(text);
      request.destroy();
    });
    request.on("error", reject);
    (async () => {
      for (const chunk of chunks) if (!request.write(chunk)) await once(request, "drain");
      if (ends) request.end();
    })().catch(() => undefined);
  });
}

it("a body is read up to its limit, and beyond it only until the client has its response", async () => {
  expect(await send(["a".repeat(500), "b".repeat(500)])).toBe("read 1000");
  expect(await send(["a".repeat(500), "b".repeat(501)])).toBe("413 1000");
  expect(await send(["a".repeat(2_000_000)])).toBe("413 1000");
  expect(await send(["a".repeat(1001)], { "content-type": "text/html" })).toBe("415 1000");
  expect(await send(["a"], { "content-type": "text/html; charset=utf-16" })).toBe("415 1");
  const nineMegabytes = Array.from({ length: 9 }, () => "a".repeat(1024 * 1024));
  expect(await send(nineMegabytes, {}, false)).toBe("413 1000");
});

it("a connection that closes before the body ends is an error 400", async () => {
  const errors: unknown[] = [];
  const port = await listen(
    read,
    ((error, _request, _response, _next) => void errors.push(error.status)) as ErrorRequestHandler,
  );
  const socket = connect(port, "127.0.0.1");
  socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 10\r\n\r\nabc");
  await wait(100);
  socket.destroy();
  while (errors.length === 0) await wait(10);
  expect(errors).toEqual([400]);
});

/** Reads a body that arrives in these chunks, and returns its length, or the status of the error. */
async function readChunks(chunks: readonly string[], maxBytes: number) {
  const request = Object.assign(new Readable({ read() {} }), { headers: { "content-type": "text/plain" } }) as any;
  const accepted = readText({ types: ["text/plain"], maxBytes, messageKeys: { 413: "tooLarge", 415: "type" } });
  for (const chunk of [...chunks, null]) request.push(chunk);
  return (accepted(request, {} as Response, () => undefined) as unknown as Promise<void>).then(
    () => request.body.length,
    ({ status }) => status,
  );
}

it("a body of more than 8,000 chunks is an error 400, or 413 if it is also too large", async () => {
  const bytes = (count: number) => Array.from({ length: count }, () => "a");
  expect(await readChunks(bytes(8000), 8001)).toBe(8000);
  expect(await readChunks(bytes(8001), 8001)).toBe(400);
  expect(await readChunks(bytes(8001), 8000)).toBe(413);
  expect(await readChunks(bytes(9000), 8001)).toBe(400);
});

it("a request that is closed before it is read is an error 400", async () => {
  const request = Object.assign(new Readable({ read() {} }), { headers: { "content-type": "text/plain" } });
  await once(request.destroy(), "close");
  await expect(read(request as any, {} as Response, () => undefined)).rejects.toMatchObject({ status: 400 });
});
