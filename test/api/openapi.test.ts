/** The API does what its description says, and nothing else. */
import { describe, expect, it } from "@jest/globals";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { site } from "../support/site.js";

const { get, raw, client, services } = site();
const description = JSON.parse((await get("/api/openapi.json")).text);
const { paths, components, info } = description;
const ajv = formats.default(new Ajv2020({ strict: false, allErrors: true }));
ajv.addSchema({ $id: "openapi", components });

/** The errors of a value by a schema of the description. */
function wrongWith(value: unknown, schema: object): string[] {
  const json = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components'));
  return ajv.validate(json, value) ? [] : ajv.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`);
}
const jsonIn = ({ content }: any) => content["application/json"];
const statusesOf = ({ responses }: any) =>
  Object.keys(responses)
    .filter((status) => status !== "default")
    .map(Number);

it("the API description is valid OpenAPI 3.1, and has every address of the API", async () => {
  expect(await new Validator().validate(structuredClone(description))).toMatchObject({ valid: true });
  expect(description.openapi).toMatch(/^3\.1\./);
  const calendars = ["/api/calendar", "/api/calendar.ics", "/api/calendar/{city}", "/api/calendar/{city}.ics"];
  expect(Object.keys(paths)).toEqual([
    ...["/api/events", "/api/events/{id}", "/api/events/{id}.ics"],
    ...[...calendars, "/api/ai/chat"],
  ]);
});

it("every operation, parameter and response is described, with the contact and the licence", async () => {
  expect(info).toMatchObject({
    contact: { email: services.library.organisation.mail },
    license: { name: expect.any(String), url: info.termsOfService },
  });
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

/** A value that the schema of a parameter accepts. */
const validValue = ({ name, schema }: any) =>
  schema.enum?.[0] ?? schema.const ?? schema.minimum ?? (schema.format === "date" ? "2026-12-01" : someText[name]);
const someText: Record<string, string> = {
  city: "gothenburg",
  cursor: new URL(JSON.parse((await get("/api/events?limit=1")).text).links.next).searchParams.get("cursor")!,
};

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
    const answers: { status: number; text: string }[] = [
      await get(path, { "If-None-Match": headers.etag! }),
      await get(`${path}?locale=xx`),
    ];
    if (template.includes("{")) answers.push(await get(template.replace(/\{\w+\}/, "nothing-here")));
    if (template.includes("{city}")) answers.push(await get(template.replace("{city}", "G%C3%B6teborg")));
    expect(new Set([200, ...answers.map(({ status }) => status)])).toEqual(new Set(statusesOf(operation)));

    const broken = site();
    broken.services.agenda.current = () => {
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
  const { schema: formSchema } = operation.requestBody.content["application/x-www-form-urlencoded"];
  const ask = (body: string | object, headers: Record<string, string> = {}, of = client) =>
    of
      .post("/api/ai/chat")
      .set({ "Content-Type": "application/json", ...headers })
      .send(body);

  it("responds to its example in every described media type", async () => {
    const { content, headers: described } = operation.responses[200];
    expect(wrongWith(question, questionSchema)).toEqual([]);
    const { messages, page } = components.schemas.ChatRequest.properties;
    for (const property of [messages, messages.items.properties.content, page])
      expect(property.description).toMatch(/\.$/);
    expect(wrongWith({ messages: [{ role: "system", content: "x" }], locale: "de" }, questionSchema)).toHaveLength(2);
    expect(Object.keys(content)).toEqual(["text/event-stream", "text/plain", "application/json", "text/html"]);
    for (const type of Object.keys(content).slice(0, 3)) {
      const { status, headers, body } = await ask(question, { Accept: type });
      expect({ status, type: headers["content-type"]!.split(";")[0] }).toEqual({ status: 200, type });
      for (const header of Object.keys(described)) expect(headers[header.toLowerCase()]).toBeDefined();
      if (type === "application/json") expect(wrongWith(body, content[type].schema)).toEqual([]);
    }
    const fields = { message: "Hi", locale: "en" };
    expect(wrongWith(fields, formSchema)).toEqual([]);
    expect(Object.keys(formSchema.properties)).toEqual(Object.keys(fields));
    const form = await client.post("/api/ai/chat").type("form").send(fields);
    expect(form.headers["content-type"]).toBe("text/html; charset=utf-8");
  });

  it("responds with each described status and its headers, and no other", async () => {
    const [{ name, in: place, schema }] = operation.parameters; // test/api/chat-limits has an error in its locale
    expect({ name, place, locales: schema.enum }).toEqual({
      name: "locale",
      place: "query",
      locales: ["en", "sv", "nb"],
    });
    const [draining, broken] = [site(), site()];
    draining.services.health.draining = true;
    broken.services.dialogue.answer = () => Promise.reject(new Error("no answer"));
    const answers = [
      await ask("{"),
      await ask(question, { "Sec-Fetch-Site": "cross-site" }),
      await ask("x".repeat(70_000)),
      await ask("x", { "Content-Type": "text/plain" }),
      await ask({ ...question, messages: [{ role: "user", content: "" }] }),
      await ask(question, {}, draining.client),
    ];
    for (let count = 0; count < 15; count++) answers.push(await ask("{"));
    expect(new Set([200, ...answers.map(({ status }) => status)])).toEqual(new Set(statusesOf(operation)));

    const others = [await client.get("/api/ai/chat"), await ask(question, {}, broken.client)];
    expect(others.map(({ status }) => status)).toEqual([405, 500]);
    for (const { status, headers, body } of [...answers, ...others]) {
      const response = operation.responses[status] ?? operation.responses.default;
      expect(wrongWith(body, jsonIn(response).schema)).toEqual([]);
      for (const header of Object.keys(response.headers ?? {})) expect(headers[header.toLowerCase()]).toBeDefined();
      if ([429, 503].includes(status)) expect(Object.keys(response.headers)).toEqual(["Retry-After"]);
    }
  });
});
