import { describe, expect, it, jest } from "@jest/globals";
import express from "express";
import supertest from "supertest";
import { clientKey } from "../../src/http/client-address.js";
import { HttpError } from "../../src/http/http-error.js";
import { limitRate, unlessFlooding } from "../../src/http/rate-limit.js";
import { limitConcurrency, rejectCrossSite, rejectWhileDraining } from "../../src/http/request-checks.js";
import { forEvery } from "../support/for-every.js";
import { heapGrowth } from "../support/heap.js";
import { serve, showError } from "../support/serve.js";

forEvery<[Record<string, string>, number]>([
  [{}, 200],
  [{ origin: "null" }, 200],
  [{ origin: "https://base.example" }, 200],
  [{ origin: "http://host.example" }, 200],
  [{ origin: "https://host.example" }, 200],
  [{ origin: "https://evil.example" }, 403],
  [{ origin: "https://evil.example", "sec-fetch-site": "unheard-of" }, 403],
  [{ origin: "https://evil.example", "sec-fetch-site": "same-origin" }, 200],
  [{ origin: "https://evil.example", "sec-fetch-site": "same-site" }, 200],
  [{ origin: "https://evil.example", "sec-fetch-site": "none" }, 200],
  [{ "sec-fetch-site": "cross-site" }, 403],
])("a cross-site request is rejected with 403", async (headers, expected) => {
  const guarded = serve(rejectCrossSite("crossSite", "https://base.example"));
  const { status, text } = await guarded.get("/").set({ host: "host.example", ...headers });
  expect([status, text]).toEqual([expected, expected === 200 ? "passed" : '{"key":"crossSite"}']);
  const open = await serve(rejectCrossSite("crossSite")).get("/").set(headers);
  expect(open.status).toBe(headers["sec-fetch-site"] === "cross-site" ? 403 : 200);
});

