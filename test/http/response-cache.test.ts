import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "@jest/globals";
import express from "express";
import supertest from "supertest";
import { cacheResponse, fileResource } from "../../src/http/cache-response.js";
import { ResponseCache, sendCached } from "../../src/http/response-cache.js";
import { listen, serve } from "../support/serve.js";

describe("The response cache", () => {
  it("returns a response from the time it was made until it expires", () => {
    let now = 1000;
    const cache = new ResponseCache(() => now);
    const expiring = cache.setText("/a", "page", {}, "text", { from: now, until: 2000 });
    const lasting = cache.setText("/b", "page", {}, "text");
    expect([cache.get("/a"), cache.get("/b"), cache.get("/c")]).toEqual([expiring, lasting, undefined]);
    const found = [999, 1000, 1999, 2000].map((time) => {
      now = time;
      return [cache.get("/a") !== undefined, cache.get("/b") !== undefined];
    });
    expect(found).toEqual([
      [false, true],
      [true, true],
      [true, true],
      [false, true],
    ]);
  });

  it("sends the encoding that the client prefers, or 304", async () => {
    const cache = new ResponseCache(Date.now);
    const text = "text ".repeat(100);
    const cached = cache.setText("/a", "feed", { vary: "Accept", "x-a": 1, "x-b": undefined }, text);
    const client = serve(
      (request, response) => void response.set("X-Sent", String(sendCached(cached, request, response))),
    );
    const { headers, status } = await client.get("/").set("Accept-Encoding", "gzip");
    expect([cached.kind, cached.variesByAccept, status]).toEqual(["feed", true, 200]);
    expect(headers).toMatchObject({ vary: "Accept, Accept-Encoding", "x-a": "1", "content-encoding": "gzip" });
    expect(headers["x-b"]).toBeUndefined();
    const { gzip, br, identity } = cached.representations;
    expect(gunzipSync(gzip!.body).toString()).toBe(text);
    expect(headers["content-length"]).toBe(String(gzip!.body.length));
    expect([gzip, br].map((one) => one!.etag)).toEqual([
      identity.etag.replace(/"$/, '-gz"'),
      identity.etag.replace(/"$/, '-br"'),
    ]);
    expect(identity.headers).not.toContain("Content-Encoding");
    expect(br!.body.length).toBeLessThan(text.length);

    const unchanged = await client.get("/").set({ "Accept-Encoding": "identity", "If-None-Match": identity.etag });
    expect([unchanged.status, unchanged.text, unchanged.headers.etag]).toEqual([304, "", identity.etag]);
    expect(unchanged.headers["content-length"]).toBeUndefined();
    expect((await client.get("/").set("Accept-Encoding", "identity")).text).toBe(text);
    const port = await listen((request, response) => void sendCached(cached, request, response));
    const [plain] = (await once(get({ port, agent: false }), "response")) as [IncomingMessage];
    expect(plain.resume().headers["content-encoding"]).toBeUndefined();
  });

  it("sets Vary: Accept-Encoding only for a response with several encodings", () => {
    const cache = new ResponseCache(Date.now);
    const identity = Buffer.from("icon");
    const icon = cache.set("/i", "asset", { "content-type": "image/x" }, { identity, tag: "t" });
    expect([icon.variesByAccept, icon.representations]).toEqual([
      false,
      {
        identity: {
          etag: '"t"',
          body: identity,
          headers: ["content-type", "image/x", "ETag", '"t"', "Content-Length", "4"],
          headersWithoutBody: ["content-type", "image/x", "ETag", '"t"'],
        },
      },
    ]);
    expect(cache.set("/k", "asset", { vary: "Accept" }, { identity }).variesByAccept).toBe(true);
    const varied = cache.set("/j", "asset", {}, { identity, br: identity });
    expect([varied.variesByAccept, Object.keys(varied.representations)]).toEqual([false, ["identity", "br"]]);
    expect(varied.representations.br!.headers).toEqual(
      expect.arrayContaining(["vary", "Accept-Encoding", "Content-Encoding", "br"]),
    );
  });
});

it("concurrent requests share one response, and a handler that failed is called again", async () => {
  let calls = 0;
  let now = 0;
  const cache = new ResponseCache(
    () => now,
    (time) => time + 1000,
  );
  const body = async () => {
    calls += 1;
    await wait(20);
    if (calls === 1) throw new Error("failed once");
    return `response ${calls}`;
  };
  const app = express()
    .set("env", "test")
    .use((_request, response, next) => {
      response.set("X-Before", "kept");
      next();
    })
    .get(
      "/typed",
      cacheResponse(
        cache,
        "feed",
        fileResource("text/css", () => "1"),
      ),
    )
    .use(cacheResponse(cache, "page", () => ({ address: "/address", body })));
  const client = supertest(app);
  expect((await client.get("/a")).status).toBe(500);
  const all = await Promise.all(["/a", "/b", "/c"].map((path) => client.get(path)));
  expect(all.map(({ text }) => text)).toEqual(Array(3).fill("response 2"));
  expect(all[0]!.headers).toMatchObject({ "x-before": "kept", "content-type": "text/html; charset=utf-8" });
  expect([cache.get("/address")!.kind, (await client.get("/d")).text, calls]).toEqual(["page", "response 2", 2]);
  const typed = await client.get("/typed");
  expect([typed.headers["content-type"], typed.text, cache.get("/typed")?.kind]).toEqual([
    "text/css; charset=utf-8",
    "1",
    "feed",
  ]);
  now = 1000;
  expect([cache.get("/address"), (await client.get("/e")).text]).toEqual([undefined, "response 3"]);
});
