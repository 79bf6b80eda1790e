/** The server of the Model Context Protocol, through the official client. */

import { readFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "@jest/globals";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { forEvery } from "./support/for-every.js";
import { portOf } from "./support/listen.js";
import { cities, name as siteName } from "./support/owner.js";
import { BASE_URL, newAddress, site } from "./support/site.js";

const { version: packageVersion } = JSON.parse(readFileSync("package.json", "utf8"));
const { listener, client: http } = site({}, { TRUST_PROXY: "1" });
const address = new URL(`http://127.0.0.1:${await portOf(listener)}/mcp`);
const fetchFromAnywhere = (url: string | URL, init: RequestInit = {}) => {
  const headers = new Headers(init.headers);
  headers.set("x-forwarded-for", newAddress());
  return fetch(url, { ...init, headers });
};
async function connected(version: string) {
  const mode = version > "2026" ? { pin: version } : "legacy";
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(address, { fetch: fetchFromAnywhere }));
  return client;
}

const api = async (path: string) => (await http.get(path)).body;

forEvery(["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"])(
  "the server describes itself in every version of the protocol",
  async (version) => {
    const client = await connected(version);
    expect(client.getServerVersion()).toMatchObject({
      name: "example.forcommerce.www/site",
      title: siteName,
      version: packageVersion,
      websiteUrl: BASE_URL,
    });
    await client.close();
  },
);

