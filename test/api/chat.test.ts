/** The chat without Mistral; /api/ai/chat in openapi.test has what it rejects. */
import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { describe, expect, it } from "@jest/globals";
import { DefaultChatTransport, readUIMessageStream, type UIMessage } from "ai";
import { load } from "cheerio";
import { partsOf } from "../../public/scripts/answer-stream.js";
import { asking, chatSite, chunksIn } from "../support/chat.js";
import { forEvery } from "../support/for-every.js";
import { attributesOf, errorsIn, textsOf } from "../support/html.js";
import { errorsIn as serious } from "../support/logger.js";
import { BASE_URL, site } from "../support/site.js";

const { post, postForm, origin, services, lines } = await chatSite();
const json = { accept: "application/json" };
const FORM = "application/x-www-form-urlencoded";

async function pageOf(response: Response) {
  const html = await response.text();
  const $ = load(html);
  const headers = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };
  expect(Object.fromEntries(response.headers)).toMatchObject(headers);
  expect(await errorsIn(html)).toEqual([]);
  expect($("meta[name=robots]").attr("content")).toBe("noindex");
  const [typed, problem] = ["main textarea", "[role=alert]"].map((part) => $(part).text().trim());
  const wait = response.headers.get("retry-after");
  return { $, html, status: response.status, wait, language: $("html").attr("lang"), typed, problem };
}

describe("An answer", () => {
  const locale = "nb";
  const text = "The site's own answer, in nb.";
  const source = { url: `${BASE_URL}/nb/about`, title: "About" };
  const stream = {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
      "x-vercel-ai-ui-message-stream": "v1",
    },
    read: (body: string) => [...chunksIn(body), body.split("\n").at(-3)],
    answer: [
      { type: "start", messageId: expect.any(String), messageMetadata: { answeredBy: "site", fallback: false } },
      { type: "text-start", id: "answer" },
      { type: "source-url", sourceId: "source-1", ...source },
      { type: "text-delta", id: "answer", delta: text },
      { type: "text-end", id: "answer" },
      { type: "finish", finishReason: "stop" },
      "data: [DONE]",
    ],
  };
  const plain = {
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store, no-transform" },
    read: (body: string) => body,
    answer: `${text}\n\nAbout: ${source.url}\n`,
  };
  const object = {
    headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" },
    read: JSON.parse,
    answer: { role: "assistant", content: text, sources: [source], answeredBy: "site", fallback: false },
  };
  forEvery([
    ["", stream],
    ["*/*", stream],
    ["text/html", stream],
    ["text/plain", plain],
    ["application/json", object],
    ["application/json, text/plain, */*", object],
    ["text/plain;q=0.5, application/json", object],
  ])("is the AI SDK's stream unless JSON or text is preferred", async (accept, { headers, read, answer }) => {
    const response = await post(asking("Hi", locale), accept ? { accept } : {});
    const received = { ...headers, "content-language": locale, "x-answered-by": "site" };
    expect(Object.fromEntries(response.headers)).toMatchObject(received);
    expect(read(await response.text())).toEqual(answer);
  });

  it("is read by the AI SDK's client with its metadata and sources, also in a second turn", async () => {
    const transport = new DefaultChatTransport({ api: `${origin}/api/ai/chat`, body: { locale } });
    const messages: UIMessage[] = [];
    for (const text of ["Hi", "And then?"]) {
      messages.push({ id: text, role: "user", parts: [{ type: "text", text }] });
      const question = { chatId: "chat", messageId: text, trigger: "submit-message", abortSignal: undefined } as const;
      const stream = await transport.sendMessages({ ...question, messages });
      let answer: UIMessage | undefined;
      for await (answer of readUIMessageStream({ stream }));
      messages.push(answer!);
    }
    for (const answer of [messages[1], messages[3]])
      expect(answer).toMatchObject({
        role: "assistant",
        metadata: { answeredBy: "site", fallback: false },
        parts: expect.arrayContaining([
          { type: "text", text, state: "done" },
          { type: "source-url", sourceId: "source-1", ...source },
        ]),
      });
  });

  it.each(["chat", "a.b:c/d", "stream"])("to the chat %s is never resumed", async (chatId) => {
    const transport = new DefaultChatTransport({ api: `${origin}/api/ai/chat` });
    expect(await transport.reconnectToStream({ chatId })).toBeNull();
    for (const [method, status] of Object.entries({ GET: 204, HEAD: 204, OPTIONS: 204, POST: 405, DELETE: 405 })) {
      const response = await fetch(`${origin}/api/ai/chat/${chatId}/stream`, { method });
      expect({ method, status: response.status }).toEqual({ method, status });
      if (status === 405) expect(response.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
    }
  });

  forEvery([
    [{ accept: "text/html,application/xhtml+xml,*/*;q=0.8", "accept-language": "no, en;q=0.5" }, 303, "/"],
    [{ accept: "text/html" }, 303, "/"],
    [{ accept: "*/*" }, 405, null],
    [{ accept: "application/json, text/html;q=0.9" }, 405, null],
  ])("is not read by GET, which leads a person to the front page", async (headers, status, location) => {
    const response = await fetch(`${origin}/api/ai/chat`, { headers, redirect: "manual" });
    const { headers: received } = response;
    expect({ status: response.status, location: received.get("location") }).toEqual({ status, location });
    expect(received.get("cache-control")).toBe("no-store");
    expect(received.get("allow")).toBe(status === 405 ? "POST, OPTIONS" : null);
  });

  it("is a page for a form, with a form for the next question", async () => {
    const { $, status, language } = await pageOf(await postForm({ message: 'Hi <b onclick="x">you</b>', locale }));
    expect({ status, language }).toEqual({ status: 200, language: locale });
    expect($("h1").text()).toContain('Hi <b onclick="x">you</b>');
    expect($("main .prose").text().trim()).toBe(text);
    expect($(`main .sources a[href="/${locale}/about"]`).text()).toBe("About");
    expect($("main form[action='/api/ai/chat'] textarea[name=message]").text().trim()).toBe("");
    expect($("main form input[name=locale]").val()).toBe(locale);
  });
});

