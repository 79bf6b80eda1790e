/** The server of the Model Context Protocol: what the official client gets, and what is rejected. */
import { readFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "@jest/globals";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { asking, chatSite } from "./support/chat.js";
import { forEvery } from "./support/for-every.js";
import { errorsIn } from "./support/logger.js";
import { cities, name as siteName } from "./support/shipped.js";
import { BASE_URL, newAddress } from "./support/site.js";

type Headers = Record<string, string>;
const { origin, lines, post } = await chatSite();
const read = async (path: string) => (await fetch(origin + path)).text();
const api = async (path: string) => JSON.parse(await read(path));

async function connected(version: string) {
  const mode = version > "2026" ? { pin: version } : "legacy";
  const clientInfo: any = { name: "test", version: "1", title: null, icons: null }; // many clients write null
  const capabilities: any = { sampling: null, roots: { listChanged: null } };
  const client = new Client(clientInfo, { versionNegotiation: { mode }, capabilities });
  const fetchFromAnywhere = (url: string | URL, init: RequestInit = {}) =>
    fetch(url, { ...init, headers: [...new Headers(init.headers), ["x-forwarded-for", newAddress()]] });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { fetch: fetchFromAnywhere }));
  return client;
}

const versions = ["2026-07-28", "2025-03-26"];
const clients = await Promise.all(versions.map(async (version) => [version, await connected(version)] as const));
describe.each(clients)("An MCP client with protocol %s", (_version, client) => {
  afterAll(() => client.close());

  const call = async (name: string, args: Record<string, unknown> = {}): Promise<any> => {
    const result = await client.callTool({ name, arguments: args });
    const content = result.content[0] as { text: string };
    if (result.isError) return { error: content.text };
    expect(JSON.parse(content.text)).toEqual(result.structuredContent);
    return result.structuredContent;
  };

  it("finds a server with five read-only tools, whose input and output are described", async () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8"));
    const server = { name: "example.forcommerce.www/site", title: siteName, version, websiteUrl: BASE_URL };
    expect(client.getServerVersion()).toMatchObject(server);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["search", "fetch", "list_events", "get_event", "ask_dialogue"]);
    for (const tool of tools) {
      const annotations = { readOnlyHint: true, destructiveHint: false, openWorldHint: false };
      expect(tool).toMatchObject({ annotations, outputSchema: { type: "object" } });
      for (const text of [tool.title, tool.description]) expect(text).toMatch(/./);
      expect(JSON.stringify([tool.inputSchema, tool.outputSchema])).not.toContain("$schema"); // fails with plain Ajv
    }
    const { description, inputSchema } = tools.find(({ name }) => name === "list_events")!;
    expect(description).toContain(`\`city\` is one of ${cities.join(", ")}.`);
    expect(description).toContain("For ISO week 49 of 2026, `from` is 2026-11-30, its Monday, and `to` is 2026-12-07.");
    expect(inputSchema.properties).not.toHaveProperty("cursor");
    const limit = { type: "integer", minimum: 1, maximum: 200 };
    expect(inputSchema.properties).toMatchObject({ concept: { enum: ["AFTER", "BOARDROOM", "COMMONS"] }, limit });
  });

  it("searches and fetches in the format that research connectors expect", async () => {
    const locale = "sv";
    const page = "/sv/boardroom-for-commerce/varberg";
    const [, query] = /^# (.+)$/m.exec(await read(`${page}.md`))!;
    const { results } = await call("search", { query, locale });
    const ids = results.map(({ id }: { id: string }) => id);
    expect(ids).toContain(page);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id, title, ...found } of results) {
      expect(found).toEqual({ url: expect.stringContaining(BASE_URL + id) });
      const { metadata, url, ...fetched } = await call("fetch", { id });
      expect(fetched).toEqual({ id, title, text: await read(`${id}.md`) });
      expect(metadata).toMatchObject({ locale, updated: expect.stringMatching(/T\d\d:\d\d:\d\d[+-]\d\d:\d\d$/) });
      expect(found.url).toContain(url);
    }
    expect(await call("fetch", { id: `${BASE_URL}/sv/about?a=1#b` })).toMatchObject({ id: "/sv/about" });
  });

  it("gets the same events as from the API, page by page", async () => {
    const args = { city: "gothenburg", concept: "AFTER", limit: 3, recurring: true, locale: "sv" };
    const query = "city=gothenburg&concept=AFTER&limit=3&recurring=true&locale=sv";
    const { links, ...list } = await call("list_events", args);
    const { links: apiLinks, ...expected } = await api(`/api/events?${query}`);
    expect(list).toEqual(expected);
    const offset = new URL(links.next).searchParams.get("offset");
    expect(offset).toBe(new URL(apiLinks.next).searchParams.get("offset"));
    const { events } = await api(`/api/events?${query}&offset=${offset}`);
    expect((await call("list_events", { ...args, offset })).events).toEqual(events);
    const [{ id }] = events;
    expect(await call("get_event", { id, locale: "nb" })).toEqual(await api(`/api/events/${id}?locale=nb`));
  });

  it("can leave optional arguments null or empty, write a city in its own way, and a language by any tag", async () => {
    const events = await call("list_events", { city: "gothenburg" });
    expect(events.count).toBe(20);
    const optional = ["concept", "audience", "recurring", "locale", "from", "to", "limit", "offset", "cursor"];
    for (const none of [null, ""]) {
      const rest = Object.fromEntries(optional.map((name) => [name, none]));
      expect(await call("list_events", { city: "GÖTEBORG\u200b", ...rest })).toEqual(events);
    }
    for (const [tag, language] of Object.entries({ "sv-SE": "sv", no: "nb", NN: "nb", en_GB: "en", "": "en" })) {
      const { locale } = await call("list_events", { locale: tag });
      const { results } = await call("search", { query: "Varberg", locale: tag });
      for (const understood of [locale, results[0].id.slice(1, 3)]) expect(understood).toBe(language);
    }
  });

  it("reads every page and published article as Markdown", async () => {
    const { resources } = await client.listResources();
    const addresses = [...(await read("/sitemap.xml")).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => `${url}.md`);
    const isDate = (url: string) => url.includes("/dates/");
    const listed = addresses.filter((url) => !isDate(url)); // `list_events` lists the dates
    expect(resources.map(({ uri }) => uri).sort()).toEqual(listed.sort());
    for (const uri of [addresses.find(isDate)!, listed[0]!]) {
      const text = await read(uri.slice(BASE_URL.length));
      expect((await client.readResource({ uri })).contents).toEqual([{ uri, mimeType: "text/markdown", text }]);
    }
    for (const uri of [`${BASE_URL}/en/nothing.md`, "https://other.example/en/about.md", "file:///etc/passwd", "x"])
      await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32602 });
  });

  it("gets an error in plain words for invalid arguments", async () => {
    const mistakes = [
      ["search", { query: " \u200b " }, /query: must not be empty/],
      ["search", { query: null }, /query: is required$/],
      ["search", { query: "x".repeat(401) }, /query: .*400/],
      ["fetch", { id: "http://[" }, /^There is no page/],
      ["fetch", {}, /id: is required: an id from search$/],
      ["list_events", { concept: "X", locale: "da", to: 5 }, /concept: must be .* locale: must be .* to: must be /],
      ["list_events", { limit: 0, offset: "x" }, /limit: must be .* offset: must be /],
      ["list_events", { cursor: "2026-12-03" }, /cursor: is no longer used: page with offset$/],
      ["list_events", { city: "Oslo, Norway" }, /^We have no city called .*gothenburg, .*stockholm/],
      ["list_events", { from: "2027-01-01", to: "2026-12-31" }, /^to: must be a date after from/],
      ["get_event", { id: "nothing-here" }, /^There is no event with the id nothing-here/],
      ["get_event", { id: "", locale: "da" }, /locale: must be .* id: is required: an id from list_events$/],
      ["ask_dialogue", { question: "x".repeat(4001) }, /question: .*4000/],
    ] as const;
    const answers = await Promise.all(mistakes.map(([tool, args]) => call(tool, args)));
    expect(answers.filter(({ error }, index) => !mistakes[index]![2].test(error))).toEqual([]);
    expect(JSON.stringify(answers)).not.toMatch(/translation|errors:|node_modules|\/src\//);
    for (const name of ["nothing", "__proto__"]) await expect(call(name)).rejects.toMatchObject({ code: -32602 });
  });
});

