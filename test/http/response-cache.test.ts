import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "@jest/globals";
import express from "express";
import supertest from "supertest";
import { ResponseCache, sendCached } from "../../src/http/response-cache.js";
import { serve as serveResource } from "../../src/http/serve.js";
import { listen, serve } from "../support/serve.js";

const html = { "Content-Type": "text/html; charset=utf-8" };
const never = () => Number.POSITIVE_INFINITY;

describe("The response cache", () => {
  it("returns a response from the time it was made until it can be wrong", async () => {
    let now = 1000;
    const cache = new ResponseCache(
      () => now,
      () => 2000,
      {},
    );
    const made = await cache.make("/a", { headers: html, body: () => "text" });
    expect(cache.get("/a")).toBe(made);
    const found = [999, 1000, 1999, 2000].filter((time) => {
      now = time;
      return cache.get("/a");
    });
    expect(found).toEqual([1000, 1999]);
  });

  it("finds a response by path and query, or by the path alone if it ignores the query", async () => {
    const cache = new ResponseCache(Date.now, never, {});
    await cache.make("/page", { headers: { ...html, Vary: "Accept" }, ignoresQuery: true, body: () => "page" });
    await cache.make("/page.md by Accept", { headers: html, body: () => "markdown" });
    await cache.make("/list?a=1", { headers: html, body: () => "list" });
    const found = (url: string, accept?: string) => cache.lookup(url, accept)?.bodies.identity.toString();
    expect({
      page: found("/page"),
      withQuery: found("/page?utm=x"),
      markdown: found("/page?utm=x", "text/markdown"),
      list: found("/list?a=1"),
      otherList: found("/list?a=1&b=2"),
      listAlone: found("/list"),
    }).toEqual({ page: "page", withQuery: "page", markdown: "markdown", list: "list" });
    await cache.make("/other", { headers: { ...html, Vary: "Accept" }, body: () => "page" });
    expect(cache.lookup("/other", "text/markdown")).toBeUndefined();
  });

  it("sends the encoding that the client prefers, or 304", async () => {
    const cache = new ResponseCache(Date.now, never, { "X-Common": "1" });
    const text = "text ".repeat(100);
    const cached = await cache.make("/a", { headers: { ...html, Vary: "Accept", "X-A": "1" }, body: () => text });
    const client = serve((request, response) => void sendCached(cached, request, response));
    const { headers } = await client.get("/").set("Accept-Encoding", "gzip");
    expect(headers).toMatchObject({
      vary: "Accept, Accept-Encoding",
      "x-a": "1",
      "x-common": "1",
      "content-encoding": "gzip",
    });
    const { gzip, br, identity } = cached.representations;
    expect(gunzipSync(cached.bodies.gzip!).toString()).toBe(text);
    expect(headers["content-length"]).toBe(String(cached.bodies.gzip!.length));
    expect([gzip, br].map((one) => one!.etag)).toEqual([
      identity.etag.replace(/"$/, '-gz"'),
      identity.etag.replace(/"$/, '-br"'),
    ]);
    expect(identity.headers).not.toContain("Content-Encoding");
    expect(cached.bodies.br!.length).toBeLessThan(text.length);

    const unchanged = await client.get("/").set({ "Accept-Encoding": "identity", "If-None-Match": identity.etag });
    expect([unchanged.status, unchanged.text, unchanged.headers.etag]).toEqual([304, "", identity.etag]);
    expect(unchanged.headers["content-length"]).toBeUndefined();
    expect((await client.get("/").set("Accept-Encoding", "identity")).text).toBe(text);
    const port = await listen((request, response) => void sendCached(cached, request, response));
    const [plain] = (await once(get({ port, agent: false }), "response")) as [IncomingMessage];
    expect(plain.resume().headers["content-encoding"]).toBeUndefined();
  });

  it("sets Vary: Accept-Encoding only for a response with several encodings", async () => {
    const cache = new ResponseCache(Date.now, never, {});
    const identity = Buffer.from("icon");
    const icon = { headers: { "Content-Type": "image/x" }, body: () => ({ identity }) };
    const { etag, ...plain } = (await cache.make("/i", icon)).representations.identity;
    expect(plain).toEqual({
      headers: ["Content-Type", "image/x", "ETag", etag, "Content-Length", "4"],
      headersWithoutBody: ["Content-Type", "image/x", "ETag", etag],
    });
    const { representations } = await cache.make("/j", { ...icon, body: () => ({ identity, br: identity }) });
    expect(Object.keys(representations)).toEqual(["identity", "br"]);
    expect(representations.br!.headers).toEqual(
      expect.arrayContaining(["Vary", "Accept-Encoding", "Content-Encoding", "br"]),
    );
  });
});

it("concurrent requests share one response, and a resource that failed is made again", async () => {
  let calls = 0;
  let now = 0;
  const cache = new ResponseCache(
    () => now,
    (time) => time + 1000,
    {},
  );
  const body = async () => {
    calls += 1;
    await wait(20);
    if (calls === 1) throw new Error("failed once");
    return `response ${calls}`;
  };
  const app = express()
    .set("env", "test")
    .get(
      "/list",
      serveResource(cache, () => ({ headers: html, body: () => "not cached" })),
    )
    .use(serveResource(cache, () => ({ address: "/address", headers: html, body })));
  const client = supertest(app);
  expect((await client.get("/a")).status).toBe(500);
  const all = await Promise.all(["/a", "/b", "/c"].map((path) => client.get(path)));
  expect(all.map(({ text }) => text)).toEqual(Array(3).fill("response 2"));
  expect([(await client.get("/d")).text, calls]).toEqual(["response 2", 2]);
  now = 1000;
  expect([cache.get("/address"), (await client.get("/e")).text]).toEqual([undefined, "response 3"]);

  const list = await client.get("/list");
  expect([list.text, list.headers.etag, cache.get("/list")]).toEqual([
    "not cached",
    expect.stringMatching(/^"[\w-]{16}"$/),
    undefined,
  ]);
});
