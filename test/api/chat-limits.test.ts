/** Rate limits of the chat, in one process. */
import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "@jest/globals";
import { load } from "cheerio";
import { openRedis } from "../../src/storage/redis.js";
import { asking, chatSite } from "../support/chat.js";
import { listeningLogger } from "../support/site.js";

const from = (address: string) => ({ "x-forwarded-for": address, accept: "application/json" });
const statuses = async (count: number, post: () => Promise<Response>) => {
  const all: number[] = [];
  for (let number = 0; number < count; number++) all.push((await post()).status);
  return all;
};
const fifteen = Array<number>(15).fill(200);

describe("Rate limit of one address", () => {
  it("allows fifteen questions a minute, then answers 429 with Retry-After", async () => {
    const { post } = await chatSite();
    const ask = () => post(asking("?"), from("192.0.2.1"));
    expect(await statuses(15, ask)).toEqual(fifteen);
    const rejected = await ask();

    expect(rejected.status).toBe(429);
    expect(rejected.headers.get("retry-after")).toMatch(/^(?:[1-9]|[1-5]\d|60)$/);
    expect(rejected.headers.get("cache-control")).toBe("no-store");
    expect(rejected.headers.get("ratelimit")).toMatch(/^"15-in-1min"; r=0; t=\d+$/);
    expect(await rejected.json()).toEqual({
      error: expect.stringMatching(/^That was a lot of questions in a short time\. Ask again in \d+ seconds?\.$/),
    });
    expect((await post(asking("?"), from("192.0.2.2"))).status).toBe(200);
  });

  it("reports the error in the locale of the query", async () => {
    const { post, origin } = await chatSite();
    await statuses(15, () => post("{", from("192.0.2.1")));
    const { error } = await fetch(`${origin}/api/ai/chat?locale=nb`, {
      method: "POST",
      headers: from("192.0.2.1"),
    }).then((response) => response.json() as Promise<any>);
    expect(error).toMatch(/^Det ble mange spørsmål på kort tid\. Spør igjen om \d+ sekund(?:er)?\.$/);
  });

  it("counts invalid requests too", async () => {
    const { post } = await chatSite();
    const answers = [
      await post("{", from("192.0.2.1")),
      await post("x", { ...from("192.0.2.1"), "content-type": "text/plain" }),
      await post("x".repeat(70_000), from("192.0.2.1")),
      await post(asking("?"), { ...from("192.0.2.1"), "sec-fetch-site": "cross-site" }),
      await post("", from("192.0.2.1")),
      await post({}, from("192.0.2.1")),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 415, 413, 403, 400, 422]);
    expect(answers.at(-1)!.headers.get("ratelimit")).toContain("r=9");
    expect(await statuses(10, () => post(asking("?"), from("192.0.2.1")))).toEqual([...Array(9).fill(200), 429]);
  });

  it("rejects a request before its body is read", async () => {
    const { post, origin } = await chatSite();
    await statuses(15, () => post("{", from("192.0.2.1")));
    const headers = { ...from("192.0.2.1"), "content-type": "application/json", "content-length": "5000" };
    const request = httpRequest(`${origin}/api/ai/chat`, { method: "POST", headers });
    request.flushHeaders();
    const [{ statusCode }] = (await once(request, "response")) as [IncomingMessage];
    expect(statusCode).toBe(429);
    request.destroy();
  });

  it("counts an IPv6 /56 as one address, and an IPv4 address in any notation", async () => {
    const { post } = await chatSite();
    const left = async (address: string) =>
      /r=(\d+)/.exec((await post("{", from(address))).headers.get("ratelimit")!)![1];

    expect(await left("2001:db8:1:100::1")).toBe("14");
    expect(await left("2001:db8:1:1ff:ffff:ffff:ffff:ffff")).toBe("13");
    expect(await left("[2001:db8:1:101::2]:4711")).toBe("12");
    expect(await left("2001:db8:1:200::1")).toBe("14");
    expect(await left("::ffff:192.0.2.9")).toBe("14");
    expect(await left("192.0.2.9")).toBe("13");
    expect(await left("192.0.2.9:4711")).toBe("12");
    expect(await left("nonsense")).toBe("14");
    expect(await left("other nonsense")).toBe("13");
  });

  it("counts an IPv6 /48 too, with a limit four times as high", async () => {
    const { post } = await chatSite();
    const statuses: number[] = [];
    for (let subnet = 0; subnet < 70; subnet++)
      statuses.push((await post("{", from(`2001:db8:1:${subnet.toString(16).padStart(2, "0")}00::1`))).status);
    expect(statuses).toEqual([...Array(60).fill(400), ...Array(10).fill(429)]);
    const rejected = await post("{", from("2001:db8:1:ff00::1"));
    expect(rejected.headers.get("retry-after")).toMatch(/^(?:[1-9]|[1-5]\d|60)$/);
    expect((await post("{", from("2001:db8:2::1"))).status).toBe(400);
  });

  it("does not count GET", async () => {
    const { post, origin } = await chatSite();
    for (let count = 0; count < 20; count++) await fetch(`${origin}/api/ai/chat`, { headers: from("192.0.2.1") });
    expect((await post(asking("?"), from("192.0.2.1"))).status).toBe(200);
  });

  it.each([
    ["en", /Ask again in \d+ second/],
    ["sv", /Fråga igen om \d+ sekund/],
    ["nb", /Spør igjen om \d+ sekund/],
  ])("answers a form with a page that has its question, in %s", async (locale, text) => {
    const { post, postForm } = await chatSite();
    await statuses(15, () => post("{", from("192.0.2.1")));
    const response = await postForm({ message: "A long <b>thought</b>", locale }, from("192.0.2.1"));
    const $ = load(await response.text());

    expect([response.status, $("html").attr("lang")]).toEqual([429, locale]);
    expect(response.headers.get("retry-after")).toMatch(/^\d+$/);
    expect($("textarea").text().trim()).toBe("A long <b>thought</b>");
    expect($("[role=alert]").text()).toMatch(text);
  });
});

it("an unavailable Redis is logged once, without its password, and does not delay answers", async () => {
  const { logger, lines } = listeningLogger();
  const redis = openRedis({ url: "redis://:pass-word@127.0.0.1:1", verifyTls: true, logger });
  const { post } = await chatSite({ redis });
  redis.connect();
  expect(await statuses(16, () => post(asking("?"), from("192.0.2.1")))).toEqual([...fifteen, 429]);
  await wait(500);
  redis.close();

  expect(lines).toEqual([
    {
      level: "error",
      fields: { reason: "ECONNREFUSED" },
      message: "Redis is unavailable: each process counts rate limits by itself",
    },
  ]);
});