const sendTo =
  (origin: string) =>
  async (body: unknown, headers: Headers = {}, method = "POST") => {
    const accept = "application/json, text/event-stream";
    const sent = typeof body === "string" || Buffer.isBuffer(body) ? (body as string) : JSON.stringify(body);
    const response = await fetch(`${origin}/mcp`, {
      method,
      headers: { "content-type": "application/json", accept, "x-forwarded-for": newAddress(), ...headers },
      ...(method === "POST" && { body: sent }),
    });
    const text = await response.text();
    const message = JSON.parse(text.slice(Math.max(text.indexOf("{"), 0)) || "null");
    return { status: response.status, headers: Object.fromEntries(response.headers), message };
  };
const send = sendTo(origin);

const rpc = (method: string, params: unknown = {}) => ({ jsonrpc: "2.0", id: 7, method, params });
const tool = (name: string, args: unknown = {}) => rpc("tools/call", { name, arguments: args });
const ping = rpc("ping");
const deep = (levels: number) => JSON.stringify(ping).replace("{}", `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`);
const deepest = 496; // beside the four members of a ping

const VERSION = "2026-07-28";
const modern = (method: string) => ({ "mcp-protocol-version": VERSION, "mcp-method": method });
const modernMeta = {
  "io.modelcontextprotocol/protocolVersion": VERSION,
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

forEvery<[body: unknown, status: number, code: number, headers?: Headers]>([
  ["", 400, -32700],
  [Buffer.from(JSON.stringify(tool("search", { query: "årsavgift" })), "latin1"), 400, -32700], // not UTF-8
  ["[".repeat(60_000), 400, -32700],
  ["[".repeat(30_000) + "]".repeat(30_000), 400, -32600],
  [[ping, ping], 400, -32600],
  [deep(deepest + 1), 400, -32600],
  [tool("search", { query: "a", sizes: Array(500).fill(0) }), 400, -32600],
  [rpc("resources/read", { uri: `https://${"例".repeat(300)}` }), 400, -32600],
  ["x".repeat(64 * 1024 + 1), 413, -32000],
  [ping, 415, -32000, { "content-type": "text/plain" }],
  [ping, 406, -32000, { accept: "text/html" }],
  [rpc("__proto__"), 200, -32601],
  [rpc("subscriptions/listen", { notifications: {}, _meta: modernMeta }), 200, -32603, modern("subscriptions/listen")],
])("an invalid message gets its JSON-RPC error, and is not logged as an error", async (body, status, code, headers) => {
  const error = { code, message: expect.stringMatching(/^[A-Z]/) };
  expect(await send(body, headers)).toMatchObject({ status, message: { jsonrpc: "2.0", error } });
  expect(errorsIn(lines)).toEqual([]);
});

it("an error says what to send, with the id of its message, and a message of 500 values is read, however deep", async () => {
  const message = expect.stringContaining("in UTF-8, not a batch, with at most 500 values and a uri");
  expect((await send(deep(deepest + 1))).message).toMatchObject({ id: 7, error: { message } });
  expect((await send(deep(deepest))).message).toMatchObject({ id: 7, result: {} });
  const many = Object.fromEntries(Array.from({ length: 490 }, (_, index) => [`k${index}`, 1]));
  expect((await send(tool("list_events", many))).message.result.isError).toBeUndefined();
});

const nothing = { sampling: null, elicitation: { form: null }, roots: { listChanged: null }, extensions: null };
const client = { name: "test", version: "1", title: null, websiteUrl: null, icons: [{ src: "data:,", sizes: null }] };
const hello = { protocolVersion: "2025-06-18", capabilities: nothing, clientInfo: client };
const noToken = { _meta: { progressToken: null, traceparent: null, "x.example/own": { a: null } } };
const noClient = { ...modernMeta, "io.modelcontextprotocol/clientInfo": null, progressToken: null };
const uri = `${BASE_URL}/en.md`;

forEvery<[message: object, headers?: Headers]>([
  [rpc("initialize", { ...hello, ...noToken })],
  [{ ...ping, params: null, result: null, error: null }],
  [rpc("tools/list", { cursor: null, ...noToken })],
  [
    rpc("resources/read", { uri, requestState: null, _meta: noClient }),
    { ...modern("resources/read"), "mcp-name": uri },
  ],
  [rpc("tools/call", { name: "list_events", arguments: null, task: null, ...noToken })],
  [{ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 5, reason: null } }],
])("an optional member of a message can be null", async (message, headers) => {
  const { status, message: answer } = await send(message, headers);
  expect({ status, error: answer?.error }).toEqual({ status: "id" in message ? 200 : 202, error: undefined });
  expect(answer?.result?.isError).toBeUndefined();
});

