import type { ErrorRequestHandler, Request, RequestHandler, Response } from "express";
import { api } from "../addresses/paths.js";
import { ASK_TOOL, MAX_BODY_BYTES } from "../assistant/chat-request.js";
import { readText } from "../http/body.js";
import { limitConcurrency, rejectWhileDraining } from "../http/checks.js";
import { HttpError, handleErrors } from "../http/errors.js";
import { parseMessage, sendRpcError } from "../http/json-rpc.js";
import { clientKey } from "../http/limits.js";
import { abortOnClose } from "../http/stream.js";
import { once } from "../once.js";
import type { Site } from "../site.js";

const EVENT_STREAM = "text/event-stream";

/** MCP 2026-07-28, and Streamable HTTP of 2025 without sessions. */
export function answer(
  limit: RequestHandler,
  limitQuestions: RequestHandler,
  site: Site,
): (RequestHandler | ErrorRequestHandler)[] {
  const { baseUrl, health, limits, logger } = site;
  const load = once(async () => (await import("../mcp/server.js")).mcpServer(site));

  const limitIfAsking: RequestHandler = (request, response, next) =>
    request.body?.params?.name === ASK_TOOL ? limitQuestions(request, response, next) : next();

  const send = async (request: Request, response: Response): Promise<void> => {
    const signal = abortOnClose(response);
    const wanted = request.accepts(["application/json", EVENT_STREAM]);
    if (!wanted) throw new HttpError(406);
    // The library demands both types, against RFC 9110 §12.5.1.
    const headers = { ...(request.headers as Record<string, string>), accept: `application/json, ${EVENT_STREAM}` };
    const server = await load();
    const message = new globalThis.Request(baseUrl + api.mcp, { method: "POST", headers, signal });
    const caller = { client: clientKey(request.ip), signal };
    const reply = await server(message, request.body, caller, wanted === EVENT_STREAM);
    const body = Buffer.from(await reply.arrayBuffer());
    const type = reply.headers.get("content-type");
    if (type) response.type(type); // no header of the connection (RFC 9110 §7.6.1)
    response.status(reply.status).set("Cache-Control", "no-store").end(body);
  };

  return [
    limit,
    rejectWhileDraining(health),
    readText({ types: ["application/json"], maxBytes: MAX_BODY_BYTES }),
    parseMessage,
    limitIfAsking,
    limitConcurrency(limits.openStreams),
    send,
    handleErrors(logger, sendRpcError),
  ];
}
