import type { IncomingMessage } from "node:http";
import type { NextFunction, Request, RequestHandler, Response } from "express";
import { type ResponseCache, sendCached } from "./response-cache.js";

/**
 * Keeps a controller's 200 as the ready answer of its address, and sends it from there. Later requests are answered
 * ahead of Express, or here if their address is written in an unusual way. When several ask at once, the first has it
 * made and the others wait.
 *
 * `addressOf` gives the canonical address, with the parts of the query that matter; undefined for a request whose
 * answer cannot be kept. A controller whose answer expires says when in `response.locals.validUntil`.
 */
export function cacheResponse<Params = Request["params"]>(
  responseCache: ResponseCache,
  kind: string,
  addressOf: (request: Request<Params>) => string | undefined = ({ path }) => path,
): RequestHandler<Params> {
  /** By address; resolves when its answer is made, or has failed. */
  const underWay = new Map<string, Promise<void>>();

  return (request, response, next) => {
    const address = addressOf(request);
    if (address === undefined) return next();

    const answer = () => {
      const ready = responseCache.get(address);
      if (ready) sendCached(ready, request, response);
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

    const sendUncached = response.send.bind(response);
    response.send = (body: string) => {
      response.send = sendUncached;
      response.emit("made");
      if (response.statusCode !== 200) return sendUncached(body);

      const { validUntil } = response.locals as { validUntil?: number };
      response.type(response.get("Content-Type") ?? "html");
      sendCached(responseCache.setText(address, kind, response.getHeaders(), body, validUntil), request, response);
      return response;
    };
    next();
  }
}
