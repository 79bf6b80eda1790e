/** Calls of the Model Context Protocol that are wrong, and those above its limits. */
import { NEWEST, post, target, tool } from "./mcp.js";
import type { Recorder } from "./recorder.js";
import type { Headers } from "./site.js";

export async function recordMcpMistakes(recorder: Recorder): Promise<void> {
  const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const deep = `{"jsonrpc":"2.0","id":1,"method":"x","params":${'{"a":'.repeat(30)}1${"}".repeat(30)}}`;
  const bodies: Record<string, unknown> = {
    nothing: "",
    "no JSON": "{",
    null: "null",
    "a batch": [list, list],
    "an empty batch": "[]",
    "a text": '"x"',
    "no version": { id: 1, method: "tools/list" },
    "version 1": { ...list, jsonrpc: "1.0" },
    "no method": { jsonrpc: "2.0", id: 1 },
    "a number as method": { ...list, method: 1 },
    "id null": { ...list, id: null },
    "id an object": { ...list, id: {} },
    "a text as id": { ...list, id: "x" },
    "an answer": { jsonrpc: "2.0", id: 1, result: {} },
    "a notification": { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } },
    "params of text": { ...list, params: "x" },
    deep: deep,
    "more than 64 KiB": { ...list, x: "x".repeat(70_000) },
    "not UTF-8": Buffer.from([0x7b, 0xff, 0x7d]),
  };
  for (const [label, body] of Object.entries(bodies)) {
    await post(recorder, label, body);
    await post(recorder, `${label}, ${NEWEST}`, body, { "MCP-Protocol-Version": NEWEST });
  }
  const headers: Record<string, Headers> = {
    "no version": {},
    "an unknown version": { "MCP-Protocol-Version": "2020-01-01" },
    "JSON only": { Accept: "application/json" },
    "a stream only": { Accept: "text/event-stream" },
    any: { Accept: "*/*" },
    "no Accept": { Accept: "" },
    "a stream first": { Accept: "text/event-stream, application/json;q=0.5" },
    HTML: { Accept: "text/html" },
    text: { "Content-Type": "text/plain" },
    "a charset": { "Content-Type": "application/json; charset=utf-8" },
    "an https origin": { Origin: "https://other.example" },
    "an http origin": { Origin: "http://other.example" },
    "a local origin": { Origin: "http://localhost:6274" },
    "origin null": { Origin: "null" },
    "another method": { "MCP-Protocol-Version": NEWEST, "Mcp-Method": "x" },
    "a session": { "Mcp-Session-Id": "x" },
    "plain http": { "X-Forwarded-Proto": "http" },
    "another host": { Host: "evil.example" },
    "last event": { "Last-Event-ID": "1" },
  };
  for (const [label, given] of Object.entries(headers)) {
    await post(recorder, `with ${label}`, list, given);
    await post(recorder, `call with ${label}`, { jsonrpc: "2.0", id: 2, ...tool("list_events", { limit: 1 }) }, given);
    for (const method of ["GET", "DELETE", "OPTIONS", "PUT"])
      await recorder.ask({
        kind: "MCP",
        method,
        target,
        label: `with ${label}`,
        headers: { Accept: "text/event-stream", "Access-Control-Request-Method": "POST", ...given },
      });
  }
}

export async function recordMcpLimits(recorder: Recorder): Promise<void> {
  for (let number = 1; number <= 121; number++)
    await post(
      recorder,
      `limit, number ${number}`,
      { jsonrpc: "2.0", id: number, method: "ping" },
      { "X-Forwarded-For": "203.0.113.5" },
    );
  for (let number = 1; number <= 17; number++)
    await post(
      recorder,
      `limit of questions, number ${number}`,
      { jsonrpc: "2.0", id: number, ...tool("ask_dialogue", { question: "price?" }) },
      { "X-Forwarded-For": "203.0.113.6" },
    );
}
