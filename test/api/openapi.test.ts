/** The API does what its description says, and nothing else. */

import { describe, expect, it } from "@jest/globals";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import supertest from "supertest";
import type { Site } from "../../src/site.js";
import type { Locale } from "../../src/text/locale.js";
import { forEvery } from "../support/for-every.js";
import { languages } from "../support/shipped.js";
import { BASE_URL, site } from "../support/site.js";

const { get, raw, listener, services } = site();
const description = JSON.parse((await get("/api/openapi.json")).text);
const { paths, components, info } = description;
const ajv = formats.default(new Ajv2020({ strict: false, allErrors: true }));
ajv.addSchema({ $id: "openapi", components });

function wrongWith(value: unknown, schema: object): string[] {
  const json = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components'));
  return ajv.validate(json, value) ? [] : ajv.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`);
}
const jsonIn = ({ content }: any) => content["application/json"];
const statusesOf = ({ responses: { default: _, ...responses } }: any) => Object.keys(responses).map(Number);

it("the API description is valid OpenAPI 3.1, and has every address of the API", async () => {
  expect(await new Validator().validate(structuredClone(description))).toMatchObject({ valid: true });
  expect(description.openapi).toMatch(/^3\.1\./);
  const events = ["/api/events", "/api/events/{id}", "/api/events/{id}.ics"];
  const calendars = ["/api/calendar", "/api/calendar.ics", "/api/calendar/{city}", "/api/calendar/{city}.ics"];
  expect(Object.keys(paths)).toEqual([...events, ...calendars, "/api/ai/chat"]);
});

it("every operation, parameter and response is described, with the contact", async () => {
  expect(info.contact).toEqual({ email: services.library.organisation.mail });
  const all = Object.values<any>(paths).flatMap((path) => Object.values<any>(path));
  for (const { summary, description, responses, parameters = [] } of all)
    for (const text of [{ description: summary }, { description }, ...parameters, ...Object.values<any>(responses)])
      expect(text.description).toMatch(/^\w.*[\w.]$/s);
  expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(all.length);
});

it("a response has every field of its schema, and can get more fields", () => {
  const look = (schema: any, path: string): void => {
    for (const { properties = {}, required = [], items } of schema.anyOf ?? [schema]) {
      expect({ path, required }).toEqual({ path, required: Object.keys(properties) });
      for (const [name, inner] of Object.entries(properties)) look(inner, `${path}.${name}`);
      if (items) look(items, path);
    }
  };
  for (const name of ["Event", "EventList", "ChatAnswer"]) look(components.schemas[name], name);
  expect(JSON.stringify(components)).not.toContain('"additionalProperties":false');
});

const validValue = ({ name, schema }: any) =>
  schema.enum?.[0] ?? schema.const ?? schema.minimum ?? (schema.format === "date" ? "2026-12-01" : someText[name]);
const someText: Record<string, string> = { city: "gothenburg", offset: "1" };

const reads = Object.entries<any>(paths).flatMap(([path, { get }]) => (get ? [[path, get] as const] : []));

describe.each(reads)("%s", (template, operation) => {
  const example = (name: string) => operation.parameters.find((parameter: any) => parameter.name === name)?.example;
  const path = template.replace("{id}", example("id")).replace("{city}", example("city"));
  const inQuery = operation.parameters.filter((parameter: any) => parameter.in === "query");

  it("responds as described to each parameter, and reads no other", async () => {
    const [[type, { schema, example: shown }]] = Object.entries<any>(operation.responses[200].content) as any;
    const queries = inQuery.map((parameter: any) => `?${parameter.name}=${validValue(parameter)}`);
    for (const query of ["", "?unheard=1", ...queries]) {
      const { status, headers, text } = await get(path + query);
      expect({ query, status }).toEqual({ query, status: 200 });
      expect(headers["content-type"]).toBe(`${type}; charset=utf-8`);
      expect(wrongWith(type === "application/json" ? JSON.parse(text) : text, schema)).toEqual([]);
    }
    const { text } = await get(template === "/api/events" ? `${path}?limit=1` : path);
    if (type === "application/json") expect(JSON.parse(text)).toEqual(shown);
    for (const { name } of inQuery)
      expect({ name, ...(await get(`${path}?${name}=%00`)) }).toMatchObject({ name, status: 400 });
  });

  it("responds with each described status, and no other", async () => {
    const { headers } = await get(path);
    const answers = [await get(path, { "If-None-Match": headers.etag! }), await get(`${path}?locale=xx`)];
    if (template.includes("{")) answers.push(await get(template.replace(/\{\w+\}/, "nothing-here")));
    if (template.includes("{city}")) answers.push(await get(template.replace("{city}", "G%C3%B6teborg")));
    expect(new Set([200, ...answers.map(({ status }) => status)])).toEqual(new Set(statusesOf(operation)));
    const broken = site();
    (broken.services as { -readonly [Name in keyof Site]: Site[Name] }).snapshot = () => {
      throw new Error("the events are lost");
    };
    const others = [await broken.get(path), await raw(path, "POST")];
    expect(others.map(({ status }) => status)).toEqual([500, 405]);
    for (const { status, text } of [...answers, ...others].filter(({ status }) => status >= 400)) {
      const { schema } = jsonIn(operation.responses[status] ?? operation.responses.default);
      expect(wrongWith(JSON.parse(text), schema)).toEqual([]);
    }
  });
});

it("the examples are coming events, years from now too", async () => {
  const { get } = site({ clock: () => Date.parse("2031-01-01T00:00:00Z") });
  const later = JSON.parse((await get("/api/openapi.json")).text);
  expect(later.servers).toEqual([{ url: "https://www.forcommerce.example" }]);
  expect(jsonIn(later.paths["/api/events"].get.responses[200]).example.events[0].startsAt).toMatch(/^2031-/);
});

describe("/api/ai/chat", () => {
  const { post: operation } = paths["/api/ai/chat"];
  const { example: question, schema: questionSchema } = jsonIn(operation.requestBody);
  const ask = (body: string | object, headers: Record<string, string> = {}, of = listener) =>
    supertest(of)
      .post("/api/ai/chat")
      .set({ "Content-Type": "application/json", ...headers })
      .send(body);
  const padded = (bytes: number) => JSON.stringify(question).padEnd(bytes);

  it("responds to its example in every described media type", async () => {
    const { content, headers: described } = operation.responses[200];
    expect(wrongWith(question, questionSchema)).toEqual([]);
    expect(Object.keys(operation.requestBody.content)).toEqual(["application/json"]); // clients send the first or none
    const { messages, page } = components.schemas.ChatRequest.properties;
    for (const property of [messages, messages.items.properties.content, page])
      expect(property.description).toMatch(/\.$/);
    expect(wrongWith({ messages: [{ role: "system", content: "x" }], locale: "de" }, questionSchema)).toHaveLength(2);
    const types = ["text/event-stream", "text/plain", "application/json"];
    expect(Object.keys(content)).toEqual(types);
    for (const type of types) {
      const { status, headers, body } = await ask(padded(65_536), { Accept: type });
      expect({ status, type: headers["content-type"]!.split(";")[0] }).toEqual({ status: 200, type });
      for (const header of Object.keys(described)) expect(headers[header.toLowerCase()]).toBeDefined();
      if (type === "application/json") expect(wrongWith(body, content[type].schema)).toEqual([]);
    }
  });

  it("responds with each described status and its headers, and no other", async () => {
    const locale = { name: "locale", in: "query", schema: { enum: ["en", "sv", "nb"] } }; // chat.test has it in use
    expect(operation.parameters).toMatchObject([locale]);
    const [draining, broken] = [site(), site()];
    draining.services.health.phase = "draining";
    broken.services.dialogue.answer = () => Promise.reject(new Error("no answer"));
    const rejected: [status: number, key: string, answer: Awaited<ReturnType<typeof ask>>, locale?: Locale][] = [
      [400, "json", await ask("{")],
      [400, "json", await ask("[".repeat(60_000))],
      [403, "crossSite", await ask(question, { "Sec-Fetch-Site": "cross-site" })],
      [413, "tooLarge", await ask(padded(65_537))],
      [415, "contentType", await ask("x", { "Content-Type": "text/plain" })],
      [422, "invalid", await ask({ messages: [{ role: "user", content: "" }], locale: "nb" }), "nb"],
      [503, "busy", await ask(question, {}, draining.listener)],
    ];
    for (const [status, key, answer, locale = "en"] of rejected)
      expect({ key, status: answer.status, headers: answer.headers, ...answer.body }).toMatchObject({
        key,
        status,
        error: services.getFixedT(locale)(`dialogue:errors.${key}`),
        headers: { "cache-control": "no-store", "content-language": locale },
      });
    const answers = rejected.map(([, , answer]) => answer);
    for (let count = 0; count < 15; count++) answers.push(await ask("{"));
    expect(new Set([200, ...answers.map(({ status }) => status)])).toEqual(new Set(statusesOf(operation)));
    const others = [await get("/api/ai/chat"), await ask(question, {}, broken.listener)];
    expect(others.map(({ status }) => status)).toEqual([405, 500]);
    for (const { status, headers, text } of [...answers, ...others]) {
      const response = operation.responses[status] ?? operation.responses.default;
      expect(wrongWith(JSON.parse(text), jsonIn(response).schema)).toEqual([]);
      for (const header of Object.keys(response.headers ?? {})) expect(headers[header.toLowerCase()]).toBeDefined();
      if ([429, 503].includes(status)) expect(Object.keys(response.headers)).toEqual(["Retry-After"]);
    }
  });
});

// The page for developers, asked by a visitor of its own

const fresh = site();
const textOf = async (language: string, selector: string) => {
  const { $ } = await fresh.get(`/${language}/developer`);
  const codes = $(selector).toArray();
  return codes.map((code) => $(code).text().trim());
};

/** Sends the request of a curl command. Throws for an unknown option. */
function run(command: string) {
  const [, options = "", data, address = ""] =
    /^curl (?:-N )?((?:-H "[^"]+" )*)(?:-d '([^']+)' )?"([^"]+)"$/.exec(command) ?? [];
  expect({ command, origin: address.slice(0, BASE_URL.length + 1) }).toEqual({ command, origin: `${BASE_URL}/` });
  const pairs = [...options.matchAll(/-H "([^:]+): ([^"]+)"/g)].map((match) => [match[1]!, match[2]!]);
  const headers = Object.fromEntries(pairs);
  const path = address.slice(BASE_URL.length);
  return data === undefined ? fresh.get(path, headers) : supertest(fresh.listener).post(path).set(headers).send(data);
}

forEvery(languages)("the page for developers has commands that work unchanged", async (language) => {
  const commands = await textOf(language, "pre code:not(.language-json)");
  const sent: any[] = [];
  expect(commands.length).toBeGreaterThan(7);
  for (const command of commands) {
    const src = /^<.* src="([^"]+)"/s.exec(command)?.[1]?.replaceAll("&amp;", "&");
    const { status, text } = src ? await fresh.get(src.slice(BASE_URL.length)) : await run(command);
    const isWrong = command.includes("limit=0");
    expect({ command, status }).toEqual({ command, status: isWrong ? 400 : 200 });
    if (isWrong) expect(Object.keys(JSON.parse(text).details)).toEqual(["concept", "limit"]);
    if (command.includes("from=2027")) expect(JSON.parse(text).events.length).toBeGreaterThan(5);
    if (command === commands[0]) sent.push(JSON.parse(text));
  }
  const [example] = await textOf(language, "pre code.language-json");
  const keysOf = ({ links, events: [event], ...list }: any) => [links, event, list].map(Object.keys);
  const shown = keysOf(JSON.parse(example!)).map((keys) => expect.arrayContaining(keys));
  expect(keysOf(sent[0])).toEqual(shown);
});