it("a null id, and null in what a message must have, are errors", async () => {
  const missing = [rpc("tools/call", { name: null }), rpc("initialize", null)];
  for (const message of [{ ...ping, id: null }, { ...ping, method: null }, ...missing])
    expect((await send(message)).message.error.code).toBeLessThan(-32000);
});

forEvery([
  ["*/*", "application/json"],
  ["application/json", "application/json"],
  ["text/event-stream", "text/event-stream"],
])("a client gets a type that it accepts, in UTF-8, from both generations", async (accept, type) => {
  for (const [params, more] of [[{}], [{ _meta: modernMeta }, modern("tools/list")]] as const) {
    const { status, headers, message } = await send(rpc("tools/list", params), { accept, ...more });
    const received = { "content-type": `${type}; charset=utf-8`, "cache-control": "no-store" };
    expect({ status, headers }).toMatchObject({ status: 200, headers: received });
    expect(message.result.tools).toHaveLength(5);
  }
});

const local = await chatSite({}, { BASE_URL: "http://localhost:3000" });
const other = "https://claude.example";
const localhost = "http://localhost:6274";
const rebound = "http://localhost.evil.example";
const open = { "access-control-allow-origin": "*", "access-control-expose-headers": "Mcp-Session-Id, Retry-After" };
const granted = { "access-control-allow-methods": "POST, OPTIONS", "access-control-allow-headers": "*, Authorization" };
forEvery([
  [origin, [BASE_URL, other, localhost, "http://127.0.0.1:6274"], ["http://other.example", rebound, "null"]],
  [local.origin, ["http://localhost:3000", localhost], [other, rebound, "null"]],
])("a page in a browser calls a server from an origin that cannot be a rebound name", async (to, allowed, rejected) => {
  const sendHere = sendTo(to);
  for (const from of allowed)
    for (const [method, status] of Object.entries({ POST: 200, OPTIONS: 204, GET: 405 })) {
      const headers = { ...open, ...(method === "OPTIONS" && granted) };
      const answer = await sendHere(ping, { origin: from, "access-control-request-method": "POST" }, method);
      expect({ from, method, ...answer }).toMatchObject({ from, method, status, headers });
    }
  for (const from of rejected)
    for (const method of ["POST", "OPTIONS", "GET"]) {
      const { status, headers, message } = await sendHere(ping, { origin: from }, method);
      const answer = { cors: headers["access-control-allow-origin"], isRpc: message?.jsonrpc !== undefined };
      expect({ status, ...answer }).toEqual({ status: 403, cors: undefined, isRpc: method === "POST" });
    }
});

