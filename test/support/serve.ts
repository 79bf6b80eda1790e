import express, { type ErrorRequestHandler, type RequestHandler } from "express";
import supertest from "supertest";
import type { HttpError } from "../../src/http/http-error.js";
import { portOf } from "./listen.js";

/** Responds with the key of the error's message, or its message. */
const showError: ErrorRequestHandler = (error, _request, response, _next) => {
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

/** The port of a server with these handlers. */
export const listen = (handler: RequestHandler, ...others: (RequestHandler | ErrorRequestHandler)[]) =>
  portOf(
    express()
      .set("env", "test")
      .use(handler, ...(others as RequestHandler[])),
  );