const clients = [
  ["2026-07-28", await connected("2026-07-28")],
  ["2025-11-25", await connected("2025-11-25")],
] as const;
describe.each(clients)("An MCP client with protocol %s", (_version, client) => {
  afterAll(() => client.close());

  const call = async (name: string, args: Record<string, unknown> = {}): Promise<any> => {
    const result = await client.callTool({ name, arguments: args });
    const content = result.content[0] as { text: string };
    if (result.isError) return { error: content.text };
    expect(JSON.parse(content.text)).toEqual(result.structuredContent);
    return result.structuredContent;
  };

  it("finds five read-only tools with described input and output", async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["search", "fetch", "list_events", "get_event", "ask_dialogue"]);
    for (const tool of tools) {
      expect(tool).toMatchObject({
        title: expect.stringMatching(/./),
        description: expect.stringMatching(/./),
        annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
        inputSchema: { type: "object" },
        outputSchema: { type: "object" },
      });
      expect(JSON.stringify([tool.inputSchema, tool.outputSchema])).not.toContain("$schema"); // fails with plain Ajv
    }
    const events = tools.find(({ name }) => name === "list_events")!;
    expect(events.description).toContain(`\`city\` is one of ${cities.join(", ")}.`);
    expect(events.inputSchema.properties).toMatchObject({
      concept: { enum: ["AFTER", "BOARDROOM", "COMMONS"] },
      limit: { type: "integer", minimum: 1, maximum: 200 },
      recurring: { type: "boolean" },
    });
  });

  it("searches and fetches in the format that research connectors expect", async () => {
    const [locale, page] = ["sv", "/sv/boardroom-for-commerce/varberg"];
    const [, query] = /^# (.+)$/m.exec((await http.get(`${page}.md`)).text)!;
    const { results } = await call("search", { query, locale });
    const ids = results.map(({ id }: { id: string }) => id);
    expect(ids).toContain(page);
    expect(new Set(ids).size).toBe(ids.length);
    for (const found of results) {
      expect(found).toEqual({ id: found.id, title: found.title, url: expect.stringContaining(BASE_URL + found.id) });
      expect(await call("fetch", { id: found.id })).toEqual({
        id: found.id,
        title: found.title,
        url: expect.any(String),
        text: (await http.get(`${found.id}.md`)).text,
        metadata: expect.objectContaining({ locale, updated: expect.stringMatching(/T\d\d:\d\d:\d\d[+-]\d\d:\d\d$/) }),
      });
    }
    expect(await call("fetch", { id: `${BASE_URL}/sv/about?a=1#b` })).toMatchObject({ id: "/sv/about" });
    expect(await call("search", { query: "zzzqqq 😀", locale })).toEqual({ results: [] });
  });

  it("gets the same events as from the API", async () => {
    for (const [args, query] of [
      [{}, "limit=20"],
      [
        { city: "gothenburg", concept: "AFTER", limit: 3, recurring: true, locale: "sv", audience: null },
        "city=gothenburg&concept=AFTER&limit=3&recurring=true&locale=sv",
      ],
    ] as const) {
      const { links, ...list } = await call("list_events", args);
      const { links: apiLinks, ...expected } = await api(`/api/events?${query}`);
      expect(list).toEqual(expected);
      expect(list.count).toBeGreaterThan(1);
      const cursor = new URL(links.next).searchParams.get("cursor");
      expect(cursor).toBe(new URL(apiLinks.next).searchParams.get("cursor"));
      const rest = await call("list_events", { ...args, cursor });
      expect(rest.events[0]).toEqual((await api(`/api/events?${query}&cursor=${cursor}`)).events[0]);
    }
    const id = "after-commerce-gothenburg-2027-05-06";
    expect(await call("get_event", { id, locale: "nb" })).toEqual(await api(`/api/events/${id}?locale=nb`));
  });

  it("can leave optional arguments null or empty, and write a city in its own way", async () => {
    const events = await call("list_events", { city: "gothenburg" });
    const optional = ["concept", "audience", "recurring", "locale", "from", "to", "limit", "cursor"];
    for (const none of [null, ""]) {
      const rest = Object.fromEntries(optional.map((name) => [name, none]));
      expect(await call("list_events", { city: "GÖTEBORG\u200b", ...rest })).toEqual(events);
      expect(await call("list_events", { city: none })).toEqual(await call("list_events"));
      for (const [tool, args] of [
        ["search", { query: "breakfast" }],
        ["get_event", { id: events.events[0].id }],
        ["ask_dialogue", { question: "What does a seat cost?" }],
      ] as const)
        expect(await call(tool, { ...args, locale: none })).toEqual(await call(tool, args));
    }
  });

  it("asks Dialogue, and gets absolute URLs", async () => {
    const question = "When is the next breakfast?";
    const answer = await call("ask_dialogue", { question, locale: "en" });
    const chat = await http
      .post("/api/ai/chat")
      .set("accept", "application/json")
      .send({ messages: [{ role: "user", content: question }], locale: "en" });
    const { role: _, ...expected } = chat.body;
    expect(answer).toEqual({ ...expected, content: expected.content.replaceAll("](/", `](${BASE_URL}/`) });
    expect(answer.content).toContain(`](${BASE_URL}/en/`);
  });

  it("reads every page and published article as Markdown", async () => {
    const { resources } = await client.listResources();
    const { text: sitemap } = await http.get("/sitemap.xml");
    const addresses = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => `${url}.md`);
    const [dates, listed] = [true, false].map((isDate) => addresses.filter((url) => /\/dates\//.test(url) === isDate));
    expect(resources.map(({ uri }) => uri).sort()).toEqual(listed!.sort()); // `list_events` lists the dates
    const read = await client.readResource({ uri: dates![0]! });
    expect(read.contents).toMatchObject([{ text: (await http.get(dates![0]!.slice(BASE_URL.length))).text }]);
    for (const { uri, mimeType } of resources.filter((_, index) => index % 10 === 0)) {
      const { text } = await http.get(uri.slice(BASE_URL.length));
      expect((await client.readResource({ uri })).contents).toEqual([{ uri, mimeType, text }]);
    }
    for (const uri of [`${BASE_URL}/en/nothing.md`, "https://other.example/en/about.md", "file:///etc/passwd", "x"])
      await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32602 });
  });

  it("gets an error in plain words for invalid arguments", async () => {
    const mistakes = [
      ["search", { query: " \u200b " }, /query: must not be empty/],
      ["search", { query: "x".repeat(401) }, /query: .*400/],
      ["fetch", { id: "/en/nothing" }, /^There is no page/],
      ["fetch", { id: "http://[" }, /^There is no page/],
      [
        "list_events",
        { concept: "X", locale: "da", limit: 0, to: 5, cursor: "x" },
        /concept: must be .* locale: must be .* to: must be .* limit: must be .* cursor: /,
      ],
      ["list_events", { city: "Oslo, Norway" }, /^We have no city called .*gothenburg, .*stockholm/],
      ["list_events", { from: "2027-01-01", to: "2026-12-31" }, /^to: must be a date after from/],
      ["get_event", { id: "nothing-here" }, /^There is no event with the id nothing-here/],
      ["ask_dialogue", { question: "" }, /question: must not be empty/],
      ["ask_dialogue", { question: "x".repeat(4001) }, /question: .*4000/],
    ] as const;
    const answers = await Promise.all(mistakes.map(([tool, args]) => call(tool, args)));
    expect(answers.filter(({ error }, index) => !mistakes[index]![2].test(error))).toEqual([]);
    expect(JSON.stringify(answers)).not.toMatch(/translation|errors:|node_modules|\/src\//);
    for (const name of ["nothing", "constructor", "__proto__", "toString"])
      await expect(call(name)).rejects.toMatchObject({ code: -32602 });
  });
});
