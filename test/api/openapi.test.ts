import { describe, expect, it } from "@jest/globals";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { site } from "../support/site.js";

const { get, raw, client, services } = site();
const description = JSON.parse((await get("/api/openapi.json")).text);
const ajv = formats.default(new Ajv2020({ strict: false, allErrors: true }));
ajv.addSchema({ $id: "openapi", components: description.components });

/** The errors of a value by a schema of the description. */
function wrongWith(value: unknown, schema: object): string[] {
  const json = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components'));
  return ajv.validate(json, value) ? [] : ajv.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const operations = Object.entries<any>(description.paths).flatMap(([path, { get }]) =>
  get ? [[path, get] as const] : [],
);

it("the API description is valid OpenAPI 3.1", async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(description));
  expect([valid, errors]).toEqual([true, undefined]);
  expect(description.openapi).toMatch(/^3\.1\./);
});

it("the API description has every address of the API", () => {
  expect(Object.keys(description.paths)).toEqual([
    "/api/events",
    "/api/events/{id}",
    "/api/events/{id}.ics",
    "/api/calendar",
    "/api/calendar.ics",
    "/api/calendar/{city}",
    "/api/calendar/{city}.ics",
    "/api/ai/chat",
  ]);
});

it("the API description follows the recommended rules of Redocly and Spectral", async () => {
  const { info, paths, components } = description;
  expect(info).toMatchObject({
    title: expect.stringMatching(/\w/),
    contact: { email: services.library.organisation.mail },
  });
  expect(info.license).toEqual({ name: expect.any(String), url: info.termsOfService });
  expect((await get(new URL(info.termsOfService).pathname)).text).toContain(info.license.name);
  const all = Object.values<any>(paths).flatMap((path) => Object.values<any>(path));
  for (const { summary, description, tags, responses } of all) {
    expect([summary, description]).toEqual([expect.stringMatching(/^[A-Z].*\w$/), expect.stringMatching(/^.+\.$/)]);
    expect(tags).toHaveLength(1);
    for (const response of Object.values<any>(responses)) expect(response.description).toMatch(/^[A-Z].*\.$/);
  }
  for (const { operationId } of all) expect(operationId).toMatch(/^[a-z]+[A-Z]\w+$/);
  expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(all.length);
  const text = JSON.stringify(description);
  expect(text).not.toMatch(/"(?:title|summary|description|name|url)":"\s*"/);
  for (const id of Object.keys(components.schemas)) expect(text).toContain(`"#/components/schemas/${id}"`);
});

/** A value that the schema of a parameter accepts. */
const validValue = ({ name, schema }: any) =>
  schema.enum?.[0] ?? schema.const ?? schema.minimum ?? (schema.format === "date" ? "2026-12-01" : someText[name]);
const someText: Record<string, string> = {
  city: "gothenburg",
  cursor: new URL(JSON.parse((await get("/api/events?limit=1")).text).links.next).searchParams.get("cursor")!,
};

describe.each(operations)("%s", (template, operation) => {
  const example = (name: string) => operation.parameters.find((parameter: any) => parameter.name === name)?.example;
  const path = template.replace("{id}", example("id")).replace("{city}", example("city"));
  const schemaOf = (status: number, type: string) => operation.responses[status].content[type].schema;

  it("responds as described to a value of each parameter", async () => {
    const queries = operation.parameters
      .filter((parameter: any) => parameter.in === "query")
      .map((parameter: any) => `?${parameter.name}=${validValue(parameter)}`);
    for (const query of ["", ...queries]) {
      const { status, headers, text } = await get(path + query);
      const [[type, { schema }]] = Object.entries<any>(operation.responses[200].content) as any;

      expect({ query, status, type: headers["content-type"] }).toEqual({
        query,
        status: 200,
        type: `${type}; charset=utf-8`,
      });
      expect(wrongWith(type === "application/json" ? JSON.parse(text) : text, schema)).toEqual([]);
    }
  });

  it("responds with 304, 308, 400, 404 and the default error as described", async () => {
    const { headers } = await get(path);
    expect((await get(path, { "If-None-Match": headers.etag! })).status).toBe(304);
    expect(Object.keys(operation.responses)).toContain("304");

    const broken = site();
    broken.services.agenda.current = () => {
      throw new Error("the events are lost");
    };
    for (const other of [await broken.get(path), await raw(path, "POST")]) {
      expect([405, 500]).toContain(other.status);
      expect(wrongWith(JSON.parse(other.text), operation.responses.default.content["application/json"].schema)).toEqual(
        [],
      );
    }
    const errors = new Map([[400, await get(`${path}?locale=xx`)]]);
    if (template.includes("{")) errors.set(404, await get(template.replace(/\{\w+\}/, "nothing-here")));
    for (const [status, answer] of errors) {
      expect(answer.status).toBe(status);
      expect(wrongWith(JSON.parse(answer.text), schemaOf(status, "application/json"))).toEqual([]);
    }
    const isCity = template.includes("{city}");
    if (isCity) expect((await get(template.replace("{city}", "G%C3%B6teborg"))).status).toBe(308);
    const documented = Object.keys(operation.responses).filter((status) => status !== "default");
    expect(documented.map(Number)).toEqual([200, 304, ...(isCity ? [308] : []), ...errors.keys()]);
  });

  it("has an example of JSON that the server sends", async () => {
    const { example: sent } = operation.responses[200].content["application/json"] ?? {};
    const { text } = await get(template === "/api/events" ? `${path}?limit=1` : path);
    expect(sent).toEqual(
      template.startsWith("/api/events") && !template.endsWith(".ics") ? JSON.parse(text) : undefined,
    );
  });

  it("allows additional properties in responses", () => {
    expect(JSON.stringify(description.components)).not.toContain('"additionalProperties":false');
  });

  it("has the parameters that the server reads, and no others", async () => {
    for (const { name, in: place, description } of operation.parameters) {
      expect(description).toMatch(/^[A-Z].*\.$/);
      if (place === "query")
        expect({ name, ...(await get(`${path}?${name}=%00`)) }).toMatchObject({ name, status: 400 });
    }
    expect((await get(`${path}?unheard=1`)).status).toBe(200);
  });
});