it("the problems of an invalid body are named in its locale, if it is not UTF-8, too", async () => {
  const t = services.getFixedT("nb");
  const invalid = await post({ messages: [{ role: "system", content: "x" }, "Hi"], locale: "nb" });
  const details = { "messages.0.role": [t("dialogue:errors.role")], "messages.1": [t("dialogue:errors.message")] };
  expect({ status: invalid.status, ...((await invalid.json()) as object) }).toMatchObject({ status: 422, details });
  const latin = await post("", {}, { body: Buffer.from(JSON.stringify(asking("hva er årsavgiften", "nb")), "latin1") });
  const error = t("dialogue:errors.notUtf8");
  expect({ status: latin.status, body: await latin.json() }).toEqual({ status: 400, body: { error } });
});

describe("An error of a form", () => {
  const typed = '</textarea><b onclick="x">Hi & <i>';
  const begin = "locale=sv&message=";
  const limit = 65_536;
  forEvery<{ status: number; body: string; shown: string; headers?: object; problem?: string; language?: string }>([
    { status: 422, body: `${begin}${"x".repeat(4001)}`, shown: "x".repeat(4001), problem: "högst 4\u00a0000 tecken" },
    { status: 422, body: begin, shown: "", problem: "Skriv en fråga." },
    { status: 422, body: "locale=xx&message=Hej", shown: "Hej", language: "en" },
    { status: 400, body: `${begin}kostar+%E5rsavgiften`, shown: "kostar \ufffdrsavgiften", problem: "UTF-8" },
    { status: 403, body: begin + encodeURIComponent(typed), shown: typed, headers: { "sec-fetch-site": "cross-site" } },
    { status: 403, body: `${begin}Hej`, shown: "Hej", headers: { origin: "https://evil.example" } },
    { status: 413, body: begin + "x".repeat(70_000), shown: "x".repeat(limit - begin.length) },
  ])("is a page with the question", async ({ status, body, shown, headers, problem = "", language = "sv" }) => {
    const page = await pageOf(await post(body, { "content-type": FORM, ...headers }));
    expect(page).toMatchObject({ status, language, typed: shown, problem: expect.stringContaining(problem) });
    expect(page.problem).not.toBe("");
  });

  it("is a page while the server stops, too, and after an internal error, which is logged without details", async () => {
    const fail = () => {
      throw new Error("SECRET");
    };
    const { post, postForm, services, lines } = await chatSite({ engine: { answer: fail } });
    const form = { message: "Hei", locale: "nb" };
    const response = await post(asking("Hi", "nb"));
    const error = services.getFixedT("nb")("errors:serverError.message");
    expect({ status: response.status, body: await response.json() }).toEqual({ status: 500, body: { error } });
    const failed = await pageOf(await postForm(form));
    expect(failed).toMatchObject({ status: 500, typed: "Hei", html: expect.not.stringContaining("SECRET") });
    expect(serious(lines).map(({ message }) => message)).toEqual(["request failed", "request failed"]);
    services.health.phase = "draining";
    expect(await pageOf(await postForm(form))).toMatchObject({ status: 503, wait: "5", typed: "Hei" });
  });
});

