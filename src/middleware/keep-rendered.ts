import type { NextFunction, Request, RequestHandler, Response } from "express";
import { type KeptAnswers, send } from "./kept-answers.js";

/**
 * Keeps what the controller sends, when it is a 200, as the ready answer of this path, and sends it from there: the
 * next request for the path is answered ahead of Express, or here if it came in some unusual form. So a path is
 * rendered once, however it is asked for; rendering is synchronous, so nobody renders it meanwhile.
 */
export function keepRendered(kept: KeptAnswers, kind: string): RequestHandler {
  const sendKept = keptBefore(kept);
  return (request, response, next) => sendKept(request, response, () => keepWhatIsSent(request, response, next));

  function keepWhatIsSent(request: Request, response: Response, next: NextFunction): void {
    const sendUnkept = response.send.bind(response);
    response.send = (body: string) => {
      response.send = sendUnkept;
      if (response.statusCode !== 200) return sendUnkept(body);

      response.type(response.get("Content-Type") ?? "html");
      send(kept.keepText(request.path, kind, response.getHeaders(), body), request, response);
      return response;
    };
    next();
  }
}

/** Sends what is already made for this path. The front does so first, but not for a path with a host before it. */
export function keptBefore(kept: KeptAnswers): RequestHandler {
  return (request, response, next) => {
    const ready = kept.find(request.path);
    if (ready) send(ready, request, response);
    else next();
  };
}
