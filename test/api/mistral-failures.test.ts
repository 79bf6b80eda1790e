/** What visitors get while Mistral fails, or must not be asked; with a fake Mistral server. */
import { request as httpRequest } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "@jest/globals";
import { asking, textIn } from "../support/chat.js";
import {
  type Behaviour,
  breaks,
  calls,
  dies,
  ends,
  finishes,
  says,
  sendsCompressed,
  sendsMuch,
  stalls,
  trickles,
} from "../support/fake-mistral.js";
import { errorsIn } from "../support/logger.js";
import { ASK_MCP, mistralSites } from "../support/mistral-sites.js";
import { NOW } from "../support/site.js";

const { mistral, withMistral } = await mistralSites();

describe("The site's own model answers if Mistral", () => {
  const refuses = (status: number): [string, Behaviour] => [
    `answers ${status}`,
    (write) => write.refuse(status, { message: "SECRET: What is it" }),
  ];
  const failures: [string, Behaviour][] = [
    ...[401, 403, 404, 429, 500].map(refuses),
    ["redirects", (write) => void write.response.writeHead(307, { location: mistral.baseUrl }).end()],
    ["never answers", stalls()],
    ["begins its stream and stalls", stalls("")],
    ["closes the connection", (write) => void write.response.destroy()],
    ["closes the connection before its first text", dies()],
    ["ends its stream early without text", ends()],
    ["sends HTML", (write) => void write.response.writeHead(200, { "content-type": "text/html" }).end("<h1>Hi</h1>")],
    ["sends invalid JSON", breaks("data: {oops\n\n")],
    ["sends no choices", breaks('data: {"id":"x","choices":[]}\n\n')],
    ["sends null", breaks("data: null\n\n")],
    ["ends with error", finishes("error")],
    ["sends 64 MB of blanks, compressed", sendsCompressed(" ".repeat(64e6))],
    ["sends a line of 64 MB", sendsMuch(200, "text/event-stream", "data: ", "x")],
    ["sends comments of 64 MB", sendsMuch(200, "text/event-stream", "", ":\n\n")],
    ["sends an error of 64 MB", sendsMuch(500, "application/json", '{"message":"', "x")],
  ];
  /** What a visitor can order, or cause by what is asked. */
  const provoked: [string, Behaviour][] = [
    ["ends without text", says()],
    ["sends only whitespace", says(" ", "\n")],
    ["sends only tags", says("<b>", " <i></i> ", "<br>")],
    ["sends only signs of markup", says("![](https://evil.example/x)", "[]", "<")],
    ["sends only unseen characters", says("\u200b", "\u2060\u00ad", "\u3164")],
    ["ends with content_filter", finishes("content_filter")],
    ["ends with content_filter after blanks", finishes("content_filter", " ")],
    ["ends with an unknown reason", finishes("guardrail")],
    ["ends with length", finishes("length")],
    ["ends with model_length after a tag", finishes("model_length", "<b>")],
    ["sends tags until the time is up", trickles(20, Array(60).fill("<b> "))],
    ["calls its tool again and again", calls("find_events", "{}")],
    ["calls an unknown tool", calls("delete_everything", "{}")],
    ...[400, 413, 422, 451].map(refuses),
  ];

  it.each([
    ...failures.map(([name, behaviour]) => ({ name, behaviour, asked: 3, level: "error" })),
    ...provoked.map(([name, behaviour]) => ({ name, behaviour, asked: 4, level: "info" })),
  ])("$name, and is asked $asked times of 4, without a retry", async ({ name, behaviour, asked, level }) => {
    mistral.does(behaviour);
    const isLate = /never answers|stalls|time is up/.test(name);
    const { ask, stream, lines } = await withMistral({ shorter: { firstTextMs: isLate ? 800 : 20_000 } }); // 64 MB take long
    const { response, chunks } = await stream("What is it?");

    expect(response.status).toBe(200);
    expect(response.headers.get("x-answered-by")).toBe("site; fallback");
    expect(chunks[0]!.messageMetadata).toEqual({ answeredBy: "site", fallback: true });
    expect(textIn(chunks)).toBe("The site's own answer, in en.");
    expect(chunks.map(({ type }) => type)).not.toContain("error");
    const logged = lines.filter(({ message }) => message.includes("Mistral"));
    const reason = name.includes("64 MB") ? "ERR_LARGER_THAN_1_MB" : expect.any(String);
    expect(logged).toMatchObject([{ level, fields: { reason } }]);

    const questions = () => mistral.seen.filter(({ body }) => body.messages.at(-1)!.role === "user").length;
    for (let more = 0; more < 3; more++) expect((await ask("What is it?")).fallback).toBe(true);
    expect(questions()).toBe(asked);
    expect(JSON.stringify(lines)).not.toMatch(/SECRET|key-that|What is it/);
  });
});

