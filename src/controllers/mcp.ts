import type { Request, Response } from "express";
import { api } from "../addresses/paths.js";
import { ASK_TOOL, MAX_BODY_BYTES } from "../dialogue/chat-request.js";
import { parseJson, readText } from "../http/body.js";
import { rejectWhileDraining } from "../http/checks.js";
import { HttpError, handleError } from "../http/errors.js";
import { allowAgents } from "../http/headers.js";
import { abortOnClose } from "../http/stream.js";
import type { Site } from "../site.js";

const EVENT_STREAM = "text/event-stream";

/** MCP 2026-07-28, and Streamable HTTP of 2025 without sessions. */
export async function answer(request: Request, response: Response, site: Site): Promise<void> {
  let message: unknown;
  try {
    allowAgents(request, response, site);
    await site.limits.mcp(request, response);
    rejectWhileDraining(site);
    message = parseJson(await readText(request, response, ["application/json"], MAX_BODY_BYTES));
    if (message === undefined || isUnneeded(message)) throw new HttpError(400);
    if (Object(message).params?.name === ASK_TOOL) await site.limits.chat(request, response);
    site.limits.mcpAtOnce(response);
    await respond(withoutNull(message), request, response, site);
  } catch (error) {
    await handleError(error, response, site, () => sendRpcError(message, response));
  }
}

async function respond(message: unknown, request: Request, response: Response, site: Site): Promise<void> {
  const signal = abortOnClose(response);
  const type = request.accepts(["application/json", EVENT_STREAM]);
  if (!type) throw new HttpError(406);
  // The library demands both types, against RFC 9110 §12.5.1.
  const headers = { ...(request.headers as Record<string, string>), accept: `application/json, ${EVENT_STREAM}` };
  const forwarded = new globalThis.Request(site.baseUrl + api.mcp, { method: "POST", headers, signal });
  const { answerMessage } = await import("../mcp/server.js"); // takes 26 MB, so not at start
  const reply = await answerMessage(forwarded, message, type === EVENT_STREAM, site);
  const body = Buffer.from(await reply.arrayBuffer());
  const replyType = reply.headers.get("content-type");
  if (replyType) response.type(replyType); // no header of the connection (RFC 9110 §7.6.1)
  response.status(reply.status).set("Cache-Control", "no-store").end(body);
}

/** The SDK describes each invalid one (31,000 took 1.2 s and an answer of 7.5 MB), and descends to the deepest. */
const MAX_VALUES = 500;
/** Parsing a URL takes quadratic time. */
const MAX_URI_CHARACTERS = 300;

const messages: Record<number, string> = {
  400: `The body must be one JSON-RPC message in UTF-8, not a batch, with at most ${MAX_VALUES} values and a uri of at most ${MAX_URI_CHARACTERS} characters.`,
  403: "Pages of other websites cannot send requests here.",
  406: "Accept must allow application/json or text/event-stream.",
  413: "The body is too large.",
  415: "The body must be application/json in UTF-8.",
  429: "Too many requests. Try again in # seconds.", // clients of MCP do not show the Retry-After header
  503: "The server is full or about to restart. Try again in a few seconds.",
};

/** No client needs to send a batch, this many values or so long a URI. */
function isUnneeded(message: unknown): boolean {
  const uri: unknown = Object(message).params?.uri;
  const isTooLong = typeof uri === "string" && uri.length > MAX_URI_CHARACTERS;
  return Array.isArray(message) || hasTooManyValues(message) || isTooLong;
}

/** Members and items are counted on all levels, without recursion, which 30,000 levels would exhaust. */
function hasTooManyValues(message: unknown): boolean {
  const values: unknown[] = Object.values(Object(message));
  for (const value of values) {
    if (values.length > MAX_VALUES) return true;
    if (typeof value === "object" && value !== null) values.push(...Object.values(value));
  }
  return false;
}

/** Many clients write null for a member that they leave out. An id can be null, and arguments are the tool's to read. */
function withoutNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNull);
  if (typeof value !== "object" || value === null) return value;
  const members: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    if (member === null && name !== "id") continue;
    members.push([name, name === "arguments" ? member : withoutNull(member)]);
  }
  return Object.fromEntries(members);
}

/** The status is set. */
function sendRpcError(sent: unknown, response: Response): void {
  const { statusCode } = response;
  const { id } = Object(sent);
  const message = messages[statusCode]?.replace("#", response.get("Retry-After") ?? "a few") ?? "Internal error";
  const error = { code: codeOf(statusCode, typeof sent === "object"), message };
  response.json({ jsonrpc: "2.0", error, id: ["string", "number"].includes(typeof id) ? id : null });
}

/** JSON-RPC 2.0 §5.1: parse error, invalid request, internal error, server error. */
function codeOf(status: number, isParsed: boolean): number {
  if (status === 400) return isParsed ? -32600 : -32700;
  return status === 500 ? -32603 : -32000;
}
