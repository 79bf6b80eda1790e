import { expect, it } from "@jest/globals";
import express from "express";
import supertest from "supertest";
import type { Library } from "../src/content/library.js";
import { HttpError, handleErrors } from "../src/http/errors.js";
import { shipped as library } from "./support/changed-library.js";
import { listeningLogger, site } from "./support/site.js";

const broken: Library = {
  ...library,
  page(name, locale) {
    const page = library.page(name, locale);
    const secret = () => {
      throw new Error("the secret is in /var/lib/secret");
    };
    return name === "after-commerce-faq" ? Object.defineProperty({ ...page }, "lead", { get: secret }) : page;
  },
};

const production = { NODE_ENV: "production" };

it("in development, the error page names the view that failed and the reason, but not at a public address", async () => {
  const answer = (variables: object) =>
    site({ files: { library: broken, templates: undefined } }, { ...variables }).get("/en/after-commerce/faq");
  const { status, text } = await answer({ BASE_URL: "" });
  expect(status).toBe(500);
  expect(text).toMatch(/Error: the secret is in[\s\S]+views\/[\w/]+\.njk/);
  expect((await answer({ BASE_URL: "https://www.example.com" })).text).not.toContain("secret");
});

it("an internal error shows a page in the visitor's language without details", async () => {
  const { logger, lines } = listeningLogger();
  const { status, headers, text } = await site({ files: { library: broken }, logger }, production).get(
    "/sv/after-commerce/faq",
  );

  expect(status).toBe(500);
  expect(headers["cache-control"]).toBe("no-store");
  expect(text).toContain('<html lang="sv"');
  expect(text).not.toMatch(/secret|Error:|at .*\.ts/);
  expect(lines.filter(({ level }) => level === "error").map(({ message }) => message)).toContain("request failed");
});

it("an error while the error page is rendered gets a plain text", async () => {
  const { logger } = listeningLogger();
  const wholly: Library = {
    ...library,
    page: () => {
      throw new Error("secret");
    },
  };
  const { get, services } = site({ files: { library: wholly }, logger }, production);
  const { status, headers, text } = await get("/nb");

  expect(status).toBe(500);
  expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
  expect(text).toBe(services.getFixedT("nb")("errors:serverError.text"));
});

it("an error is not cached: the page is served again once its cause is gone", async () => {
  let failing = true;
  const flaky: Library = {
    ...library,
    page: (name, locale) => {
      if (failing) throw new Error("for now");
      return library.page(name, locale);
    },
  };
  const { get } = site({ files: { library: flaky } });

  expect((await get("/en")).status).toBe(500);
  failing = false;
  expect((await get("/en")).status).toBe(200);
});

it.each([
  ["/feed.xml?locale=nb", "nb"],
  ["/feed.xml?locale=xx", "en"],
  ["/feed.xml?locale=nb&locale=nb", "en"],
  ["/healthz", "en"],
] as const)("POST %s is rejected in JSON, in %s", async (address, locale) => {
  const { raw, services } = site();
  const { headers, text } = await raw(address, "POST");
  expect(headers).toMatchObject({
    "content-type": "application/json; charset=utf-8",
    "content-language": locale,
  });
  expect(JSON.parse(text)).toEqual({
    error: services.getFixedT(locale)("errors:methodNotAllowed.message"),
  });
});

it("an error whose own page fails is answered by the next error handler with its status", async () => {
  const { logger, lines } = listeningLogger();
  const app = express()
    .get(
      "/",
      () => {
        throw new HttpError(429);
      },
      handleErrors(logger, () => {
        throw new Error("the form failed");
      }),
    )
    .use(handleErrors(logger, (_error, _request, response) => response.send("plain")));
  const { status, headers, text } = await supertest(app).get("/");

  const caching = headers["cache-control"];
  expect({ status, text, caching }).toEqual({ status: 429, text: "plain", caching: "no-store" });
  expect(lines.map(({ message }) => message)).toEqual(["Could not render the error page"]);
});
