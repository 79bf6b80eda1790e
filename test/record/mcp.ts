/** Calls of the Model Context Protocol, in each of its ages. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { isOneIn, type Recorder } from "./recorder.js";
import { type Headers, ORIGIN } from "./site.js";

export const target = "/mcp";
export const NEWEST = "2026-07-28";
const ages = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2099-01-01"];
const both = "application/json, text/event-stream";

const meta = {
  "io.modelcontextprotocol/protocolVersion": NEWEST,
  "io.modelcontextprotocol/clientInfo": { name: "record", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

interface Call {
  readonly method: string;
  readonly params?: Record<string, unknown>;
}

export function post({ ask }: Recorder, label: string, body: unknown, headers: Headers = {}) {
  const text = typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  return ask({
    kind: "MCP",
    method: "POST",
    target,
    label,
    body: text,
    headers: { "Content-Type": "application/json", Accept: both, ...headers },
  });
}

/** As clients of 2025 send it, and as those of 2026 do. */
async function callInBoth(recorder: Recorder, label: string, { method, params = {} }: Call) {
  const old = await post(
    recorder,
    label,
    { jsonrpc: "2.0", id: 1, method, params },
    { "MCP-Protocol-Version": "2025-11-25" },
  );
  const name = params.name ?? params.uri;
  const headers = {
    "MCP-Protocol-Version": NEWEST,
    "Mcp-Method": method,
    ...(typeof name === "string" && { "Mcp-Name": encodeURI(name) }),
  };
  await post(
    recorder,
    `${label}, ${NEWEST}`,
    { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: meta } },
    headers,
  );
  return old;
}

export const tool = (name: string, args?: unknown): Call => ({
  method: "tools/call",
  params: { name, ...(args !== undefined && { arguments: args }) } as Record<string, unknown>,
});

export async function recordMcp(recorder: Recorder): Promise<void> {
  for (const age of ages) {
    const params = { protocolVersion: age, capabilities: {}, clientInfo: { name: "record", version: "1" } };
    await post(recorder, `initialize ${age}`, { jsonrpc: "2.0", id: 0, method: "initialize", params });
    await post(
      recorder,
      `initialized ${age}`,
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { "MCP-Protocol-Version": age },
    );
    await post(recorder, `ping ${age}`, { jsonrpc: "2.0", id: "a", method: "ping" }, { "MCP-Protocol-Version": age });
  }
  const methods = [
    "server/discover",
    "tools/list",
    "resources/list",
    "resources/templates/list",
    "prompts/list",
    "ping",
    "initialize",
    "logging/setLevel",
    "subscriptions/listen",
    "nothing",
  ];
  for (const method of methods) await callInBoth(recorder, method, { method });
  const listed = await callInBoth(recorder, "all resources", { method: "resources/list" });
  const uris = (JSON.parse(listed.body.toString()).result.resources as { uri: string }[]).map(({ uri }) => uri);
  await recordReading(recorder, uris);
  await recordTools(recorder);
}

async function recordReading(recorder: Recorder, uris: readonly string[]): Promise<void> {
  const odd = [
    `${ORIGIN}/en/nothing.md`,
    "https://other.example/en/about.md",
    "file:///etc/passwd",
    "x",
    "",
    `${ORIGIN}/${"x".repeat(300)}.md`,
  ];
  for (const uri of [...uris.filter((uri) => isOneIn(3, uri)), ...odd]) {
    await callInBoth(recorder, `read ${uri.slice(0, 80)}`, { method: "resources/read", params: { uri } });
    const id = uri.replace(ORIGIN, "").replace(/\.md$/, "");
    await callInBoth(recorder, `fetch ${id.slice(0, 80)}`, tool("fetch", { id }));
  }
  for (const id of [
    `${ORIGIN}/sv/about?a=1#b`,
    "/en/dates/after-commerce-gothenburg-2026-12-03",
    "/about",
    "/en/",
    "http://[",
    "/EN/about",
    "en/about",
    null,
    5,
  ])
    await callInBoth(recorder, `fetch ${id}`, tool("fetch", { id }));
}

async function recordTools(recorder: Recorder): Promise<void> {
  for (const locale of ["en", "sv", "nb"]) {
    const file = path.join(import.meta.dirname, "../dialogue/tune", `${locale}.json`);
    const questions = (JSON.parse(readFileSync(file, "utf8")) as { ask: string[] }[]).map(({ ask }) => ask[0]!);
    for (const query of questions.filter((question) => isOneIn(8, question)))
      await callInBoth(recorder, `search, ${locale}: ${query}`, tool("search", { query, locale }));
    for (const question of questions.filter((question) => isOneIn(20, question)))
      await callInBoth(recorder, `ask, ${locale}: ${question}`, tool("ask_dialogue", { question, locale }));
  }
  const calls: [string, unknown][] = [
    ...[
      undefined,
      null,
      {},
      [],
      "x",
      { query: "" },
      { query: " \u200b" },
      { query: "x".repeat(400) },
      { query: "x".repeat(401) },
      { query: "a", locale: "de" },
      { query: 1 },
    ].map((args): [string, unknown] => ["search", args]),
    ...[
      undefined,
      {},
      { question: "" },
      { question: "x".repeat(4001) },
      { question: "price?", locale: null },
      { question: "price?", locale: "sv-SE" },
    ].map((args): [string, unknown] => ["ask_dialogue", args]),
    ...[
      undefined,
      {},
      { id: "nothing" },
      { id: "after-commerce-gothenburg-2026-12-03" },
      { id: "boardroom-varberg-2026-12-30", locale: "nb" },
      { id: "UPPER" },
      { id: 1 },
      { id: "after-commerce-gothenburg-2026-12-03", locale: "x" },
    ].map((args): [string, unknown] => ["get_event", args]),
    ["nothing", {}],
    ["__proto__", {}],
  ];
  const events = [
    undefined,
    {},
    { limit: 3 },
    { limit: "3" },
    { limit: 0 },
    { limit: 201 },
    { limit: 1.5 },
    { city: "GÖTEBORG" },
    { city: "Oslo, Norway" },
    { city: "nowhere" },
    { city: 5 },
    { concept: "AFTER" },
    { concept: "x" },
    { locale: "sv", recurring: true },
    { recurring: false },
    { recurring: "true" },
    { audience: "members", locale: "nb" },
    { from: "2027-01-01", to: "2027-03-01" },
    { from: "2027-01-01", to: "2026-12-31" },
    { to: 5, cursor: "x", offset: "x" },
    { offset: 5, limit: 2 },
    { unknown: 1 },
    { concept: null, city: "", locale: null },
    Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`a${index}`, 1])),
  ];
  for (const args of events) calls.push(["list_events", args]);
  for (const [name, args] of calls)
    await callInBoth(recorder, `${name} ${JSON.stringify(args)?.slice(0, 80)}`, tool(name, args));
}
