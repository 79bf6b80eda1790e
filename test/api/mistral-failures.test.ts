/** What visitors get if Mistral fails or is not asked, and if they leave; with a fake server. */
import { request as httpRequest } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "@jest/globals";
import * as fake from "../support/chat.js";
import { errorsIn } from "../support/logger.js";
import { NOW } from "../support/site.js";

const { asking, breaks, calls, callsSlowly, dies, finishes, says, sendsMuch, stalls, textIn, trickles } = fake;
const { mistral, withMistral } = await fake.mistralSites();
setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

describe("The site's own model answers if Mistral", () => {
  type Failure = [name: string, behaviour: fake.Behaviour, more?: { firstTextMs?: number; reason?: string }];
  const isLate = { firstTextMs: 600, reason: "the answer took too long" };
  const isTooLarge = { reason: "ERR_LARGER_THAN_1_MB" };
  const refuses = (status: number): Failure => [`answers ${status}`, (write) => write.refuse(status)];
  const failures: Failure[] = [
    ...[401, 500].map(refuses),
    ["redirects", ({ response }) => response.writeHead(307, { location: mistral.baseUrl }).end()],
    ["never answers", () => {}, isLate],
    ["begins its stream and stalls", stalls(), isLate],
    ["calls its tool and stalls", callsSlowly(0, 9000), { ...isLate, firstTextMs: 2000 }], // a busy machine calls later
    ["closes the connection before its first text", dies()],
    ["ends its stream early without text", breaks("")],
    ["sends HTML", ({ response }) => response.writeHead(200, { "content-type": "text/html" }).end("<h1>Hi</h1>")],
    ["sends invalid JSON", breaks("data: {oops\n\n")],
    ["sends no choices", breaks('data: {"id":"x","choices":[]}\n\n')],
    ["ends with error", finishes("error")],
    ["sends 64 MB, compressed", sendsMuch(200, "br"), isTooLarge],
    ["sends an answer of 64 MB", sendsMuch(200), isTooLarge],
    ["sends an error of 64 MB", sendsMuch(500), isTooLarge],
  ];
  /** What a visitor can order, or cause by what is asked. */
  const provoked: Failure[] = [
    ["ends without text", says()],
    ["sends only signs of markup", says("<b>", "![](https://evil.example/x)", "[]", "<")],
    ["sends only unseen characters", says(" \u200b", "\u2060\u00ad", "\u3164\n")],
    ["ends with content_filter after blanks", finishes("content_filter", " ")],
    ["ends with an unknown reason", finishes("guardrail")],
    ["ends with length after a tag", finishes("length", "<b>")],
    ["sends tags until the time is up", trickles(20, Array(600).fill("<b> ")), isLate],
    ["calls its tool again and again", calls("find_events", "{}")],
    ["calls its tool slowly until the time is up", callsSlowly(170, 170, 170, 170), isLate],
    ...[400, 451].map(refuses),
  ];
  let now = NOW;
  const sites = new Map<number, ReturnType<typeof withMistral>>();
  /** One for each limit, with its prompt written; a failure stops the use of Mistral for a minute. */
  async function siteWith(firstTextMs: number) {
    const known = sites.get(firstTextMs);
    if (known) return known;
    const created = withMistral({ clock: () => now, shorter: { failures: 1, firstTextMs } });
    sites.set(firstTextMs, created);
    mistral.does(says("Hello."));
    await (await created).ask("Hello?");
    return created;
  }

  it.each([
    ...failures.map(([name, behaviour, more]) => ({ name, behaviour, asked: 1, level: "error", ...more })),
    ...provoked.map(([name, behaviour, more]) => ({ name, behaviour, asked: 2, level: "info", ...more })),
  ])("$name, and is asked $asked times of 2, without a retry", async ({ behaviour, asked, level, ...more }) => {
    const { firstTextMs = 20_000, reason = expect.any(String) } = more; // 64 MB take long
    const { ask, stream, lines } = await siteWith(firstTextMs);
    mistral.does(behaviour);
    now += 60_000;
    lines.splice(0);
    const { response, chunks } = await stream("What is it?");
    expect(response.status).toBe(200);
    expect(response.headers.get("x-answered-by")).toBe("site; fallback");
    expect(chunks[0]!.messageMetadata).toEqual({ answeredBy: "site", fallback: true });
    expect(textIn(chunks)).toBe("The site's own answer, in en.");
    expect(chunks.map(({ type }) => type)).not.toContain("error");
    const logged = lines.filter(({ message }) => message.includes("Mistral"));
    expect(logged).toMatchObject([{ level, fields: { reason } }]);
    const questions = () => mistral.seen.filter(({ body }) => body.messages.at(-1)!.role === "user").length;
    expect((await ask("What is it?")).fallback).toBe(true);
    expect(questions()).toBe(asked);
    expect(JSON.stringify(lines)).not.toMatch(/SECRET|key-that|What is it/);
  });
});

