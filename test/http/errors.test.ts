import { expect, it } from "@jest/globals";
import express from "express";
import supertest from "supertest";
import { errorBody, notFound, sendErrorsAsJson, sendErrorsAsPages } from "../../src/http/errors.js";
import { HttpError } from "../../src/http/http-error.js";
import { forEvery } from "../support/for-every.js";
import { listeningLogger } from "../support/logger.js";

const translate =
  (locale: string) =>
  (key: string, values: object = {}) =>
    [locale, key, ...Object.values(values)].join(" ");

/** An app whose pages all fail with `error`, and whose error page shows its values, or fails too. */
function failing(
  error: unknown,
  { canRender = true, showsFailures }: { canRender?: boolean; showsFailures?: true } = {},
) {
  const { logger, lines } = listeningLogger();
  let rendered = 0;
  const render = (_view: string, _locale: string, { heading, text }: any) => {
    rendered += 1;
    if (!canRender) throw new Error("no view");
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
  [400, "badRequest"],
  [403, "insecure"],
  [404, "notFound"],
  [405, "methodNotAllowed"],
  [429, "tooMany"],
  [500, "serverError"],
  [502, "serverError"],
  [503, "busy"],
  [599, "serverError"],
  [410, "badRequest"],
])("an error has the texts of its status, on a page and in JSON", async (status, texts) => {
  const { get, lines } = failing(new HttpError(status));
  const page = await get("/sv");
  expect([page.status, page.answer]).toEqual([status, `errors:${texts}.heading errors:${texts}.text`]);
  expect(page.headers["cache-control"]).toBe("no-store");
  const json = await get("/api/x");
  expect([json.status, json.answer]).toEqual([status, { error: `en errors:${texts}.message` }]);
  expect(lines).toEqual([]);
});

forEvery([
  [new Error("secret"), 500],
  [{ status: 404 }, 404],
  [{ status: 399 }, 500],
  [{ status: 600 }, 500],
  [{ status: "404" }, 500],
  ["text", 500],
  [null, 500],
])("a thrown value gets its status, or 500 and a log line", async (error, status) => {
  const { get, lines } = failing(error ?? undefined);
  const { status: sent, answer } = await get("/sv/x");
  if (error === null) expect([sent, lines]).toEqual([404, []]);
  else {
    expect(JSON.stringify(answer)).not.toContain("secret");
    expect([sent, lines.map(({ message }) => message)]).toEqual([status, status === 500 ? ["request failed"] : []]);
    if (status === 500) expect(lines[0]!.fields).toEqual({ err: error, method: "GET", path: "/sv/x" });
  }
});

it("an error in JSON is in the locale of the query, or in English", async () => {
  const { get } = failing(new HttpError(404));
  const languageOf = async (path: string) => {
    const { headers, answer } = await get(path);
    return { header: headers["content-language"], text: answer.error.slice(0, 2) };
  };
  expect(await languageOf("/api/x?locale=sv")).toEqual({ header: "sv", text: "sv" });
  expect(await languageOf("/api/x?locale=de")).toEqual({ header: "en", text: "en" });
});

it("details of an error are translated for each field", () => {
  const details = { name: ["a", "b"], email: ["c"] };
  const error = new HttpError(422, { messageKey: "wrong", values: { count: 2 }, details });
  expect(errorBody(error, translate("sv"))).toEqual({
    error: "sv wrong 2",
    details: { name: ["sv a 2", "sv b 2"], email: ["sv c 2"] },
  });
  expect(errorBody(new HttpError(404), translate("en"))).toEqual({ error: "en errors:notFound.message" });
  expect(error.message).toBe("HTTP 422");
});

it("an error page is rendered once for each language and status, and is plain text if its view fails", async () => {
  const { get, rendered } = failing(new HttpError(404));
  for (const path of ["/sv/a", "/sv/b", "/nb/a", "/sv/c"]) await get(path);
  expect(rendered()).toBe(2);

  const broken = failing(new HttpError(404), { canRender: false });
  const { status, headers, answer } = await broken.get("/sv/a");
  expect([status, headers["content-type"], answer]).toEqual([
    404,
    "text/plain; charset=utf-8",
    "sv errors:notFound.text",
  ]);
  expect(broken.lines).toEqual([
    { level: "error", fields: { err: new Error("no view") }, message: "Could not render the error page" },
  ]);
});

it("in development, a failure shows its stack, and any other error its page", async () => {
  const failure = new Error("secret");
  const { headers, answer } = await failing(failure, { showsFailures: true }).get("/sv/a");
  expect([headers["content-type"], answer]).toEqual(["text/plain; charset=utf-8", failure.stack]);
  const missing = await failing(new HttpError(404), { showsFailures: true }).get("/sv/a");
  expect(missing.answer).toBe("errors:notFound.heading errors:notFound.text");
});