describe("If Mistral fails after its first text", () => {
  it.each<[string, Behaviour, string]>([
    ["closes the connection", dies("Hello there", ","), "UND_ERR_SOCKET"],
    ["ends its stream early", ends("Hello there", ","), "The answer is not whole: its stream ended early"],
    ["stalls", stalls("Hello there", ","), "the answer took too long"],
    ["sends invalid JSON", breaks("data: {oops\n\n", "Hello there", ","), "AI_JSONParseError"],
    ["sends no choices", breaks('data: {"id":"x","choices":[]}\n\n', "Hello there", ","), "TypeError"],
  ])(
    "and %s, a stream ends with an error in the visitor's language, and other clients get the site's own answer",
    async (_name, behaviour, reason) => {
      mistral.does(behaviour);
      const { ask, stream, post, lines } = await withMistral({ shorter: { stallMs: 400 } });
      const { response, chunks } = await stream("?", "sv");
      expect(response.status).toBe(200);
      expect(textIn(chunks)).toMatch(/^Hello there/);
      expect(chunks.at(-1)).toEqual({ type: "error", errorText: "Svaret avbröts. Fråga igen, eller skriv till oss." });
      expect(errorsIn(lines)).toMatchObject([{ message: "Mistral's answer was interrupted", fields: { reason } }]);

      const plain = await post(asking("?", "nb"), { accept: "text/plain" });
      const apology = /^Hello there[\s\S]*\n\nSvaret ble avbrutt\. Spør igjen, eller skriv til oss\.\n$/;
      expect(await plain.text()).toMatch(apology);
      expect(await ask("?", "sv")).toMatchObject({ content: "The site's own answer, in sv.", fallback: true });
      expect(mistral.seen).toHaveLength(3);
    },
  );

  it("because of what is asked, the stream ends so too, and Mistral is asked again", async () => {
    mistral.does(finishes("content_filter", "Hello there", ","));
    const { stream, lines } = await withMistral();
    for (let count = 0; count < 4; count++) {
      const { chunks } = await stream("What is it?");
      expect(textIn(chunks)).toBe("Hello there,");
      expect(chunks.at(-1)!.type).toBe("error");
    }
    expect(mistral.seen).toHaveLength(4);
    expect(errorsIn(lines)).toEqual([]);
  });
});

describe("Use of Mistral", () => {
  it("stops for a minute after three failures in a row", async () => {
    let now = NOW;
    mistral.does((write) => write.refuse(500));
    const { ask, lines } = await withMistral({ clock: () => now });
    for (let count = 0; count < 5; count++) expect((await ask("?")).fallback).toBe(true);
    expect(mistral.seen).toHaveLength(3);
    const failure = { reason: "AI_APICallError", status: 500 };
    expect(errorsIn(lines).map(({ fields }) => fields)).toEqual([failure, failure, { ...failure, pausedMs: 60_000 }]);

    now += 59_000;
    await ask("?");
    expect(mistral.seen).toHaveLength(3);
    now += 1000;
    mistral.does(says("Back."));
    for (let count = 0; count < 2; count++)
      expect(await ask("?")).toMatchObject({ content: "Back.", answeredBy: "mistral" });
    expect(lines.filter(({ message }) => message === "Mistral answers again")).toHaveLength(1);
  });

  it("continues after failures that are not in a row", async () => {
    const { ask } = await withMistral();
    for (let round = 0; round < 3; round++) {
      mistral.does((write) => write.refuse(500));
      await ask("?");
      await ask("?");
      mistral.does(says("Fine."));
      expect((await ask("?")).answeredBy).toBe("mistral");
    }
  });

  it("stops at the daily limit, until midnight in the site's zone", async () => {
    let now = Date.parse("2026-11-20T22:59:00Z");
    const { ask } = await withMistral({ clock: () => now }, { MISTRAL_DAILY_ANSWERS: "2" });
    const who = async () => (await ask("?")).answeredBy;
    const answers = { first: await who(), second: await who(), third: await who() };
    expect(answers).toEqual({ first: "mistral", second: "mistral", third: "site" });
    now += 60_000;
    expect(await who()).toBe("mistral");
  });

  it("stops at the share of the daily limit that one address or its network has", async () => {
    mistral.does(says("Fine."));
    const { post } = await withMistral({}, { MISTRAL_DAILY_ANSWERS: "80" });
    const count = async (times: number, address: string) => {
      let byMistral = 0;
      for (let time = 0; time < times; time++) {
        const response = await post(asking("?"), { accept: "application/json", "x-forwarded-for": address });
        byMistral += response.headers.get("x-answered-by") === "mistral" ? 1 : 0;
      }
      return byMistral;
    };
    expect(await count(12, "2001:db8:1:100::1")).toBe(10); // a tenth would be 8, at least 10 are given
    expect(await count(12, "2001:db8:1:200::1")).toBe(10);
    expect(await count(3, "2001:db8:1:300::1")).toBe(0); // a quarter of 80 for the network
    expect(await count(12, "192.0.2.1")).toBe(10);
    expect(await count(3, "198.51.100.1")).toBe(3);
  });

  it("stops while eight of its answers are in progress", async () => {
    mistral.does(stalls("Well"));
    const { stream, ask } = await withMistral({ shorter: { stallMs: 600 } });
    const eight = Array.from({ length: 8 }, () => stream("?"));
    while (mistral.seen.length < 8) await wait(10);
    expect((await ask("?")).answeredBy).toBe("site");
    await Promise.all(eight);
    mistral.does(says("Again."));
    expect((await ask("?")).fallback).toBe(true); // eight failures open the circuit breaker
  });
});

