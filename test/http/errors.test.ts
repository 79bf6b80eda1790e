import { expect, it } from "@jest/globals";
import express from "express";
import supertest from "supertest";
import { errorPages } from "../../src/controllers/error-pages.js";
import { HttpError, handleErrors } from "../../src/http/errors.js";
import { forEvery } from "../support/for-every.js";
import { ask, portOf } from "../support/listen.js";
import { listeningLogger } from "../support/logger.js";

function failing(error: unknown) {
  const { logger, lines } = listeningLogger();
  const render = (_view: string, locale: string, { heading, text }: any) => `${locale} ${heading} ${text}`;
  const app = express()
    .set("env", "test") // Express logs no errors
    .use((request) => {
      request.language = request.path.split("/")[1]!;
      throw error;
    })
    .use(errorPages({ config: {}, logger, render } as any));
  const get = async (path: string) => {
    const { status, headers, text } = await supertest(app).get(path);
    return { status, text, cache: headers["cache-control"] };
  };
  return { get, lines };
}

forEvery([
  [new HttpError(410), 410, "badRequest"],
  [new HttpError(429), 429, "tooMany"],
  [new HttpError(503), 503, "busy"],
  [new HttpError(599), 599, "serverError"],
  [{ status: 404 }, 404, "notFound"],
  [new Error("secret"), 500, "serverError"],
  [{ status: 399 }, 500, "serverError"],
  ["404", 500, "serverError"],
])("a thrown value gets the page of its status, or 500 and a log line", async (error, status, name) => {
  const { get, lines } = failing(error);
  const text = `sv errors:${name}.heading errors:${name}.text`;
  expect(await get("/sv/x")).toEqual({ status, text, cache: "no-store" });
  const line = { level: "error", message: "request failed", fields: { err: error, method: "GET", path: "/sv/x" } };
  expect(lines).toEqual(status === 500 ? [line] : []);
});

it("a connection with more than 64 KB of unread body is closed after the response", async () => {
  const tooLarge = () => {
    throw new HttpError(413);
  };
  const { logger } = listeningLogger();
  const handler = handleErrors(logger, (_error, _request, response) => response.send("too large"));
  const port = await portOf(express().use(tooLarge, handler));
  const connectionOf = async (sent: Record<string, string>) =>
    (await ask(port, "/", { method: "POST", agent: false, headers: { connection: "keep-alive", ...sent } })).headers
      .connection;
  expect(await connectionOf({ "content-length": "65536" })).toBe("keep-alive");
  expect(await connectionOf({ "content-length": "65537" })).toBe("close");
  expect(await connectionOf({ "transfer-encoding": "chunked" })).toBe("close");
});
