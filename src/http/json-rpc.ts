import type { Request, RequestHandler, Response } from "express";
import { parseJson } from "./body.js";
import { HttpError } from "./errors.js";

/** Deeper values exhaust the stack of recursive validators. */
const MAX_DEPTH = 20;
/** Parsing a URL takes quadratic time. */
const MAX_URI_CHARACTERS = 300;

const messages: Readonly<Record<number, string>> = {
  400: `The body must be one JSON-RPC message in UTF-8, not a batch, at most ${MAX_DEPTH} levels deep, with a uri of at most ${MAX_URI_CHARACTERS} characters.`,
  403: "Pages of other websites cannot send requests here.",
  406: "Accept must allow application/json or text/event-stream.",
  413: "The body is too large.",
  415: "The body must be application/json in UTF-8.",
  429: "Too many requests. Try again in # seconds.", // clients of MCP do not show the Retry-After header
  503: "The server is full or about to restart. Try again in a few seconds.",
};

/** Replaces the text of the body by its message. Throws HttpError 400 for what no client needs to send. */
export const parseMessage: RequestHandler = (request, _response, next) => {
  request.body = parseJson(request.body);
  const uri: unknown = request.body?.params?.uri;
  const isTooLong = typeof uri === "string" && uri.length > MAX_URI_CHARACTERS;
  if (Array.isArray(request.body) || isDeeper(request.body, MAX_DEPTH) || isTooLong) throw new HttpError(400);
  request.body = withoutNull(request.body);
  next();
};

/** Many clients write null for a member that they leave out. An id can be null, and arguments are the tool's to read. */
function withoutNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNull);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([name, member]) => member !== null || name === "id");
  return Object.fromEntries(
    members.map(([name, member]) => [name, name === "arguments" ? member : withoutNull(member)]),
  );
}

/** The status is set. */
export function sendRpcError(_error: unknown, { body }: Request, response: Response): void {
  const { statusCode } = response;
  const message = messages[statusCode]?.replace("#", response.get("Retry-After") ?? "a few") ?? "Internal error";
  const { id } = (typeof body === "object" && body) || {};
  response.json({
    jsonrpc: "2.0",
    error: { code: codeOf(statusCode, typeof body === "object"), message },
    id: ["string", "number"].includes(typeof id) ? id : null,
  });
}

/** JSON-RPC 2.0 §5.1: parse error, invalid request, internal error, server error. */
function codeOf(status: number, isParsed: boolean): number {
  if (status === 400) return isParsed ? -32600 : -32700;
  return status === 500 ? -32603 : -32000;
}

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return depth === 0 || Object.values(value).some((inner) => isDeeper(inner, depth - 1));
}
