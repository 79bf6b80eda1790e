import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "@jest/globals";
import type { ErrorRequestHandler, RequestHandler, Response } from "express";
import { readRejectedText, readText } from "../../src/http/text-body.js";
import { forEvery } from "../support/for-every.js";
import { listen, serve } from "../support/serve.js";

const [plain, types] = ["text/plain", ["text/plain", "text/x"]];
const client = () =>
  serve(
    readText({ types, maxBytes: 10, messageKeys: { 400: "notUtf8", 413: "tooLarge", 415: "type" } }),
    (request, response) => void response.json(request.body),
  );

const invalid = [[0xe5], [0x61, 0xc3], [0xff, 0xfe, 0x61, 0], [0xc0, 0xaf], [0xed, 0xa0, 0x80]]; // 0xc0af: an overlong slash
forEvery<readonly [Record<string, string>, string | Buffer, number, string]>([
  ...invalid.map((bytes) => [{ "content-type": plain }, Buffer.from(bytes), 400, '{"key":"notUtf8"}'] as const),
  [{ "content-type": plain }, "åäö 123", 200, '"åäö 123"'],
  [{ "content-type": "text/x;charset=utf8" }, "\ufeffa\ufeff", 200, '"a\ufeff"'],
  [{ "content-type": 'Text/Plain; a=b; Charset = "UTF-8"', "content-encoding": "identity" }, "", 200, '""'],
  [{ "content-type": plain }, "12345678901", 413, '{"key":"tooLarge"}'],
  [{ "content-type": "text/html" }, "a", 415, '{"key":"type"}'],
  [{ "content-type": `${plain}; charset=xutf-8` }, "a", 415, '{"key":"type"}'],
  [{ "content-type": `${plain}; charset=utf-88` }, "a", 415, '{"key":"type"}'],
  [{ "content-type": plain, "content-encoding": "gzip" }, "a", 415, '{"key":"type"}'],
  [{ "content-type": plain, "content-encoding": "xidentity" }, "a", 415, '{"key":"type"}'],
])(
  "a body is accepted if it is UTF-8 text of an allowed type within the limit",
  async (headers, body, status, text) => {
    const answer = await client()
      .post("/")
      .set(headers)
      .send(body as string);
    expect({ status: answer.status, text: answer.text }).toEqual({ status, text });
    expect(answer.headers["accept-post"]).toBe(status === 415 ? "text/plain, text/x" : undefined);
  },
);

const maxBytes = 1000;
const read = readText({ types: [plain], maxBytes });
const answer: RequestHandler = (request, response) => void response.send(`read ${request.body.length}`);
const answerError: ErrorRequestHandler = async (error, request, response, _next) =>
  void response.status(error.status).send(`${error.status} ${(await readRejectedText(request, maxBytes)).length}`);

/** Sends chunks of a body one by one, with or without its end, and returns the response. */
async function send(chunks: Iterable<string>, { type = plain, ends = true } = {}) {
  const port = await listen(read, answer, answerError);
  const request = httpRequest({ port, host: "127.0.0.1", method: "POST", headers: { "content-type": type } });
  const sent = (async () => {
    for (const chunk of chunks) if (!request.write(chunk)) await once(request, "drain");
    if (ends) request.end();
  })();
  sent.catch(() => undefined); // the server may close the connection before it has everything
  const [response] = await once(request, "response");
  const text = (await response.setEncoding("utf8").toArray()).join("");
  request.on("error", () => undefined).destroy();
  return text;
}

it("a body is read up to its limit, and beyond it only until the client has its response", async () => {
  expect(await send(["a".repeat(500), "b".repeat(500)])).toBe("read 1000");
  expect(await send(["a".repeat(500), "b".repeat(501)])).toBe("413 1000");
  expect(await send(["a".repeat(2_000_000)])).toBe("413 1000");
  expect(await send(["a".repeat(1001)], { type: "text/html" })).toBe("415 1000");
  expect(await send(["a"], { type: "text/html; charset=utf-16" })).toBe("415 1");
  const nineMegabytes = Array.from({ length: 9 }, () => "a".repeat(1024 * 1024));
  expect(await send(nineMegabytes, { ends: false })).toBe("413 1000");
});

it("a connection that closes before the body ends, or before it is read, is an error 400", async () => {
  const errors: unknown[] = [];
  const port = await listen(
    read,
    ((error, _request, _response, _next) => void errors.push(error.status)) as ErrorRequestHandler,
  );
  const socket = connect(port, "127.0.0.1");
  socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 10\r\n\r\nabc");
  await wait(100); // the server reads by then
  socket.destroy();
  while (errors.length === 0) await wait(10);
  expect(errors).toEqual([400]);

  const request = Object.assign(new Readable({ read() {} }), { headers: { "content-type": plain } });
  await once(request.destroy(), "close");
  await expect(read(request as any, {} as Response, () => undefined)).rejects.toMatchObject({ status: 400 });
});

it("a body of more than 8,000 chunks is an error 400, or 413 if it is also too large", async () => {
  const statusOf = async (chunks: number, maxBytes: number) => {
    const request = Object.assign(Readable.from(Array(chunks).fill(Buffer.from("a")), { objectMode: false }), {
      headers: { "content-type": plain },
    });
    const reading: unknown = readText({ types: [plain], maxBytes })(request as any, {} as Response, () => undefined);
    return (reading as Promise<void>).then(
      () => 200,
      ({ status }) => status,
    );
  };
  const statuses = {
    most: await statusOf(8000, 8001),
    more: await statusOf(8001, 8001),
    large: await statusOf(8001, 8000),
  };
  expect(statuses).toEqual({ most: 200, more: 400, large: 413 });
});
