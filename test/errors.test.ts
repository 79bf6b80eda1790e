import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "@jest/globals";
import { compileViews } from "../src/build/compile-views.js";
import type { Library } from "../src/content/library.js";
import { newFolder } from "./support/folders.js";
import { shipped as library } from "./support/library.js";
import { BASE_URL, listeningLogger, site } from "./support/site.js";

const fail = () => {
  throw new Error("the secret is in /var/lib/secret");
};
const broken: Library = {
  ...library,
  page(name, locale) {
    const page = library.page(name, locale);
    return name === "after-commerce-faq" ? Object.defineProperty({ ...page }, "lead", { get: fail }) : page;
  },
};

const production = { NODE_ENV: "production" };

const macros = "{% macro shout(text) %}\n<b>{{ text }}</b>\n{% endmacro %}\n";

it.each<[string, string, Record<string, string>]>([
  ["show.njk:2:4: {{ record.titel }} has no value", "<p>\n<b>{{ record.titel }}", {}],
  ["part.njk:1:5: {{ nobody }} has no value", "\n\n{% include 'part.njk' %}", { "part.njk": "<i> {{ nobody }}" }],
  ["macros.njk:2:4: {{ text }} has no value", "{% from 'macros.njk' import shout %}\n\n{{ shout(record.empty) }}", {}],
  ["show.njk:2:1: {{ record.title | shuot }}: filter not found: shuot", "\n{{ record.title | shuot }}", {}],
  ["show.njk:2:14: {% include 'prat.njk' %}: template not found: prat.njk", "\n {% include 'prat.njk' %}", {}],
])("a mistake in a view is reported as views/%s", (message, show, others) => {
  const folder = newFolder();
  const views = { "show.njk": show, "macros.njk": macros, ...others };
  for (const [name, text] of Object.entries(views)) writeFileSync(path.join(folder, name), text);
  const { services } = site({ files: { compiledViews: compileViews(folder) } });
  const record = { title: "Title", empty: null };
  expect(() => services.render("show.njk", "en", { record })).toThrow(
    expect.objectContaining({ message: `views/${message}` }),
  );
});

it("a view that cannot be read is reported with its line and column", () => {
  const folder = newFolder();
  writeFileSync(path.join(folder, "show.njk"), "<p>\n{% if x %}{{ x y }}");
  expect(() => compileViews(folder)).toThrow(/^views\/show\.njk:2:\d+: \S/);
});

it("an internal error shows a page in the visitor's language without details", async () => {
  const { logger, lines } = listeningLogger();
  const { get } = site({ files: { library: broken }, logger }, production);
  const { status, headers, text } = await get("/sv/after-commerce/faq");
  expect(status).toBe(500);
  expect(headers["cache-control"]).toBe("no-store");
  expect(text).toContain('<html lang="sv"');
  expect(text).not.toMatch(/secret|Error:|at .*\.ts/);
  const [failure] = lines.filter(({ level }) => level === "error");
  expect(failure!.message).toBe("request failed");
  const { message } = (failure!.fields as { err: Error }).err;
  expect(message).toMatch(/^views\/[\w/]+\.njk:\d+:\d+: \{[{%].*[%}]\}: the secret is in/);
});

it("an error while the error page is rendered gets a plain text", async () => {
  const { get, services } = site({ files: { library: { ...library, page: fail } } }, production);
  const { status, headers, text } = await get("/nb");
  expect(status).toBe(500);
  expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
  expect(text).toBe(services.getFixedT("nb")("errors:serverError.text"));
});

it("an error is not cached: the page is served again once its cause is gone", async () => {
  let failing = true;
  const page: Library["page"] = (name, locale) => (failing ? fail() : library.page(name, locale));
  const { get } = site({ files: { library: { ...library, page } } });
  expect((await get("/en")).status).toBe(500);
  failing = false;
  expect((await get("/en")).status).toBe(200);
});

it("a browser that sends something at another address than BASE_URL is logged once, in production", async () => {
  const { logger, lines } = listeningLogger();
  const { raw } = site({ logger }, { ...production, TRUST_PROXY: "1" });
  const send = (origin: string, from: string) =>
    raw("/en/contact", "POST", { origin, "sec-fetch-site": from, "content-length": "0" });
  await send(BASE_URL, "same-origin");
  await send("https://elsewhere.example", "cross-site");
  await send("null", "same-origin");
  const warnings = () => lines.filter(({ level }) => level === "warn");
  expect(warnings()).toEqual([]);
  for (const origin of ["https://old.example.com", "https://older.example.com"]) await send(origin, "same-origin");
  const fields = { origin: "https://old.example.com", baseUrl: BASE_URL };
  expect(warnings()).toEqual([{ level: "warn", fields, message: expect.stringContaining("BASE_URL") }]);
});
