import type { RequestHandler } from "express";
import { type KeptAnswers, send } from "./kept-answers.js";

/**
 * Keeps what the controller sends, when it is a 200 that may be stored, as the ready answer of this path, and sends it from there: the
 * next request for the path is answered ahead of Express. Rendering is synchronous, so nobody renders it meanwhile.
 */
export function keepRendered(kept: KeptAnswers, kind: string): RequestHandler {
  return (request, response, next) => {
    const sendUnkept = response.send.bind(response);
    response.send = (body: string) => {
      response.send = sendUnkept;
      if (response.statusCode !== 200 || response.get("Cache-Control") === "no-store") return sendUnkept(body);

      response.type(response.get("Content-Type") ?? "html");
      const headers = response.getHeaders();
      for (const name of response.getHeaderNames()) response.removeHeader(name);
      send(kept.keepText(request.path, kind, headers, body), request, response);
      return response;
    };
    next();
  };
}
