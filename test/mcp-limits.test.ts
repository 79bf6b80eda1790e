/** What the Model Context Protocol server rejects: messages, origins, methods and too many calls. */
import { expect, it } from "@jest/globals";
import { asking, chatSite } from "./support/chat.js";
import { forEvery } from "./support/for-every.js";
import { ask } from "./support/listen.js";
import { errorsIn } from "./support/logger.js";
import { BASE_URL, newAddress } from "./support/site.js";

type Headers = Record<string, string>;
const rpc = (method: unknown, params: unknown = {}) => ({ jsonrpc: "2.0", id: 7, method, params });
const tool = (name: string, args: unknown = {}) => rpc("tools/call", { name, arguments: args });
const ping = JSON.stringify(rpc("ping"));
const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
const deep = (levels: number) => ping.replace("{}", nested(levels));

const VERSION = "2026-07-28";
const modern = (method: string) => ({ "mcp-protocol-version": VERSION, "mcp-method": method });
const modernMeta = {
  "io.modelcontextprotocol/protocolVersion": VERSION,
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

async function mcpSite(...given: Parameters<typeof chatSite>) {
  const site = await chatSite(...given);
  const send = async (body: unknown, headers: Headers = {}, method = "POST") => {
    const accept = "application/json, text/event-stream";
    const response = await fetch(`${site.origin}/mcp`, {
      method,
      headers: { "content-type": "application/json", accept, "x-forwarded-for": newAddress(), ...headers },
      ...(method === "POST" && {
        body: typeof body === "string" || Buffer.isBuffer(body) ? (body as string) : JSON.stringify(body),
      }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, message: JSON.parse(text || "null") };
  };
  return { ...site, send };
}
const { origin, send, lines } = await mcpSite();

forEvery<[body: unknown, status: number, code: number, headers?: Headers]>([
  ["", 400, -32700],
  ["{", 400, -32700],
  [Buffer.from(JSON.stringify(tool("search", { query: "årsavgift" })), "latin1"), 400, -32700], // not UTF-8
  ["[".repeat(60_000), 400, -32700],
  ["[".repeat(30_000) + "]".repeat(30_000), 400, -32600],
  [[rpc("ping"), rpc("ping")], 400, -32600],
  [null, 400, -32600],
  [{ ...rpc("ping"), id: { a: 1 } }, 400, -32600],
  [rpc(5), 400, -32600],
  [rpc("tools/call", "x"), 400, -32600],
  [deep(20), 400, -32600],
  [deep(9000), 400, -32600],
  [rpc("resources/read", { uri: `https://${"例".repeat(300)}` }), 400, -32600],
  ["x".repeat(64 * 1024 + 1), 413, -32000],
  [ping, 415, -32000, { "content-type": "text/plain" }],
  [ping, 406, -32000, { accept: "text/html" }],
  [ping, 400, -32000, { "mcp-protocol-version": "1999-01-01" }],
  [rpc("nothing"), 200, -32601],
  [rpc("__proto__"), 200, -32601],
  [rpc("resources/subscribe", { uri: `${BASE_URL}/en.md` }), 200, -32601],
  [tool("search", [1]), 200, -32602],
  [tool("__proto__"), 200, -32602],
  [rpc("tools/list", { _meta: { "io.modelcontextprotocol/protocolVersion": VERSION } }), 400, -32602],
  [rpc("tools/list", { _meta: 5 }), 400, -32600, modern("tools/list")],
  [rpc("subscriptions/listen", { notifications: {}, _meta: modernMeta }), 200, -32603, modern("subscriptions/listen")],
])("an invalid message gets its JSON-RPC error, and is not logged as an error", async (body, status, code, headers) => {
  const answer = await send(body, headers);
  const error = { code, message: expect.stringMatching(/^[A-Z]/) };
  expect(answer).toMatchObject({ status, message: { jsonrpc: "2.0", error } });
  expect(errorsIn(lines)).toEqual([]);
});

it("an error says what to send, with the id of its message, and a message of 20 levels is read", async () => {
  expect((await send(deep(20))).message).toMatchObject({
    id: 7,
    error: { message: expect.stringMatching(/one JSON-RPC message in UTF-8, not a batch, at most 20 levels deep/) },
  });
  expect((await send(deep(19))).message).toMatchObject({ id: 7, result: {} });
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, 1]));
  expect((await send(tool("list_events", many))).message.result.isError).toBe(true);
  expect((await send({ jsonrpc: "2.0", method: "notifications/initialized" })).status).toBe(202);
});

