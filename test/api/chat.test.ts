/** Requests and responses of POST /api/ai/chat; test/contracts has every body that is accepted or not. */
import { describe, expect, it } from "@jest/globals";
import { DefaultChatTransport, readUIMessageStream, type UIMessage } from "ai";
import { load } from "cheerio";
import { asking, chatSite, chunksIn } from "../support/chat.js";
import { forEvery } from "../support/for-every.js";
import { errorsIn as serious } from "../support/logger.js";
import { errorsIn } from "../support/valid-html.js";

const { post, postForm, origin, services, lines } = await chatSite();
const json = { accept: "application/json" };
const FORM = "application/x-www-form-urlencoded";

async function errorOf(...sent: Parameters<typeof post>) {
  const response = await post(...sent);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "cache-control": "no-store",
    "content-type": "application/json; charset=utf-8",
  });
  return { status: response.status, headers: response.headers, ...((await response.json()) as any) };
}

/** The page that answers a form, which is valid HTML and not indexed. */
async function pageOf(response: Response) {
  const html = await response.text();
  const $ = load(html);
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(await errorsIn(html)).toEqual([]);
  const [headings, robots] = [$("h1").length, $("meta[name=robots]").attr("content")];
  expect({ headings, robots }).toEqual({ headings: 1, robots: "noindex" });
  return {
    $,
    html,
    status: response.status,
    language: $("html").attr("lang"),
    typed: $("main textarea").text().trim(),
    problem: $("[role=alert]").text().trim(),
  };
}