let interrupted: ReturnType<typeof withMistral> | undefined;
it.each<[string, fake.Behaviour, string]>([
  ["closes the connection", dies("Hello there", ","), "UND_ERR_SOCKET"],
  ["ends its stream early", breaks("", "Hello there", ","), "The answer is not whole: its stream ended early"],
  ["stalls", stalls("Hello there", ","), "the answer took too long"],
  ["sends no choices", breaks('data: {"id":"x","choices":[]}\n\n', "Hello there", ","), "TypeError"],
])("if Mistral %s after its first text, only a stream breaks off", async (_name, behaviour, reason) => {
  mistral.does(behaviour);
  interrupted ??= withMistral({ shorter: { firstTextMs: 1000, totalMs: 1200, failures: 99 } });
  const { ask, stream, post, lines } = await interrupted;
  lines.splice(0);
  const { response, chunks } = await stream("?", "sv");
  expect(response.status).toBe(200);
  expect(textIn(chunks)).toMatch(/^Hello there/);
  expect(chunks.at(-1)).toEqual({ type: "error", errorText: "Svaret avbröts. Fråga igen, eller skriv till oss." });
  expect(errorsIn(lines)).toMatchObject([{ message: "Mistral has not answered", fields: { reason } }]);
  const plain = await post(asking("?", "nb"), { accept: "text/plain" });
  const apology = /^Hello there[\s\S]*\n\nSvaret ble avbrutt\. Spør igjen, eller skriv til oss\.\n$/;
  expect(await plain.text()).toMatch(apology);
  expect(await ask("?", "sv")).toMatchObject({ content: "The site's own answer, in sv.", fallback: true });
  expect(mistral.seen).toHaveLength(3);
});

it.each([
  ["it writes for too long", trickles(50, Array(60).fill("on and ")), /^on and on/],
  ["of what is asked", finishes("content_filter", "Hello there", ","), /^Hello there,$/],
])("after a first text, because %s, the stream ends, and Mistral is asked again", async (_why, behaviour, text) => {
  mistral.does(behaviour);
  const { stream, ask, lines } = await withMistral({ shorter: { failures: 1, totalMs: 1200 } });
  const { chunks } = await stream("What is it?");
  expect(textIn(chunks)).toMatch(text);
  expect(chunks.at(-1)!.type).toBe("error");
  mistral.does(says("Hello."));
  expect((await ask("?")).answeredBy).toBe("mistral");
  expect(errorsIn(lines)).toEqual([]);
});

describe("Use of Mistral", () => {
  it("stops for a minute after three failures in a row", async () => {
    let now = NOW;
    const { ask, lines } = await withMistral({ clock: () => now });
    mistral.does((write) => write.refuse(500));
    for (let count = 0; count < 2; count++) await ask("?");
    mistral.does(says("Fine."));
    expect((await ask("?")).answeredBy).toBe("mistral"); // so the next failures are the first in a row
    mistral.does((write) => write.refuse(500));
    for (let count = 0; count < 5; count++) expect((await ask("?")).fallback).toBe(true);
    expect(mistral.seen).toHaveLength(3);
    const failure = { reason: "AI_APICallError", status: 500 };
    const logged = [...Array(4).fill(failure), { ...failure, pausedMs: 60_000 }];
    expect(errorsIn(lines).map(({ fields }) => fields)).toEqual(logged);
    now += 59_000;
    await ask("?");
    expect(mistral.seen).toHaveLength(3);
    now += 1000;
    mistral.does(says("Back."));
    for (let count = 0; count < 2; count++)
      expect(await ask("?")).toMatchObject({ content: "Back.", answeredBy: "mistral" });
    expect(lines.filter(({ message }) => message === "Mistral answers again")).toHaveLength(1);
  });

  it("stops at the daily limit, until midnight in the site's zone", async () => {
    let now = Date.parse("2026-11-20T22:59:00Z");
    const { ask } = await withMistral({ clock: () => now }, { MISTRAL_DAILY_ANSWERS: "2" });
    const who = async () => (await ask("?")).answeredBy;
    for (const expected of ["mistral", "mistral", "site"]) expect(await who()).toBe(expected);
    now += 60_000;
    expect(await who()).toBe("mistral");
  });

  it("stops while eight of its answers are in progress", async () => {
    const { says, finish } = fake.saysAndWaits("Well");
    mistral.does(says);
    const { stream, ask } = await withMistral();
    const eight = Array.from({ length: 8 }, () => stream("?"));
    while (mistral.seen.length < 8) await wait(10);
    expect((await ask("?")).answeredBy).toBe("site");
    finish();
    await Promise.all(eight);
    expect((await ask("?")).answeredBy).toBe("mistral");
  });
});

