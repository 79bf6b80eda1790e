import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "@jest/globals";
import express, { type ErrorRequestHandler, type RequestHandler } from "express";
import supertest from "supertest";
import type { HttpError } from "../../src/http/http-error.js";

/** Responds with the key of the error's message, or its message. */
export const showError: ErrorRequestHandler = (error, _request, response, _next) => {
  const { status = 500, explanation, message } = error as Partial<HttpError>;
  const { messageKey: key, values } = explanation ?? {};
  response.status(status).send(key ? JSON.stringify({ key, values }) : message);
};
/** A client of an app with these handlers, which responds "passed" if all of them pass the request on. */
export const serve = (...handlers: RequestHandler[]) =>
  supertest(
    express()
      .set("trust proxy", true)
      .use(...handlers, (_request, response) => void response.send("passed"))
      .use(showError),
  );

const servers: ReturnType<typeof createServer>[] = [];
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections();
});

/** The port of a server with these handlers, which stops after the tests of the file. */
export async function listen(handler: RequestHandler, ...others: (RequestHandler | ErrorRequestHandler)[]) {
  const app = express()
    .set("env", "test")
    .use(handler, ...(others as RequestHandler[]));
  const server = createServer(app).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}
