/** Invalid messages and rate limits of the Model Context Protocol server. */
import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { describe, expect, it } from "@jest/globals";
import { chatSite } from "./support/chat.js";
import { BASE_URL } from "./support/site.js";

const tool = (name: string, args: unknown = {}) => rpc("tools/call", { name, arguments: args });
const rpc = (method: unknown, params: unknown = {}) => ({ jsonrpc: "2.0", id: 7, method, params });
const ping = JSON.stringify(rpc("ping"));
const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

async function mcpSite(...given: Parameters<typeof chatSite>) {
  const site = await chatSite(...given);
  let last = 0;
  const send = async (body: unknown, headers: Record<string, string> = {}, method = "POST") => {
    const response = await fetch(`${site.origin}/mcp`, {
      method,
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "x-forwarded-for": `203.0.${++last >> 8}.${last & 255}`,
        ...headers,
      },
      ...(method === "POST" && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const message = text.startsWith("event: message") ? text.slice(text.indexOf("{")) : text || "null";
    return { status: response.status, headers: response.headers, message: JSON.parse(message) };
  };
  return { ...site, send };
}

it("an invalid message gets its JSON-RPC error, and is not logged as an error", async () => {
  const { send, lines } = await mcpSite();
  const meta = { _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" } };
  const modern = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list" };
  const rejected: [body: unknown, status: number, code: number, headers?: Record<string, string>][] = [
    ["", 400, -32700],
    ["{", 400, -32700],
    ["[".repeat(60_000), 400, -32700],
    ["[".repeat(30_000) + "]".repeat(30_000), 400, -32600],
    [[rpc("ping"), rpc("ping")], 400, -32600],
    [null, 400, -32600],
    ["1", 400, -32600],
    [{}, 400, -32600],
    [{ ...rpc("ping"), id: { a: 1 } }, 400, -32600],
    [rpc(5), 400, -32600],
    [rpc("tools/call", "x"), 400, -32600],
    [`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":${nested(9000)}}`, 400, -32600],
    ["x".repeat(64 * 1024 + 1), 413, -32000],
    [ping, 415, -32000, { "content-type": "text/plain" }],
    [ping, 415, -32000, { "content-type": "application/json; charset=utf-16" }],
    [ping, 415, -32000, { "content-encoding": "gzip" }],
    [ping, 406, -32000, { accept: "text/html" }],
    [ping, 400, -32000, { "mcp-protocol-version": "1999-01-01" }],
    [ping, 406, -32000, { accept: "application/json;q=0" }],
    [ping, 403, -32000, { origin: "null" }],
    [ping, 403, -32000, { origin: "http://other.example", host: "other.example" }],
    [rpc("nothing"), 200, -32601],
    [rpc("__proto__"), 200, -32601],
    [rpc("constructor"), 200, -32601],
    [rpc("prompts/list"), 200, -32601],
    [rpc("resources/subscribe", { uri: `${BASE_URL}/en.md` }), 200, -32601],
    [rpc("tools/call", { name: 5 }), 200, -32602],
    [tool("search", [1]), 200, -32602],
    [tool("__proto__"), 200, -32602],
    [rpc("tools/list", meta), 400, -32602],
    [rpc("tools/list", meta), 400, -32602, modern],
    [rpc("tools/list", { _meta: 5 }), 400, -32600, modern],
  ];
  const answers = await Promise.all(
    rejected.map(async ([body, status, code, headers]) => {
      const answer = await send(body, headers);
      return { body: JSON.stringify(body).slice(0, 80), expected: [status, code], answer };
    }),
  );
  const others = answers.filter(({ expected, answer: { status, message } }) => {
    return status !== expected[0] || message?.error?.code !== expected[1] || message.jsonrpc !== "2.0";
  });
  expect(others).toEqual([]);

  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, 1]));
  expect((await send(tool("list_events", many))).message.result.isError).toBe(true);
  expect((await send(ping, { origin: BASE_URL })).message).toEqual({ jsonrpc: "2.0", id: 7, result: {} });
  expect((await send({ jsonrpc: "2.0", method: "notifications/initialized" })).status).toBe(202);
  expect(lines.filter(({ level }) => level === "error")).toEqual([]);
});

it.each([
  ["Accept: */*", { accept: "*/*" }, "application/json"],
  ["JSON alone", { accept: "application/json" }, "application/json"],
  ["no Accept", {}, "application/json"],
  ["both", { accept: "application/json, text/event-stream" }, "application/json"],
  ["events alone", { accept: "text/event-stream" }, "text/event-stream"],
] as [string, { accept?: string }, string][])(
  "a client that sends %s gets a type that it accepts, in UTF-8, from both generations",
  async (_what, headers, type) => {
    const { origin } = await mcpSite();
    const meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const modern = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list" };
    for (const { params, more } of [
      { params: {}, more: {} },
      { params: { _meta: meta }, more: modern },
    ]) {
      const request = httpRequest(`${origin}/mcp`, {
        method: "POST",
        headers: { "content-type": "application/json", connection: "close", ...headers, ...more },
      });
      const [response] = await once(request.end(JSON.stringify(rpc("tools/list", params))), "response");
      const text = (await response.setEncoding("utf8").toArray()).join("");
      expect({ status: response.statusCode, type: response.headers["content-type"] }).toEqual({
        status: 200,
        type: `${type}; charset=utf-8`,
      });
      expect(response.headers.connection).toBe("close");
      expect(JSON.parse(text.slice(text.indexOf("{"))).result.tools).toHaveLength(5);
    }
  },
);