describe("A client that leaves while", () => {
  const chat = "/api/ai/chat";
  const question = JSON.stringify(asking("?"));
  const post = (url: string, headers: Record<string, string>) => {
    const options = { method: "POST", headers: { "content-type": "application/json", ...headers } };
    return httpRequest(url, options).on("error", () => {});
  };

  let only: ReturnType<typeof withMistral> | undefined;
  /** A site with one place for an answer of Mistral, which one failure stops. */
  async function siteToLeave() {
    only ??= withMistral({ shorter: { atOnce: 1, failures: 1 } });
    (await only).lines.splice(0);
    return only;
  }

  /** Its leaving is logged, but not as an error, and the only place for an answer of Mistral is free again. */
  async function expectLeft({ ask, lines }: Awaited<ReturnType<typeof withMistral>>) {
    while (!lines.some(({ message }) => message.startsWith("client closed"))) await wait(5);
    await wait(50); // an error would be logged by then
    mistral.does(says("Hello."));
    expect((await ask("?")).answeredBy).toBe("mistral");
    expect(errorsIn(lines)).toEqual([]);
  }

  it.each<[string, string, Record<string, string>, string]>([
    ["a stream is awaited", chat, { accept: "text/event-stream" }, question],
    ["JSON is awaited", chat, { accept: "application/json" }, question],
    ["a page is awaited", chat, { "content-type": "application/x-www-form-urlencoded" }, "message=hi&locale=en"],
    ["a tool of MCP is awaited", "/mcp", {}, fake.ASK_MCP],
  ])("%s is not logged as an error, and Mistral is left and can be asked again", async (_when, path, headers, body) => {
    for (const behaviour of [stalls(), stalls("Well")]) {
      mistral.does(behaviour);
      const site = await siteToLeave();
      const request = post(site.origin + path, headers).end(body);
      while (mistral.seen.length === 0) await wait(5);
      await wait(50); // the first text of Mistral has come
      collectGarbage();
      request.destroy();
      expect(await mistral.seen[0]!.left).toBe(true);
      await expectLeft(site);
    }
  });

  it.each([
    ["its question is read", chat, question],
    ["its message to MCP is read", "/mcp", fake.ASK_MCP],
  ])("%s is not logged as an error", async (_when, path, body) => {
    const site = await siteToLeave();
    const request = post(site.origin + path, { "content-length": "900" });
    request.write(body);
    await wait(50); // the server reads the body
    request.destroy();
    await expectLeft(site);
  });
});

it("a request beyond the limit of concurrent answers gets 503 with Retry-After", async () => {
  const { says, finish } = fake.saysAndWaits("Well");
  mistral.does(says);
  const { post } = await withMistral({ shorter: { openStreams: 2 } });
  const open = await Promise.all([post(asking("?")), post(asking("?"))]);
  const rejected = await post(asking("?", "sv"));
  const error = "Dialogue hinner inte med fler frågor just nu. Försök igen om några sekunder.";
  expect({ status: rejected.status, wait: rejected.headers.get("retry-after") }).toEqual({ status: 503, wait: "5" });
  expect(await rejected.json()).toEqual({ error });
  finish();
  await Promise.all(open.map((answer) => answer.text()));
  expect((await post(asking("?"))).status).toBe(200);
});
