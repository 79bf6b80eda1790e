import type { IncomingMessage } from "node:http";
import type { NextFunction, Request, RequestHandler, Response } from "express";
import { type KeptAnswers, send } from "./kept-answers.js";

/**
 * Keeps what the controller sends, when it is a 200, as the ready answer of this address, and sends it from there: the
 * next request for it is answered ahead of Express, or here if it came in some unusual form.
 *
 * `addressOf` gives the address in the one form there is, with the parts of the query that matter; undefined when the
 * request is not for anything that could be kept. A controller whose answer does not hold for good says until when in
 * `response.locals.validUntil`.
 */
export function keepRendered<Params = Request["params"]>(
  kept: KeptAnswers,
  kind: string,
  addressOf: (request: Request<Params>) => string | undefined = ({ path }) => path,
): RequestHandler<Params> {
  return (request, response, next) => {
    const address = addressOf(request);
    if (address === undefined) return next();

    const ready = kept.find(address);
    if (ready) send(ready, request, response);
    else keepWhatIsSent(address, request, response, next);
  };

  function keepWhatIsSent(address: string, request: IncomingMessage, response: Response, next: NextFunction): void {
    const sendUnkept = response.send.bind(response);
    response.send = (body: string) => {
      response.send = sendUnkept;
      if (response.statusCode !== 200) return sendUnkept(body);

      const { validUntil } = response.locals as { validUntil?: number };
      response.type(response.get("Content-Type") ?? "html");
      send(kept.keepText(address, kind, response.getHeaders(), body, validUntil), request, response);
      return response;
    };
    next();
  }
}