describe("The limit of fifteen requests a minute", () => {
  const from = (address: string) => ({ ...json, "x-forwarded-for": address });
  const client = from("192.0.2.1");
  async function limitedSite() {
    const site = await chatSite();
    for (let count = 0; count < 15; count++) expect((await site.post("{", client)).status).toBe(400);
    return site;
  }

  it("counts invalid requests of an address too, but not GET, and answers 429 with Retry-After", async () => {
    const { post, origin } = await chatSite();
    for (let count = 0; count < 20; count++) await fetch(`${origin}/api/ai/chat`, { headers: client });
    const answers = [
      await post("{", client),
      await post("x", { ...client, "content-type": "text/plain" }),
      await post("x".repeat(70_000), client),
      await post(asking("?"), { ...client, "sec-fetch-site": "cross-site" }),
      await post({}, client),
    ];
    for (let count = 0; count < 10; count++) answers.push(await post(asking("?"), client));
    expect(answers.map(({ status }) => status)).toEqual([400, 415, 413, 403, 422, ...Array(10).fill(200)]);
    const rejected = await post(asking("?"), client);
    const wait = rejected.headers.get("retry-after");
    expect(rejected.status).toBe(429);
    expect(wait).toMatch(/^(?:[1-9]|[1-5]\d|60)$/);
    expect(rejected.headers.get("ratelimit")).toMatch(/^"15-in-1min"; r=0; t=\d+$/);
    expect(await rejected.json()).toEqual({ error: expect.stringMatching(new RegExp(` in ${wait} seconds?\\.$`)) });
    expect((await post(asking("?"), from("192.0.2.2"))).status).toBe(200);
  });

  it("applies before a body is read, in the locale of the query", async () => {
    const { origin } = await limitedSite();
    const headers = { ...client, "content-type": "application/json", "content-length": "5000" };
    const request = httpRequest(`${origin}/api/ai/chat?locale=nb`, { method: "POST", headers });
    request.flushHeaders();
    const [response] = (await once(request, "response")) as [IncomingMessage];
    const [error] = await once(response.setEncoding("utf8"), "data");
    const words = /"Det ble mange spørsmål på kort tid\. Spør igjen om \d+ sekund(?:er)?\."/;
    expect({ status: response.statusCode, error }).toEqual({ status: 429, error: expect.stringMatching(words) });
    request.destroy();
  });

  it("gives a form a page with its question", async () => {
    const { postForm } = await limitedSite();
    const page = await pageOf(await postForm({ message: "A long <b>thought</b>", locale: "sv" }, client));
    expect(page).toMatchObject({ status: 429, language: "sv", typed: "A long <b>thought</b>" });
    expect(page.problem).toMatch(new RegExp(`Fråga igen om ${page.wait} sekund`));
  });
});

it("the log counts the site's own answers by language, kind and page, without questions and answers", async () => {
  services.dialogue.logCounts();
  lines.splice(0);
  for (const locale of ["en", "sv", "sv"]) await post(asking("a secret wish", locale), json);
  for (let minute = 0; minute < 2; minute++) services.dialogue.logCounts();
  const counted = lines.filter(({ message }) => message === "Dialogue's own answers");
  const answers = { "en answered /en/about": 1, "sv answered /sv/about": 2 };
  expect(counted.map(({ fields }) => fields)).toEqual([{ answers }]);
  expect(lines.length).toBeGreaterThan(3);
  expect(JSON.stringify(lines)).not.toMatch(/secret wish|own answer, in/);
});

// Dialogue’s panel

it("the panel and the privacy page name Mistral only if it is configured", async () => {
  const [{ get }, withMistral] = [site(), site({}, { MISTRAL_API_KEY: "secret" })];
  const textOf = async (address: string, place: string, from = get) => (await from(address)).$(place).text();
  expect(await textOf("/sv", ".ask-terms")).not.toContain("Mistral");
  expect(await textOf("/sv", ".ask-terms", withMistral.get)).toContain("Mistral");
  expect(await textOf("/sv/legal/privacy", "main")).not.toContain("Mistral");
  expect(await textOf("/sv/legal/privacy", "#dialogue-mistral", withMistral.get)).toContain("Mistral");
});

it("the panel suggests the questions of a page that has its own", async () => {
  const ask = ["Är det <b>här</b> en fråga?"];
  const { library } = services;
  const page: typeof library.page = (name, locale) => ({ ...library.page(name, locale), ask });
  const { $ } = await site({ files: { library: { ...library, page } } }).get("/sv/about");
  expect(textsOf($, ".dialogue-start button")).toEqual(ask);
  expect(attributesOf($, ".dialogue-start button", "value")).toEqual(ask);
});

it("the panel reads a stream in chunks of any size, ignoring invalid parts", async () => {
  const delta = { type: "text-delta", id: "t", delta: "Göteborg 🌅\n\ndata: no event" };
  const invalid = "data: {broken\n\ndata: 7\n\ndata: null\n\n";
  const events = `: open\n\ndata: {"type":"start"}\n\nevent: x\r\ndata:${JSON.stringify(delta)}\r\n\r\n${invalid}`;
  const bytes = new TextEncoder().encode(`${events}data: [DONE]\n\n`);
  for (const size of [1, 2, 7, 1000]) {
    const pieces: Uint8Array[] = [];
    for (let from = 0; from < bytes.length; from += size) pieces.push(bytes.slice(from, from + size));
    const read = [];
    for await (const part of partsOf(ReadableStream.from(pieces))) read.push(part);
    expect(read).toEqual([{ type: "start" }, delta]);
  }
});
