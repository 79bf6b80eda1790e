import { expect, it } from "@jest/globals";
import express from "express";
import supertest from "supertest";
import { sendErrorsAsPages } from "../../src/http/errors.js";
import { HttpError } from "../../src/http/http-error.js";
import { forEvery } from "../support/for-every.js";
import { listeningLogger } from "../support/logger.js";

/** An app whose pages all fail with `error`, and whose error page shows its values. */
function failing(error: unknown) {
  const { logger, lines } = listeningLogger();
  let rendered = 0;
  const render = (_view: string, locale: string, { heading, text }: any) => {
    rendered += 1;
    return `${locale} ${heading} ${text}`;
  };
  const app = express()
    .set("env", "test") // Express logs no errors
    .use((request) => {
      request.language = request.path.split("/")[1]!;
      throw error;
    })
    .use(sendErrorsAsPages(logger, render));
  const get = async (path: string) => {
    const { status, headers, text } = await supertest(app).get(path);
    return { status, text, cache: headers["cache-control"] };
  };
  return { get, lines, rendered: () => rendered };
}

forEvery([
  [new HttpError(403), 403, "insecure"],
  [new HttpError(410), 410, "badRequest"],
  [new HttpError(429), 429, "tooMany"],
  [new HttpError(503), 503, "busy"],
  [new HttpError(599), 599, "serverError"],
  [{ status: 404 }, 404, "notFound"],
  [new Error("secret"), 500, "serverError"],
  [{ status: 399 }, 500, "serverError"],
  [{ status: 600 }, 500, "serverError"],
  [{ status: "404" }, 500, "serverError"],
  ["text", 500, "serverError"],
])("a thrown value gets the page of its status, or 500 and a log line", async (error, status, name) => {
  const { get, lines } = failing(error);
  const text = `sv errors:${name}.heading errors:${name}.text`;
  expect(await get("/sv/x")).toEqual({ status, text, cache: "no-store" });
  const line = { level: "error", message: "request failed", fields: { err: error, method: "GET", path: "/sv/x" } };
  expect(lines).toEqual(status === 500 ? [line] : []);
});

it("an error page is rendered once for each language and status", async () => {
  const { get, rendered } = failing(new HttpError(404));
  for (const path of ["/sv/a", "/sv/b", "/nb/a", "/sv/c"]) await get(path);
  expect(rendered()).toBe(2);
});