it("a question to Dialogue counts as one of the chat's fifteen a minute, and all calls have a limit of 120", async () => {
  const from = { "x-forwarded-for": "192.0.2.1" };
  const question = tool("ask_dialogue", { question: "When?" });
  for (let count = 0; count < 8; count++) expect((await send(question, from)).message.result.isError).toBeUndefined();
  for (let count = 0; count < 7; count++) expect((await post(asking("When?"), from)).status).toBe(200);
  const { status, headers, message } = await send(question, from);
  const text = `Too many requests. Try again in ${headers["retry-after"]} seconds.`;
  const rejected = { jsonrpc: "2.0", id: 7, error: { code: -32000, message: text } };
  expect({ status, message }).toMatchObject({ status: 429, message: rejected });
  expect(headers["retry-after"]).toMatch(/^[1-9]\d*$/);
  expect((await post(asking("When?"), from)).status).toBe(429);
  for (let count = 9; count < 120; count++) await send("{", from);
  expect((await send(ping, from)).status).toBe(429);
  expect((await send(ping)).status).toBe(200);
});

it("a failing tool is logged, and its result has no details; while the server stops, calls get 503", async () => {
  const failure = () => {
    throw new Error("/secret/path");
  };
  const { origin, lines, services } = await chatSite({ engine: { lookUp: failure, answer: failure } });
  const send = sendTo(origin);
  for (const call of [tool("search", { query: "x" }), tool("ask_dialogue", { question: "x" })]) {
    const content = [{ type: "text", text: expect.stringMatching(/^[^/]+$/) }];
    expect((await send(call)).message.result).toEqual({ isError: true, content });
  }
  expect(errorsIn(lines)).toHaveLength(2);
  services.health.phase = "draining";
  expect(await send(ping)).toMatchObject({ status: 503, headers: { "retry-after": "5" }, message: { id: null } });
});