forEvery<[string, Headers, string]>([
  ["Accept: */*", { accept: "*/*" }, "application/json"],
  ["JSON alone", { accept: "application/json" }, "application/json"],
  ["no Accept", {}, "application/json"],
  ["both", { accept: "application/json, text/event-stream" }, "application/json"],
  ["events alone", { accept: "text/event-stream" }, "text/event-stream"],
])("a client gets a type that it accepts, in UTF-8, from both generations", async (_what, headers, type) => {
  const generations: [object, Headers][] = [
    [{}, {}],
    [{ _meta: modernMeta }, modern("tools/list")],
  ];
  for (const [params, more] of generations) {
    const sent = { "content-type": "application/json", ...headers, ...more };
    const options = { method: "POST", headers: sent, agent: false, body: JSON.stringify(rpc("tools/list", params)) };
    const response = await ask(Number(new URL(origin).port), "/mcp", options);
    const received = { "content-type": `${type}; charset=utf-8`, connection: "close", "cache-control": "no-store" };
    expect(response).toMatchObject({ status: 200, headers: received });
    expect(response.headers).not.toHaveProperty("mcp-session-id");
    expect(JSON.parse(response.text.slice(response.text.indexOf("{"))).result.tools).toHaveLength(5);
  }
});

const [other, localhost] = ["https://claude.example", "http://localhost:6274"];
const rebound = "http://localhost.evil.example";
forEvery<[baseUrl: string, allowed: readonly string[], rejected: readonly string[]]>([
  [BASE_URL, [BASE_URL, other, localhost, "http://127.0.0.1:6274"], ["http://other.example", rebound, "null"]],
  ["http://localhost:3000", ["http://localhost:3000", localhost], [other, rebound, "null"]],
])("a page in a browser calls a server from an origin that cannot be a rebound name", async (...given) => {
  const [baseUrl, allowed, rejected] = given;
  const { send } = await mcpSite({}, { BASE_URL: baseUrl });
  for (const origin of allowed) {
    const preflight = { origin, "access-control-request-method": "POST", "access-control-request-headers": "x" };
    const { status, headers } = await send("", preflight, "OPTIONS");
    expect({ origin, status, headers: Object.fromEntries(headers) }).toMatchObject({
      status: 204,
      headers: {
        "access-control-allow-origin": "*",
        "access-control-allow-methods": "POST, OPTIONS",
        "access-control-allow-headers": "*, Authorization",
        "access-control-expose-headers": "Mcp-Session-Id, Retry-After",
      },
    });
    const answers = [await send(ping, { origin }), await send("{", { origin }), await send("", { origin }, "GET")];
    for (const { headers } of answers) expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(answers[0]!.message.result).toEqual({});
  }
  for (const origin of rejected)
    for (const method of ["POST", "OPTIONS", "GET"]) {
      const { status, headers, message } = await send(ping, { origin }, method);
      const cors = headers.get("access-control-allow-origin");
      expect({ origin, method, status, cors }).toEqual({ origin, method, status: 403, cors: null });
      expect(message.error.message ?? message.error).toBe("Pages of other websites cannot send requests here.");
    }
});

it("a question to Dialogue counts as one of the chat's fifteen a minute, and all calls have a limit of 120", async () => {
  const from = { "x-forwarded-for": "192.0.2.1" };
  const question = tool("ask_dialogue", { question: "When?" });
  const chat = () =>
    fetch(`${origin}/api/ai/chat`, {
      method: "POST",
      headers: { ...from, "content-type": "application/json" },
      body: JSON.stringify(asking("When?")),
    });
  for (let count = 0; count < 8; count++) expect((await send(question, from)).message.result.isError).toBeUndefined();
  for (let count = 0; count < 7; count++) expect((await chat()).status).toBe(200);

  const rejected = await send(question, from);
  const wait = Number(rejected.headers.get("retry-after"));
  const message = `Too many requests. Try again in ${wait} seconds.`;
  expect(rejected).toMatchObject({ status: 429, message: { jsonrpc: "2.0", id: 7, error: { code: -32000, message } } });
  expect(wait).toBeGreaterThan(0);
  expect((await chat()).status).toBe(429);
  for (let count = 9; count < 120; count++) await send("{", from);
  expect((await send(ping, from)).status).toBe(429);
  expect((await send(ping)).status).toBe(200);
});

it("a failing tool is logged, and its result has no details", async () => {
  const failure = () => {
    throw new Error("/secret/path");
  };
  const { send, lines } = await mcpSite({ knowledge: { lookUp: failure, answer: failure } });
  for (const call of [tool("search", { query: "x" }), tool("ask_dialogue", { question: "x" })]) {
    const content = [{ type: "text", text: expect.stringMatching(/^[^/]+$/) }];
    expect((await send(call)).message.result).toEqual({ isError: true, content });
  }
  expect(errorsIn(lines)).toHaveLength(2);
});

it("the server answers 503 while it stops, before it reads the body", async () => {
  const { send, services } = await mcpSite();
  services.health.draining = true;
  const { status, headers, message } = await send(ping);
  expect({ status, wait: headers.get("retry-after"), id: message.id }).toEqual({ status: 503, wait: "5", id: null });
});
