/** Rate limits of the chat, in one process. */
import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { describe, expect, it } from "@jest/globals";
import { load } from "cheerio";
import { asking, chatSite } from "../support/chat.js";

const from = (address: string) => ({ "x-forwarded-for": address, accept: "application/json" });
const client = from("192.0.2.1");

/** A site, and its statuses for so many posts. */
async function limitedSite() {
  const site = await chatSite();
  const statuses = async (count: number, body: unknown = asking("?")) => {
    const all: number[] = [];
    for (let number = 0; number < count; number++) all.push((await site.post(body, client)).status);
    return all;
  };
  return { ...site, statuses };
}

describe("Rate limit of one address", () => {
  it("allows fifteen questions a minute, then answers 429 with Retry-After", async () => {
    const { post, statuses } = await limitedSite();
    expect(await statuses(16)).toEqual([...Array(15).fill(200), 429]);
    const rejected = await post(asking("?"), client);
    expect(Object.fromEntries(rejected.headers)).toMatchObject({
      "retry-after": expect.stringMatching(/^(?:[1-9]|[1-5]\d|60)$/),
      "cache-control": "no-store",
      ratelimit: expect.stringMatching(/^"15-in-1min"; r=0; t=\d+$/),
    });
    expect(await rejected.json()).toEqual({
      error: expect.stringMatching(/^That was a lot of questions in a short time\. Ask again in \d+ seconds?\.$/),
    });
    expect((await post(asking("?"), from("192.0.2.2"))).status).toBe(200);
  });

  it("counts invalid requests too, but not GET", async () => {
    const { post, origin, statuses } = await limitedSite();
    for (let count = 0; count < 20; count++) await fetch(`${origin}/api/ai/chat`, { headers: client });
    const answers = [
      await post("{", client),
      await post("x", { ...client, "content-type": "text/plain" }),
      await post("x".repeat(70_000), client),
      await post(asking("?"), { ...client, "sec-fetch-site": "cross-site" }),
      await post({}, client),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 415, 413, 403, 422]);
    expect(answers.at(-1)!.headers.get("ratelimit")).toContain("r=10");
    expect(await statuses(11)).toEqual([...Array(10).fill(200), 429]);
  });

  it("rejects a request before its body is read, in the locale of the query", async () => {
    const { origin, statuses } = await limitedSite();
    await statuses(15, "{");
    const headers = { ...client, "content-type": "application/json", "content-length": "5000" };
    const request = httpRequest(`${origin}/api/ai/chat?locale=nb`, { method: "POST", headers });
    request.flushHeaders();
    const [response] = (await once(request, "response")) as [IncomingMessage];
    expect(response.statusCode).toBe(429);
    const [text] = await once(response.setEncoding("utf8"), "data");
    expect(text).toMatch(/"Det ble mange spørsmål på kort tid\. Spør igjen om \d+ sekund(?:er)?\."/);
    request.destroy();
  });

  it("counts an IPv6 /48 as one address too, with a limit four times as high", async () => {
    const { post } = await chatSite();
    const statuses: number[] = [];
    for (let subnet = 16; subnet < 86; subnet++)
      statuses.push((await post("{", from(`2001:db8:1:${subnet.toString(16)}00::1`))).status);
    expect(statuses).toEqual([...Array(60).fill(400), ...Array(10).fill(429)]);
  });

  it("answers a form with a page that has its question", async () => {
    const { postForm, statuses } = await limitedSite();
    await statuses(15, "{");
    const response = await postForm({ message: "A long <b>thought</b>", locale: "sv" }, client);
    const $ = load(await response.text());
    expect({ status: response.status, language: $("html").attr("lang") }).toEqual({ status: 429, language: "sv" });
    expect(response.headers.get("retry-after")).toMatch(/^\d+$/);
    expect($("textarea").text().trim()).toBe("A long <b>thought</b>");
    expect($("[role=alert]").text()).toMatch(/Fråga igen om \d+ sekund/);
  });
});
