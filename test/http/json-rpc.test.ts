import { expect } from "@jest/globals";
import express from "express";
import supertest from "supertest";
import { HttpError } from "../../src/http/http-error.js";
import { parseMessage, sendRpcError } from "../../src/http/json-rpc.js";
import { forEvery } from "../support/for-every.js";

const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

/** Reads the body as a message and responds with it, or fails with `status`. */
const post = (body: string, status?: number) =>
  supertest(
    express()
      .use(express.text({ type: "*/*" }), parseMessage, (request, response) => {
        response.set("Retry-After", "7");
        if (status) throw new HttpError(status);
        response.json({ message: request.body });
      })
      .use(((error, request, response, _next) =>
        sendRpcError(error, request, response.status(error.status))) as express.ErrorRequestHandler),
  )
    .post("/")
    .set("Content-Type", "text/plain")
    .send(body);

forEvery(['{"id":1}', "1", '"text"', "null", "{}", nested(20), `{"a":[],"b":${nested(19)}}`])(
  "parseMessage accepts any JSON except a batch, at most twenty levels deep",
  async (body) => {
    expect((await post(body)).body).toEqual({ message: JSON.parse(body) });
  },
);

forEvery<[string, number, number, string | number | null, RegExp, number?]>([
  ["{", 400, -32700, null, /one JSON-RPC message.* 20 levels/],
  ["[]", 400, -32600, null, /one JSON-RPC message/],
  [nested(21), 400, -32600, null, /one JSON-RPC message/],
  [`{"id":"x","a":[],"b":${nested(20)}}`, 400, -32600, "x", /one JSON-RPC message/],
  [`{"id":7}`, 400, -32600, 7, /one JSON-RPC message/, 400],
  ['{"id":7}', 403, -32000, 7, /other websites/, 403],
  ['{"id":{"a":1}}', 413, -32000, null, /too large/, 413],
  ['{"id":null}', 415, -32000, null, /application\/json in UTF-8/, 415],
  ['"text"', 429, -32000, null, /^Too many requests\. Try again in 7 seconds\.$/, 429],
  ["null", 500, -32603, null, /^Internal error$/, 500],
  ["{}", 503, -32000, null, /few seconds/, 503],
])("an error has its JSON-RPC code, the id of the message and a text", async (body, status, code, id, text, thrown) => {
  const response = await post(body, thrown);
  expect([response.status, response.body]).toEqual([
    status,
    { jsonrpc: "2.0", error: { code, message: expect.stringMatching(text) }, id },
  ]);
});
