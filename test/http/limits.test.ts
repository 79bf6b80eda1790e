/** Rate limits by the clock, in Redis, and far beyond the limit; those of one process are tested at the chat. */
import { expect, it, jest } from "@jest/globals";
import express from "express";
import supertest from "supertest";
import { limitRate, unlessFlooding } from "../../src/http/rate-limit.js";
import { serve, showError } from "../support/serve.js";

const start = Date.now();
const now = jest.spyOn(Date, "now").mockReturnValue(start);

const limit = (requests: number, redis?: object) =>
  limitRate({ name: "x", requests, messageKey: "slower" }, redis as never);

it("a rate limit lasts one window from the first request", async () => {
  const client = serve(...limit(1));
  const seen: object[] = [];
  for (const seconds of [0, 0, 30, 59.5, 60]) {
    now.mockReturnValue(start + seconds * 1000);
    const { status, headers } = await client.get("/");
    seen.push({ seconds, status, wait: headers["retry-after"] });
  }
  expect(seen).toEqual([
    { seconds: 0, status: 200 },
    { seconds: 0, status: 429, wait: "60" },
    { seconds: 30, status: 429, wait: "30" },
    { seconds: 59.5, status: 429, wait: "1" },
    { seconds: 60, status: 200 },
  ]);
});

it("processes share the count in Redis, and each counts by itself while Redis fails", async () => {
  const counts = new Map<string, number>();
  let fails = false;
  const send = async (command: string, _script: string, _keys: string, key: string) => {
    if (fails) throw new Error("unavailable");
    if (command === "SCRIPT") return "digest";
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return [counts.get(key), 10_000];
  };
  const [one, other] = [serve(...limit(2, { send })), serve(...limit(2, { send }))];
  const ask = (client: typeof one) => client.get("/").set({ "X-Forwarded-For": "2001:db8::1" });
  const statusOf = async (client: typeof one) => (await ask(client)).status;

  expect({ one: await statusOf(one), other: await statusOf(other) }).toEqual({ one: 200, other: 200 });
  expect(await ask(one)).toMatchObject({ status: 429, headers: { "retry-after": "10" } });
  expect(Object.fromEntries(counts)).toEqual({ "limit:x:2001:db8::/56": 3, "limit:x-networks:2001:db8::/48": 2 });
  fails = true;
  expect({ second: await statusOf(other), third: await statusOf(other) }).toEqual({ second: 200, third: 429 });
  fails = false;
  expect(await statusOf(other)).toBe(429);
  expect(counts.get("limit:x:2001:db8::/56")).toBe(4);
});

it("clients beyond sixty requests a minute are left to the next error handler, which costs less", async () => {
  const handler = unlessFlooding((_error, _request, response, _next) => void response.status(429).send("form"));
  const app = express()
    .use(...limit(2))
    .get("/", (_request, response) => void response.send("passed"))
    .use(handler, showError);
  const texts: string[] = [];
  for (let count = 0; count < 61; count++) texts.push((await supertest(app).get("/")).text);
  expect(texts.slice(59)).toEqual(["form", expect.stringContaining("slower")]);
});
