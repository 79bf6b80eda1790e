/** Errors that cannot be answered in the usual way. */
import { request as httpRequest } from "node:http";
import { expect, it } from "@jest/globals";
import { handleErrors } from "../../src/http/errors.js";
import { HttpError } from "../../src/http/http-error.js";
import { listeningLogger } from "../support/logger.js";
import { listen } from "../support/serve.js";

it("a connection with more than 64 KB of unread body is closed after the response", async () => {
  const { logger } = listeningLogger();
  const port = await listen(
    () => {
      throw new HttpError(413);
    },
    handleErrors(logger, (_error, _request, response) => response.send("too large")),
  );
  const connectionOf = (headers: Record<string, string>) =>
    new Promise((resolve, reject) => {
      const options = { port, method: "POST", agent: false, headers: { connection: "keep-alive", ...headers } };
      const request = httpRequest(options, (response) => {
        resolve(response.headers.connection);
        request.destroy();
      });
      request.on("error", reject).flushHeaders();
    });
  expect({
    short: await connectionOf({ "content-length": "65536" }),
    long: await connectionOf({ "content-length": "65537" }),
    unknown: await connectionOf({ "transfer-encoding": "chunked" }),
  }).toEqual({ short: "keep-alive", long: "close", unknown: "close" });
});

it("an error after the first byte is logged and left to the next handler, and none is if the client has left", async () => {
  /** Fails with `error`, and with another if `render` throws; says what became of it. */
  const handle = async (error: Error, response: object, render: (response: any) => void = () => {}, socket = {}) => {
    const { logger, lines } = listeningLogger();
    const passed: unknown[] = [];
    const whole: object = { status: () => whole, set: () => whole, ...response };
    const request = { socket, method: "GET", path: "/", headers: {} };
    const handler = handleErrors(logger, (_error, _request, response) => render(response));
    await handler(error, request as any, whole as any, (error) => passed.push(error));
    return { passed, logged: lines.map(({ message }) => message) };
  };
  const nothing = { passed: [], logged: [] };
  const lost = new Error("lost");
  expect(await handle(lost, { destroyed: true })).toEqual(nothing);
  expect(await handle(lost, {}, undefined, { destroyed: true })).toEqual(nothing);
  expect(await handle(lost, { headersSent: true })).toEqual({ passed: [lost], logged: ["request failed"] });

  const leaves = (response: object) => {
    Object.assign(response, { destroyed: true });
    throw new Error("no page");
  };
  expect(await handle(new HttpError(404), {}, leaves)).toEqual(nothing);
});