it("a body that is not UTF-8 is an error that says so", async () => {
  const { origin } = await mcpSite();
  const body = Buffer.from(JSON.stringify(tool("search", { query: "årsavgift" })), "latin1");
  const response = await fetch(`${origin}/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { code: -32700, message: expect.stringContaining("UTF-8") } });
});

describe.each([
  [
    BASE_URL,
    ["https://claude.example", "http://localhost:6274", "http://127.0.0.1:6274"],
    ["http://other.example", "null"],
  ],
  [
    "http://localhost:3000",
    ["http://localhost:6274"],
    ["https://claude.example", "http://localhost.evil.example", "null"],
  ],
])("a page in a browser calls a server at %s", (baseUrl, allowed, rejected) => {
  it("from an origin that cannot be a rebound name", async () => {
    const { send } = await mcpSite({}, { BASE_URL: baseUrl });
    for (const origin of [baseUrl, ...allowed]) {
      const preflight = { origin, "access-control-request-method": "POST", "access-control-request-headers": "x" };
      const { status, headers } = await send("", preflight, "OPTIONS");
      expect({ origin, status, headers: Object.fromEntries(headers) }).toMatchObject({
        status: 204,
        headers: {
          "access-control-allow-origin": "*",
          "access-control-allow-methods": "POST, OPTIONS",
          "access-control-allow-headers": "*, Authorization",
        },
      });
      for (const { headers } of [
        await send(ping, { origin }),
        await send("{", { origin }),
        await send("", { origin }, "GET"),
      ])
        expect(headers.get("access-control-allow-origin")).toBe("*");
      expect((await send(ping, { origin })).message.result).toEqual({});
    }
  });

  it("and from no other", async () => {
    const { send } = await mcpSite({}, { BASE_URL: baseUrl });
    for (const origin of rejected)
      for (const method of ["POST", "OPTIONS", "GET"]) {
        const { status, headers, message } = await send(method === "GET" ? "" : ping, { origin }, method);
        const cors = headers.get("access-control-allow-origin");
        expect({ origin, method, status, cors }).toEqual({ origin, method, status: 403, cors: null });
        expect(message.error.message ?? message.error).toBe("Pages of other websites cannot send requests here.");
      }
  });
});

it("the server has no session and no stream: other methods get 405, and subscriptions an error", async () => {
  const { send } = await mcpSite();
  for (const method of ["GET", "DELETE", "PUT", "PATCH"]) {
    const { status, headers } = await send("", {}, method);
    expect([method, status, headers.get("allow")]).toEqual([method, 405, "POST, OPTIONS"]);
  }
  const initialize = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } };
  const { headers, message } = await send(rpc("initialize", initialize));
  expect([message.result.protocolVersion, headers.get("mcp-session-id")]).toEqual(["2025-11-25", null]);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("content-type")).toMatch(/; charset=utf-8$/);
  const listen = rpc("subscriptions/listen", {
    notifications: { toolsListChanged: true },
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  });
  const rejected = await send(listen, { "mcp-protocol-version": "2026-07-28", "mcp-method": "subscriptions/listen" });
  expect(rejected.message.error.code).toBe(-32603);
});

it("a question to Dialogue counts as one of the chat's fifteen a minute, and all calls have a limit of 120", async () => {
  const { send, post } = await mcpSite();
  const from = { "x-forwarded-for": "192.0.2.1" };
  const question = tool("ask_dialogue", { question: "When?" });
  const chat = () => post({ messages: [{ role: "user", content: "When?" }], locale: "en" }, from);
  for (let count = 0; count < 8; count++) expect((await send(question, from)).message.result.isError).toBeUndefined();
  for (let count = 0; count < 7; count++) expect((await chat()).status).toBe(200);

  const rejected = await send(question, from);
  const message = `Too many requests. Try again in ${rejected.headers.get("retry-after")} seconds.`;
  expect(rejected.message).toMatchObject({ jsonrpc: "2.0", id: 7, error: { code: -32000, message } });
  expect([rejected.status, (await chat()).status]).toEqual([429, 429]);
  expect(Number(rejected.headers.get("retry-after"))).toBeGreaterThan(0);
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
    const { message } = await send(call);
    expect(message.result).toEqual({
      isError: true,
      content: [{ type: "text", text: expect.stringMatching(/^[^/]+$/) }],
    });
  }
  expect(lines.filter(({ level }) => level === "error")).toHaveLength(2);
});

it("the server answers 503 while it stops, like the chat", async () => {
  const { send, services } = await mcpSite();
  services.health.draining = true;
  const { status, headers, message } = await send(ping);
  expect([status, headers.get("retry-after"), message.id]).toEqual([503, "5", null]); // before its body is read
});