describe("An answer", () => {
  const locale = "nb";
  const text = "The site's own answer, in nb.";
  const url = "https://www.forcommerce.example/nb/about";
  const sources = [{ url, title: "About" }];

  forEvery(["", "*/*", "text/event-stream", "text/html", "image/png"])(
    "is the AI SDK's stream unless JSON or text is preferred",
    async (accept) => {
      const response = await post(asking("Hi", locale), accept ? { accept } : {});
      const body = await response.text();

      expect(Object.fromEntries(response.headers)).toMatchObject({
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-store, no-transform",
        "content-language": locale,
        "x-accel-buffering": "no",
        "x-vercel-ai-ui-message-stream": "v1",
        "x-answered-by": "site",
      });
      expect(chunksIn(body)).toEqual([
        { type: "start", messageId: expect.any(String), messageMetadata: { answeredBy: "site", fallback: false } },
        { type: "text-start", id: "answer" },
        { type: "source-url", sourceId: "source-1", ...sources[0] },
        { type: "text-delta", id: "answer", delta: text },
        { type: "text-end", id: "answer" },
        { type: "finish", finishReason: "stop" },
      ]);
      expect(body.endsWith("\n\ndata: [DONE]\n\n")).toBe(true);
    },
  );

  const asText = `${text}\n\nAbout: ${url}\n`;
  const asJson = { role: "assistant", content: text, sources, answeredBy: "site", fallback: false };
  forEvery<[string, string, string | object]>([
    ["text/plain", "no-store, no-transform", asText],
    ["application/json", "no-store", asJson],
    ["application/json, text/plain, */*", "no-store", asJson],
    ["text/plain;q=0.5, application/json", "no-store", asJson],
  ])("is text or JSON if that is preferred", async (accept, caching, expected) => {
    const response = await post(asking("Hi", locale), { accept });
    const type = expected === asText ? "text/plain; charset=utf-8" : "application/json; charset=utf-8";
    const headers = { "content-type": type, "cache-control": caching, "x-answered-by": "site" };
    expect(Object.fromEntries(response.headers)).toMatchObject(headers);
    expect(expected === asText ? await response.text() : await response.json()).toEqual(expected);
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

it("the AI SDK's client reads an answer with its metadata and sources, also in a second turn", async () => {
  const transport = new DefaultChatTransport({ api: `${origin}/api/ai/chat`, body: { locale: "nb" } });
  const messages: UIMessage[] = [];
  for (const text of ["Hi", "And then?"]) {
    messages.push({ id: text, role: "user", parts: [{ type: "text", text }] });
    const question = { chatId: "chat", messageId: text, trigger: "submit-message", abortSignal: undefined } as const;
    const stream = await transport.sendMessages({ ...question, messages });
    let answer: UIMessage | undefined;
    for await (answer of readUIMessageStream({ stream }));
    messages.push(answer!);
  }
  const url = "https://www.forcommerce.example/nb/about";
  for (const answer of [messages[1], messages[3]])
    expect(answer).toMatchObject({
      role: "assistant",
      metadata: { answeredBy: "site", fallback: false },
      parts: expect.arrayContaining([
        { type: "text", text: "The site's own answer, in nb.", state: "done" },
        { type: "source-url", sourceId: "source-1", url, title: "About" },
      ]),
    });
});

describe("POST /api/ai/chat", () => {
  it("rejects an invalid body with 422 and the problem of each field, in the locale of the body", async () => {
    const messages = [{ role: "system", content: "x" }, { role: "user", content: ["x"] }, "Hi"];
    expect(await errorOf({ messages })).toMatchObject({
      status: 422,
      error: "The question has the wrong format.",
      details: {
        "messages.0.role": ["must be user or assistant"],
        "messages.1.content": ["must be text"],
        "messages.2": ["must be a message: a role and a text"],
        locale: ["must be one of en, sv, nb"],
      },
    });
    const { error, details } = await errorOf(asking("x".repeat(4001), "nb"));
    const tooLong = services.getFixedT("nb")("dialogue:errors.tooLong");
    expect({ error, details }).toEqual({
      error: "Spørsmålet har feil format.",
      details: { "messages.0.content": [tooLong] },
    });
  });

  it("accepts a body of at most 64 KiB, and rejects more with 413", async () => {
    const empty = JSON.stringify({ ...asking("Hi"), pad: "" }).length;
    const body = (bytes: number) => JSON.stringify({ ...asking("Hi"), pad: "x".repeat(bytes - empty) });
    expect((await post(body(65_536))).status).toBe(200);
    const error = "The conversation is too long to be sent. Begin a new one.";
    for (const bytes of [65_537, 5_000_000]) expect(await errorOf(body(bytes))).toMatchObject({ status: 413, error });
  });

  forEvery(["", "{", "Hi", "'", '{"messages":[],}', "[".repeat(60_000)])(
    "rejects invalid JSON with 400",
    async (body) => expect(await errorOf(body)).toMatchObject({ status: 400, error: "The body is not JSON." }),
  );

  it("rejects another media type with 415", async () => {
    for (const type of ["text/plain", "multipart/form-data; boundary=x", ""]) {
      const answer = await errorOf(asking("Hi"), { "content-type": type });
      expect({ type, ...answer }).toMatchObject({ type, status: 415, error: "Send JSON, or a form." });
      expect(answer.headers.get("accept-post")).toBe(`application/json, ${FORM}`);
    }
  });
});

describe("An error of the chat", () => {
  it("says that a body is not UTF-8, in JSON and on the page of a form", async () => {
    const body = Buffer.from(JSON.stringify(asking("kostar årsavgiften", "sv")), "latin1");
    const { status, headers, error } = await errorOf("", {}, { body });
    expect({ status, language: headers.get("content-language") }).toEqual({ status: 400, language: "sv" });
    expect(error).toContain("UTF-8");
    const form = "locale=sv&message=kostar+%E5rsavgiften";
    expect(await pageOf(await post(form, { "content-type": FORM }))).toMatchObject({
      ...{ status: 400, language: "sv" },
      ...{ problem: expect.stringContaining("UTF-8"), typed: "kostar \ufffdrsavgiften" },
    });
  });

  const [tooLong, typed] = ["En fråga får ha högst 4\u00a0000 tecken.", '</textarea><b onclick="x">Hi & <i>'];
  forEvery<[number, string, Record<string, string>, string?]>([
    [422, "x".repeat(4001), {}, tooLong],
    [422, "", {}, "Skriv en fråga."],
    [403, typed, { "sec-fetch-site": "cross-site" }],
    [403, typed, { origin: "https://evil.example" }],
    [413, "x".repeat(70_000), {}],
  ])("is shown to a form on a page with the question", async (status, message, headers, problem) => {
    expect(await pageOf(await postForm({ locale: "sv", message }, headers))).toMatchObject({
      ...{ status, language: "sv", problem: problem ?? expect.any(String) },
      typed: status === 413 ? message.slice(0, 65_536 - "locale=sv&message=".length) : message,
    });
  });
});

it("a form with an unknown locale gets a page in English", async () =>
  expect(await pageOf(await postForm({ message: "Hej", locale: "xx" }))).toMatchObject({
    status: 422,
    language: "en",
  }));

it("while the server stops, the chat answers 503 with Retry-After, and a form with a page", async () => {
  const { post, postForm, services } = await chatSite();
  services.health.draining = true;
  const [json, form] = [await post(asking("Hi", "sv")), await postForm({ message: "Hej", locale: "sv" })];
  for (const { status, headers } of [json, form])
    expect({ status, wait: headers.get("retry-after") }).toEqual({ status: 503, wait: "5" });
  expect((await pageOf(form)).typed).toBe("Hej");
});

it("an internal error is reported in the visitor's language, without details, and logged", async () => {
  const fail = () => {
    throw new Error("SECRET");
  };
  const { post, postForm, lines } = await chatSite({ knowledge: { answer: fail } });
  const response = await post(asking("Hi", "nb"));
  expect(response.status).toBe(500);
  expect(await response.json()).toEqual({ error: "Noe gikk galt hos oss. Feilen er registrert." });
  const form = await pageOf(await postForm({ message: "Hei", locale: "nb" }));
  expect(form).toMatchObject({ status: 500, typed: "Hei", html: expect.not.stringContaining("SECRET") });
  expect(serious(lines).map(({ message }) => message)).toEqual(["request failed", "request failed"]);
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