describe("A client that disconnects", () => {
  it("aborts the request to Mistral, which does not count as a failure", async () => {
    const { post, lines, ask } = await withMistral({ shorter: { firstTextMs: 5000, stallMs: 5000, totalMs: 5000 } });
    for (let count = 0; count < 9; count++) {
      const leaving = new AbortController();
      mistral.does(count % 2 ? stalls() : stalls("Hello there", ".")); // before its first text, and after it
      const answer = post(asking("?"), {}, { signal: leaving.signal }).then((response) =>
        response.body!.getReader().read(),
      );
      answer.catch(() => {});
      while (mistral.seen.length < 1) await wait(5);
      await wait(30); // the first text has come
      leaving.abort();
      expect(await mistral.seen[0]!.left).toBe(true);
    }
    mistral.does(says("Hello."));
    await wait(20);
    expect((await ask("?")).answeredBy).toBe("mistral"); // every slot is free again, and the circuit breaker is closed
    expect(errorsIn(lines)).toEqual([]);
  });

  const question = JSON.stringify(asking("?"));
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const chat = "/api/ai/chat";
  it.each<[string, string, Record<string, string>, string]>([
    ["a stream is awaited", chat, { accept: "text/event-stream" }, question],
    ["a text is awaited", chat, { accept: "text/plain" }, question],
    ["JSON is awaited", chat, { accept: "application/json" }, question],
    ["a page is awaited", chat, form, "message=hi&locale=en"],
    ["the tool ask_dialogue is awaited", "/mcp", {}, ASK_MCP],
    ["its question is read", chat, { "content-length": "900" }, question],
    ["its form is read", chat, { ...form, "content-length": "900" }, "message=hi"],
    ["its message is read", "/mcp", { "content-length": "900" }, ASK_MCP],
  ])("while %s is not logged as an error", async (_when, path, headers, body) => {
    const isPart = "content-length" in headers;
    for (const behaviour of [stalls(), stalls("Well")]) {
      mistral.does(behaviour);
      const { origin, lines } = await withMistral();
      const options = { method: "POST", headers: { "content-type": "application/json", ...headers } };
      const request = httpRequest(origin + path, options).on("error", () => {});
      isPart ? request.write(body) : request.end(body);
      while (mistral.seen.length === 0 && !isPart) await wait(5);
      await wait(50); // the server reads the body or waits for Mistral
      request.destroy();
      while (!lines.some(({ message }) => message.startsWith("client closed"))) await wait(5);
      await wait(50); // an error would be logged by then
      expect(errorsIn(lines)).toEqual([]);
    }
  });
});

it("a request beyond the limit of concurrent answers gets 503 with Retry-After", async () => {
  mistral.does(stalls("Well"));
  const { post } = await withMistral({ shorter: { openStreams: 2, stallMs: 800 } });
  const open = await Promise.all([post(asking("?")), post(asking("?"))]);
  const rejected = await post(asking("?", "sv"));
  const error = "Dialogue hinner inte med fler frågor just nu. Försök igen om några sekunder.";
  expect({ status: rejected.status, wait: rejected.headers.get("retry-after") }).toEqual({ status: 503, wait: "5" });
  expect(await rejected.json()).toEqual({ error });
  await Promise.all(open.map((answer) => answer.text()));
  expect((await post(asking("?"))).status).toBe(200);
});