it("the examples are coming events, years from now too", async () => {
  const { get } = site({ clock: () => Date.parse("2031-01-01T00:00:00Z") });
  const { paths, servers } = JSON.parse((await get("/api/openapi.json")).text);
  expect(servers).toEqual([{ url: "https://www.forcommerce.example" }]);
  const [event] = paths["/api/events"].get.responses[200].content["application/json"].example.events;
  expect(event.startsAt).toMatch(/^2031-/);
});

it("the limit parameter is described as an integer, for generated clients", () => {
  const { parameters } = description.paths["/api/events"].get;
  expect(parameters.find(({ name }: any) => name === "limit").schema).toEqual({
    type: "integer",
    minimum: 1,
    maximum: 200,
  });
});

it("the API description can be read by scripts of any website", async () => {
  expect((await get("/api/openapi.json")).headers["access-control-allow-origin"]).toBe("*");
});

describe("/api/ai/chat", () => {
  const { post: operation } = description.paths["/api/ai/chat"];
  const { example: question } = operation.requestBody.content["application/json"];
  const { schema: formSchema } = operation.requestBody.content["application/x-www-form-urlencoded"];
  const ask = (body: string | object, headers: Record<string, string> = {}) =>
    client
      .post("/api/ai/chat")
      .set({ "Content-Type": "application/json", ...headers })
      .send(body);

  it("responds to its example in every described media type", async () => {
    const types = Object.keys(operation.responses[200].content);
    expect(types).toEqual(["text/event-stream", "text/plain", "application/json", "text/html"]);
    for (const type of types.slice(0, 3)) {
      const { status, headers, body } = await ask(question, { Accept: type });
      expect([status, headers["content-type"]!.split(";")[0]]).toEqual([200, type]);
      for (const header of Object.keys(operation.responses[200].headers))
        expect(headers[header.toLowerCase()]).toBeDefined();
      const { schema } = operation.responses[200].content[type];
      if (type === "application/json") expect(wrongWith(body, schema)).toEqual([]);
    }
    const fields = { message: "Hi", locale: "en" };
    expect(wrongWith(fields, formSchema)).toEqual([]);
    expect(Object.keys(formSchema.properties)).toEqual(Object.keys(fields));
    const form = await client.post("/api/ai/chat").type("form").send(fields);
    expect(form.headers["content-type"]).toBe("text/html; charset=utf-8");
  });

  it("accepts the bodies that its schema accepts", () => {
    const { schema } = operation.requestBody.content["application/json"];
    expect(wrongWith(question, schema)).toEqual([]);
    expect(wrongWith({ messages: [{ role: "system", content: "x" }], locale: "de" }, schema)).toHaveLength(2);
  });

  it("responds with each described error, and no other", async () => {
    const { services, client: other } = site();
    services.health.draining = true;
    const broken = site();
    broken.services.dialogue.answer = () => Promise.reject(new Error("no answer"));
    const answers = new Map([
      [400, await ask("{")],
      [403, await ask(question, { "Sec-Fetch-Site": "cross-site" })],
      [413, await ask("x".repeat(70_000))],
      [415, await ask("x", { "Content-Type": "text/plain" })],
      [422, await ask({ ...question, messages: [{ role: "user", content: "" }] })],
      [503, await other.post("/api/ai/chat").send(question)],
    ]);
    for (let count = 0; count < 15; count++) answers.set(429, await ask("{"));
    for (const [status, answer] of answers) {
      const { headers = {}, content } = operation.responses[status];
      expect(answer.status).toBe(status);
      expect(wrongWith(answer.body, content["application/json"].schema)).toEqual([]);
      for (const header of Object.keys(headers)) expect(answer.headers[header.toLowerCase()]).toBeDefined();
    }
    const documented = Object.keys(operation.responses).filter((status) => status !== "default");
    expect(documented.map(Number).sort()).toEqual([200, ...answers.keys()].sort());
    for (const other of [await client.get("/api/ai/chat"), await broken.client.post("/api/ai/chat").send(question)]) {
      expect([405, 500]).toContain(other.status);
      expect(wrongWith(other.body, operation.responses.default.content["application/json"].schema)).toEqual([]);
    }
  });

  it("describes Retry-After for 429 and 503", () => {
    const { responses } = description.paths["/api/ai/chat"].post;
    for (const status of [429, 503]) expect(Object.keys(responses[status].headers)).toEqual(["Retry-After"]);
  });

  it("reports errors before the body in the locale of the query", async () => {
    const [{ name, in: place, schema }] = operation.parameters;
    expect([name, place, schema.enum]).toEqual(["locale", "query", ["en", "sv", "nb"]]);
    const { services, client } = site();
    const { status, body } = await client.post("/api/ai/chat?locale=sv").type("text").send("Hej");
    expect([status, body.error]).toEqual([415, services.getFixedT("sv")("dialogue:errors.contentType")]);
  });
});
