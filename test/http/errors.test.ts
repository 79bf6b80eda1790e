import { expect, it } from "@jest/globals";
import express from "express";
import supertest from "supertest";
import { notFound, sendErrorsAsJson, sendErrorsAsPages } from "../../src/http/errors.js";
import { HttpError } from "../../src/http/http-error.js";
import { forEvery } from "../support/for-every.js";
import { listeningLogger } from "../support/logger.js";

const translate =
  (locale: string) =>
  (key: string, values: object = {}) =>
    [locale, key, ...Object.values(values)].join(" ");

/** An app whose pages all fail with `error`, and whose error page shows its values. */
function failing(error: unknown, showsFailures?: true) {
  const { logger, lines } = listeningLogger();
  let rendered = 0;
  const render = (_view: string, _locale: string, { heading, text }: any) => {
    rendered += 1;
    return `${heading} ${text}`;
  };
  const app = express()
    .set("env", "test") // Express logs no errors
    .use((request, _response, next) => {
      const language = /^\/(sv|nb)/.exec(request.path)?.[1] ?? "en";
      Object.assign(request, { language, t: translate(language) });
      if (error === undefined) return notFound(request, _response, next);
      throw error;
    })
    .use("/api", sendErrorsAsJson(logger, translate))
    .use(sendErrorsAsPages(logger, render, showsFailures));
  const get = async (path: string) => {
    const { status, headers, text, body } = await supertest(app).get(path);
    const isJson = headers["content-type"]!.startsWith("application/json");
    return { status, headers, answer: isJson ? body : text };
  };
  return { get, lines, rendered: () => rendered };
}

forEvery([
  [403, "insecure"],
  [404, "notFound"],
  [405, "methodNotAllowed"],
  [410, "badRequest"],
  [429, "tooMany"],
  [503, "busy"],
  [599, "serverError"],
])("an error has the texts of its status, on a page and in JSON, and is not logged", async (status, texts) => {
  const { get, lines } = failing(new HttpError(status));
  const noStore = { "cache-control": "no-store" };
  const page = { status, answer: `errors:${texts}.heading errors:${texts}.text`, headers: noStore };
  expect(await get("/sv")).toMatchObject(page);
  const json = { status, answer: { error: `en errors:${texts}.message` }, headers: noStore };
  expect(await get("/api/x?locale=de")).toMatchObject(json);
  expect(lines).toEqual([]);
});

forEvery([
  [undefined, 404],
  [{ status: 404 }, 404],
  [new Error("secret"), 500],
  [{ status: 399 }, 500],
  [{ status: 600 }, 500],
  [{ status: "404" }, 500],
  ["text", 500],
])("a thrown value gets its status, or 500 and a log line", async (error, status) => {
  const { get, lines } = failing(error);
  const { status: sent, answer } = await get("/sv/x");
  expect({ sent, answer }).toEqual({ sent: status, answer: expect.not.stringContaining("secret") });
  const line = { level: "error", message: "request failed", fields: { err: error, method: "GET", path: "/sv/x" } };
  expect(lines).toEqual(status === 500 ? [line] : []);
});

it("an error in JSON has the details of each field, in the locale of the query", async () => {
  const details = { name: ["a", "b"], email: ["c"] };
  const { get } = failing(new HttpError(422, { messageKey: "wrong", values: { count: 2 }, details }));
  expect(await get("/api/x?locale=sv")).toMatchObject({
    headers: { "content-language": "sv" },
    answer: { error: "sv wrong 2", details: { name: ["sv a 2", "sv b 2"], email: ["sv c 2"] } },
  });
});

it("an error page is rendered once for each language and status", async () => {
  const { get, rendered } = failing(new HttpError(404));
  for (const path of ["/sv/a", "/sv/b", "/nb/a", "/sv/c"]) await get(path);
  expect(rendered()).toBe(2);
});

it("in development, a failure shows its stack, and any other error its page", async () => {
  const failure = new Error("secret");
  const { headers, answer } = await failing(failure, true).get("/sv/a");
  expect({ type: headers["content-type"], answer }).toEqual({
    type: "text/plain; charset=utf-8",
    answer: failure.stack,
  });
  const missing = await failing(new HttpError(404), true).get("/sv/a");
  expect(missing.answer).toBe("errors:notFound.heading errors:notFound.text");
});