it("requests get 503 with Retry-After while the server stops or too many are in progress", async () => {
  const health = { draining: false };
  const draining = serve(rejectWhileDraining(health, "busy"));
  expect((await draining.get("/")).status).toBe(200);
  health.draining = true;
  const rejected = await draining.get("/");
  expect([rejected.status, rejected.text, rejected.headers["retry-after"]]).toEqual([503, '{"key":"busy"}', "5"]);

  const waiting: (() => void)[] = [];
  const limited = serve(limitConcurrency(2, "busy"), (request, _response, next) =>
    request.path === "/wait" ? void waiting.push(next) : next(),
  );
  const [first, second] = [limited.get("/wait").then(String), limited.get("/wait").then(String)];
  while (waiting.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  const third = await limited.get("/");
  expect([third.status, third.headers["retry-after"]]).toEqual([503, "5"]);
  for (const next of waiting) next();
  await Promise.all([first, second]);
  expect((await limited.get("/")).status).toBe(200);
});

describe("A rate limit", () => {
  const limit = (requests: number) => limitRate({ name: "x", requests, messageKey: "slower" }, undefined);
  const from = (ip: string) => ({ "X-Forwarded-For": ip });

  it("counts each client separately, and answers 429 with Retry-After", async () => {
    const client = serve(...limit(2));
    const [first, second] = [
      await client.get("/").set(from("192.0.2.1")),
      await client.get("/").set(from("192.0.2.1:9")),
    ];
    const third = await client.get("/").set(from("192.0.2.1"));
    expect([first.status, second.status, third.status]).toEqual([200, 200, 429]);
    expect(first.headers["ratelimit-policy"]).toContain("q=2; w=60");
    expect(first.headers.ratelimit).toContain("r=1");
    expect(first.headers["x-ratelimit-limit"]).toBeUndefined();
    const wait = Number(third.headers["retry-after"]);
    expect([wait >= 59, wait <= 60, third.text]).toEqual([true, true, `{"key":"slower","values":{"count":${wait}}}`]);
    expect((await client.get("/").set(from("192.0.2.2"))).status).toBe(200);
  });

  it("lasts one window from the first request", async () => {
    const client = serve(...limit(1));
    const start = Date.now();
    const seen: unknown[] = [];
    const now = jest.spyOn(Date, "now");
    for (const seconds of [0, 0, 30, 59.5, 60]) {
      now.mockReturnValue(start + seconds * 1000);
      const { status, headers } = await client.get("/");
      seen.push([seconds, status, headers["retry-after"]]);
    }
    now.mockRestore();
    expect(seen).toEqual([
      [0, 200, undefined],
      [0, 429, "60"],
      [30, 429, "30"],
      [59.5, 429, "1"],
      [60, 200, undefined],
    ]);
  });

  it("begins again when the clock is set back", async () => {
    const client = serve(...limit(1));
    const now = jest.spyOn(Date, "now").mockReturnValue(Date.now() + 24 * 60 * 60 * 1000);
    const statuses = [(await client.get("/")).status, (await client.get("/")).status];
    now.mockRestore();
    expect([...statuses, (await client.get("/")).status, (await client.get("/")).status]).toEqual([200, 429, 200, 429]);
  });

  it("counts in Redis, and in the process while Redis fails", async () => {
    const counts = new Map<string, number>();
    let fails = false;
    const send = async (command: string, _script: string, _keys: string, key: string) => {
      if (fails) throw new Error("unavailable");
      if (command === "SCRIPT") return "digest";
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return [counts.get(key), 10_000];
    };
    const rule = { name: "x", requests: 2, messageKey: "slower" };
    const server = () => serve(...limitRate(rule, { send } as any));
    const [one, other] = [server(), server()];
    const statusOf = async (client: typeof one) => (await client.get("/").set(from("2001:db8::1"))).status;

    expect([await statusOf(one), await statusOf(other)]).toEqual([200, 200]);
    const third = await one.get("/").set(from("2001:db8::1"));
    expect([third.status, third.headers["retry-after"]]).toEqual([429, "10"]);
    expect(Object.fromEntries(counts)).toEqual({ "limit:x:2001:db8::/56": 3, "limit:x-networks:2001:db8::/48": 2 });
    fails = true;
    expect([await statusOf(other), await statusOf(other)]).toEqual([200, 429]);
    fails = false;
    expect([await statusOf(other), counts.get("limit:x:2001:db8::/56")]).toEqual([429, 4]);
  });

  it("counts an IPv6 /48 as a whole too, up to four times the limit", async () => {
    const client = serve(...limit(2));
    const statuses: number[] = [];
    for (const subnet of [1, 2, 3, 4, 5, 6, 7, 8, 9])
      statuses.push((await client.get("/").set(from(`2001:db8:0:${subnet}00::1`))).status);
    expect(statuses).toEqual([...Array(8).fill(200), 429]);
    expect((await client.get("/").set(from("2001:db8:1:100::1"))).status).toBe(200);
    for (const host of [1, 2, 3, 4, 5]) expect((await client.get("/").set(from(`192.0.2.${host}`))).status).toBe(200);
  });

  it("leaves clients beyond twice the limit to the next error handler", async () => {
    const handler = unlessFlooding((_error, _request, response, _next) => void response.status(429).send("form"));
    const app = express()
      .use(...limit(2))
      .get("/", (_request, response) => void response.send("passed"))
      .use(handler, showError);
    const texts: string[] = [];
    for (let count = 0; count < 5; count++) texts.push((await supertest(app).get("/")).text);
    expect(texts).toEqual(["passed", "passed", "form", "form", expect.stringContaining("slower")]);
    const unlimited = express()
      .use(() => {
        throw new HttpError(400);
      })
      .use(handler);
    expect((await supertest(unlimited).get("/")).text).toBe("form");
  });
});

it("the key of a client does not keep the header that names it in memory", () => {
  const headerOf = (last: number) => `${"x".repeat(16_000)}, 192.100.100.${last}`;
  const keysOf = (count: number) => Array.from({ length: count }, (_, last) => clientKey(headerOf(last).slice(16_002)));
  expect(heapGrowth(() => keysOf(256)).grown).toBeLessThan(1);
});
