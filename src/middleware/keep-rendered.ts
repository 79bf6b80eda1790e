import type { IncomingMessage } from "node:http";
import type { NextFunction, Request, RequestHandler, Response } from "express";
import { type KeptAnswers, send } from "./kept-answers.js";

/**
 * Keeps what the controller sends, when it is a 200, as the ready answer of this address, and sends it from there: the
 * next request for it is answered ahead of Express, or here if it came in some unusual form. Of those that ask at once
 * the first has it made, and the others wait for that.
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
  /** By address, what resolves when its answer is made, or is not to be had. */
  const underWay = new Map<string, Promise<void>>();

  return (request, response, next) => {
    const address = addressOf(request);
    if (address === undefined) return next();

    const answer = () => {
      const ready = kept.find(address);
      if (ready) send(ready, request, response);
      else keepWhatIsSent(address, request, response, next);
    };
    const made = underWay.get(address);
    if (made) made.then(answer);
    else answer();
  };

  function keepWhatIsSent(address: string, request: IncomingMessage, response: Response, next: NextFunction): void {
    const made = new Promise<void>((resolve) => {
      response.once("close", resolve).once("made", resolve);
    });
    underWay.set(address, made);
    made.then(() => underWay.get(address) === made && underWay.delete(address));

    const sendUnkept = response.send.bind(response);
    response.send = (body: string) => {
      response.send = sendUnkept;
      response.emit("made");
      if (response.statusCode !== 200) return sendUnkept(body);

      const { validUntil } = response.locals as { validUntil?: number };
      response.type(response.get("Content-Type") ?? "html");
      send(kept.keepText(address, kind, response.getHeaders(), body, validUntil), request, response);
      return response;
    };
    next();
  }
}
