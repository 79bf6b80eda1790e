/** Requests and responses of POST /api/ai/chat. */
import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, it } from "@jest/globals";
import { AbstractChat, type ChatState, DefaultChatTransport, type UIMessage } from "ai";
import { load } from "cheerio";
import { HtmlValidate } from "html-validate";
import { locales } from "../../src/domain/locale.js";
import { asking, chatSite, chunksIn } from "../support/chat.js";
import { forEvery } from "../support/for-every.js";

const { post, postForm, origin, ask, stream, services, lines } = await chatSite();
const user = (content: string) => ({ role: "user", content });
const assistant = (content: string) => ({ role: "assistant", content });
const last = (count: number) => user("x".repeat(count));

async function errorOf(body: unknown, headers: Record<string, string> = {}) {
  const response = await post(body, headers);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  return { status: response.status, headers: response.headers, ...((await response.json()) as any) };
}

describe.each(locales)("An answer in %s", (locale) => {
  const text = `The site's own answer, in ${locale}.`;
  const url = `https://www.forcommerce.example/${locale}/about`;

  forEvery([undefined, "*/*", "text/event-stream", "text/html", "image/png"])(
    "is the AI SDK's stream unless JSON or text is preferred",
    async (accept) => {
      const response = await post(asking("Hi", locale), accept ? { accept } : {});
      const body = await response.text();

      expect(Object.fromEntries(response.headers)).toMatchObject({
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-store, no-transform",
        "content-language": locale,
        "x-vercel-ai-ui-message-stream": "v1",
        "x-answered-by": "site",
      });
      expect(chunksIn(body)).toEqual([
        { type: "start", messageId: expect.any(String), messageMetadata: { answeredBy: "site", fallback: false } },
        { type: "text-start", id: "answer" },
        { type: "source-url", sourceId: "source-1", url, title: "About" },
        { type: "text-delta", id: "answer", delta: text },
        { type: "text-end", id: "answer" },
        { type: "finish", finishReason: "stop" },
      ]);
      expect(body.endsWith("\n\ndata: [DONE]\n\n")).toBe(true);
    },
  );

  it("is plain text if that is preferred", async () => {
    const response = await post(asking("Hi", locale), { accept: "text/plain" });
    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-store, no-transform");
    expect(response.headers.get("x-answered-by")).toBe("site");
    expect(await response.text()).toBe(`${text}\n\nAbout: ${url}\n`);
  });

  forEvery(["application/json", "application/json, text/plain, */*", "text/plain;q=0.5, application/json"])(
    "is JSON if that is preferred",
    async (accept) => {
      const response = await post(asking("Hi", locale), { accept });
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(await response.json()).toEqual({
        role: "assistant",
        content: text,
        sources: [{ url, title: "About" }],
        answeredBy: "site",
        fallback: false,
      });
    },
  );

  it("is a valid page for a form, with a form for the next question", async () => {
    const response = await postForm({ message: "Hi <b>you</b>", locale });
    const html = await response.text();
    const $ = load(html);

    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect([$("html").attr("lang"), $("meta[name=robots]").attr("content")]).toEqual([locale, "noindex"]);
    expect($("main").text()).toContain(text);
    expect($("main").text()).toContain("Hi <b>you</b>");
    expect($(`main a[href="/${locale}/about"]`).length).toBeGreaterThan(0);
    expect($("main form[action='/api/ai/chat'] textarea[name=message]")).toHaveLength(1);
    expect($("main form input[name=locale]").val()).toBe(locale);
    const { results } = await new HtmlValidate({
      extends: ["html-validate:standard"],
      rules: { "attribute-empty-style": "off" },
    }).validateString(html);
    expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([]);
  });

  it("is read by the AI SDK's client with metadata and sources, also in a second turn", async () => {
    const chat = new Chat(origin, locale);
    await chat.sendMessage({ text: "Hi" });
    await chat.sendMessage({ text: "And then?" });

    expect([chat.status, chat.error]).toEqual(["ready", undefined]);
    expect(chat.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
    const { metadata, parts } = chat.messages.at(-1)!;
    expect(metadata).toEqual({ answeredBy: "site", fallback: false });
    expect(parts).toContainEqual({ type: "text", text, state: "done" });
    expect(parts).toContainEqual({ type: "source-url", sourceId: "source-1", url, title: "About" });
  });
});

describe("A conversation can", () => {
  forEvery([
    ["have parts in place of content", [{ role: "user", parts: [{ type: "text", text: "Hi" }], id: "a" }]],
    ["have parts that are not text", [{ role: "user", parts: [{ type: "step-start" }, { type: "text", text: "Hi" }] }]],
    ["have empty answers", [user("Hi"), assistant(""), { role: "assistant", parts: [] }, user("Hi?")]],
    ["end with an answer that never came", [user("Hi"), { role: "assistant", parts: [] }]],
    ["begin with an answer", [assistant("Welcome."), user("Hi")]],
    ["have a last message of 4,000 characters", [last(4000)]],
    ["have one of 4,000 characters beyond the first plane", [user("😀".repeat(4000))]],
    ["have 200 messages", [...Array(199).fill(assistant("x")), user("Hi")]],
    ["have long earlier messages", [user("x".repeat(9000)), assistant("y".repeat(9000)), user("Hi")]],
  ])("have any shape that the contract allows", async (_what, messages) => {
    expect((await post({ messages, locale: "en" })).status).toBe(200);
  });

  it("have unknown keys", async () => {
    const body = { id: "x", trigger: "submit-message", messageId: null, model: "gpt", ...asking("Hi") };
    expect((await post(body)).status).toBe(200);
  });

  it("be up to 64 KiB long", async () => {
    const empty = JSON.stringify({ ...asking("Hi"), pad: "" }).length;
    const body = (bytes: number) => JSON.stringify({ ...asking("Hi"), pad: "x".repeat(bytes - empty) });
    expect((await post(body(65_536))).status).toBe(200);
    expect(await errorOf(body(65_537))).toMatchObject({
      status: 413,
      error: "The conversation is too long to be sent. Begin a new one.",
    });
    expect((await post("x".repeat(5_000_000))).status).toBe(413);
  });
});

describe("The conversation that reaches the model", () => {
  const seen: { role: string; content: string }[][] = [];
  const listening = chatSite({
    knowledge: {
      answer: (turns) => {
        seen.push([...turns]);
        return { text: "-", sources: [], kind: "answered" };
      },
    },
  });
  const used = async (messages: unknown[]) => {
    const { post } = await listening;
    expect((await post({ messages, locale: "en" }, { accept: "application/json" })).status).toBe(200);
    return seen.at(-1)!;
  };

  it("has the last 40 messages", async () => {
    const turns = await used([...Array.from({ length: 100 }, (_, index) => user(`${index}`)), user("Hi")]);
    expect([turns.length, turns[0]!.content, turns.at(-1)!.content]).toEqual([40, "61", "Hi"]);
  });

  it("has the last 24,000 characters, in whole messages of at most 4,000", async () => {
    const long = (name: string, length: number) => assistant(name + "x".repeat(length - 1));
    const full = await used([long("a", 1), ...["b", "c", "d", "e", "f"].map((name) => long(name, 4000)), last(4000)]);
    expect(full.map(({ content }) => content[0])).toEqual(["b", "c", "d", "e", "f", "x"]);
    const [cut] = await used([long("z", 4001), user("Hi")]);
    expect([cut!.content.length, cut!.content.slice(-2)]).toEqual([4000, "x…"]);
  });

  it("is plain text without control characters, lone surrogates and CR", async () => {
    const [turn] = await used([user(" a\u0000b\u001b[31m\r\nc\rd\u2028e\ud83d f\u{e0041}\tg👏 ")]);
    expect(turn!.content).toBe("ab[31m\nc\nd\ne\ufffd f\tg👏");
  });
});

describe("POST /api/ai/chat", () => {
  const fields = "The question has the wrong format.";

  forEvery([
    ["no messages", { locale: "en" }, { messages: ["must be a list of 1 to 200 messages"] }],
    ["an empty list", { messages: [], locale: "en" }, { messages: ["must be a list of 1 to 200 messages"] }],
    [
      "201 messages",
      { messages: Array(201).fill(user("x")), locale: "en" },
      { messages: ["must be a list of 1 to 200 messages"] },
    ],
    [
      "an invalid message",
      { messages: ["Hi"], locale: "en" },
      { "messages.0": ["must be a message: a role and a text"] },
    ],
    [
      "a system message",
      { messages: [{ role: "system", content: "x" }, user("Hi")], locale: "en" },
      { "messages.0.role": ["must be user or assistant"] },
    ],
    [
      "a tool's message",
      { messages: [{ role: "tool", content: "x" }, user("Hi")], locale: "en" },
      { "messages.0.role": ["must be user or assistant"] },
    ],
    [
      "a list for a text",
      { messages: [{ role: "user", content: ["x"] }], locale: "en" },
      { "messages.0.content": ["must be text"] },
    ],
    [
      "invalid parts",
      { messages: [{ role: "user", parts: "x" }], locale: "en" },
      { "messages.0.parts": ["must be a list of parts, each with a type"] },
    ],
    [
      "a number for a part's text",
      { messages: [{ role: "user", parts: [{ type: "text", text: 1 }] }], locale: "en" },
      { "messages.0.parts.0.text": ["must be text"] },
    ],
    [
      "a last message of the assistant",
      { messages: [user("Hi"), assistant("Hello")], locale: "en" },
      { "messages.1.role": ["The last message must be the user’s."] },
    ],
    [
      "an empty question",
      { messages: [user("Hi"), user("")], locale: "en" },
      { "messages.1.content": ["Write a question."] },
    ],
    [
      "a question of whitespace, controls and invisible characters",
      { messages: [user(" \n\u0000\u200b\u{e0041}")], locale: "en" },
      { "messages.0.content": ["Write a question."] },
    ],
    [
      "a message without content",
      { messages: [{ role: "user" }], locale: "en" },
      { "messages.0.content": ["Write a question."] },
    ],
    [
      "a question of 4,001 characters",
      { messages: [last(4001)], locale: "en" },
      { "messages.0.content": ["A question can have at most 4,000 characters."] },
    ],
    ["no language", { messages: [user("Hi")] }, { locale: ["must be one of en, sv, nb"] }],
    ["another language", { messages: [user("Hi")], locale: "de" }, { locale: ["must be one of en, sv, nb"] }],
    ["a list", [], { messages: ["must be a list of 1 to 200 messages"], locale: ["must be one of en, sv, nb"] }],
    ["null", null, { messages: ["must be a list of 1 to 200 messages"], locale: ["must be one of en, sv, nb"] }],
    [
      "a prototype",
      '{"__proto__":{"locale":"en"},"messages":[]}',
      { messages: ["must be a list of 1 to 200 messages"], locale: ["must be one of en, sv, nb"] },
    ],
  ])("rejects an invalid body with 422 and the problem of each field", async (_what, body, details) => {
    expect(await errorOf(body)).toMatchObject({ status: 422, error: fields, details });
  });

  forEvery(["", "{", "Hi", "'", '{"messages":[],}', "[".repeat(60_000)])(
    "rejects invalid JSON with 400",
    async (body) => {
      expect(await errorOf(body)).toMatchObject({ status: 400, error: "The body is not JSON." });
    },
  );

  forEvery([
    { "content-type": "text/plain" },
    { "content-type": "multipart/form-data; boundary=x" },
    { "content-type": "" },
    { "content-type": "application/json; charset=utf-16" },
    { "content-encoding": "gzip" },
  ])("rejects another media type or encoding with 415", async (headers) => {
    const answer = await errorOf(asking("Hi"), headers as Record<string, string>);
    expect(answer).toMatchObject({ status: 415, error: "Send JSON, or a form." });
    expect(answer.headers.get("accept-post")).toBe("application/json, application/x-www-form-urlencoded");
  });

  it("rejects cross-site requests with 403", async () => {
    const sent = async (site: string) => (await post(asking("Hi"), { "sec-fetch-site": site })).status;
    expect(await errorOf(asking("Hi"), { "sec-fetch-site": "cross-site" })).toMatchObject({ status: 403 });
    expect([await sent("same-origin"), await sent("same-site"), await sent("none")]).toEqual([200, 200, 200]);
  });

  forEvery(["GET", "HEAD", "PUT", "DELETE", "PATCH"])("rejects another method with 405", async (method) => {
    const response = await fetch(`${origin}/api/ai/chat`, { method });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
  });

  it("answers OPTIONS with Allow", async () => {
    const response = await fetch(`${origin}/api/ai/chat`, { method: "OPTIONS" });
    expect([response.status, response.headers.get("allow")]).toEqual([204, "POST, OPTIONS"]);
  });
});

describe.each([
  ["sv", "Frågan har fel format.", "En fråga får ha högst 4\u00a0000 tecken.", "Skriv en fråga."],
  ["nb", "Spørsmålet har feil format.", "Et spørsmål kan ha høyst 4\u00a0000 tegn.", "Skriv et spørsmål."],
  ["en", "The question has the wrong format.", "A question can have at most 4,000 characters.", "Write a question."],
])("Errors of the chat in %s", (locale, error, tooLong, empty) => {
  it("say that a body is not UTF-8, in JSON and on the page of a form", async () => {
    const json = Buffer.from(JSON.stringify(asking("kostar årsavgiften", locale)), "latin1");
    const form = `locale=${locale}&message=kostar+%E5rsavgiften`;
    for (const [type, body] of [
      ["application/json", json],
      ["application/x-www-form-urlencoded", form],
    ] as const) {
      const response = await post("", { "content-type": type }, { body });
      const text = await response.text();
      expect([type, response.status, response.headers.get("content-language")]).toEqual([type, 400, locale]);
      expect(text).toContain("UTF-8");
      if (body === form) expect(load(text)("main textarea").val()).toBe("kostar \ufffdrsavgiften");
    }
  });

  it("are in the locale of the body", async () => {
    expect(await errorOf({ messages: [last(4001)], locale })).toMatchObject({
      error,
      details: { "messages.0.content": [tooLong] },
    });
  });

  forEvery([
    [422, "x".repeat(4001), {}, tooLong],
    [422, "", {}, empty],
    [403, "Hi & <i>", { "sec-fetch-site": "cross-site" }, undefined],
    [403, "Hi & <i>", { origin: "https://evil.example" }, undefined],
    [413, "x".repeat(70_000), {}, undefined],
  ])("are shown to a form on a page with the question", async (status, message, headers, text) => {
    const response = await postForm({ locale, message }, headers as Record<string, string>);
    const $ = load(await response.text());
    expect([response.status, $("html").attr("lang"), response.headers.get("cache-control")]).toEqual([
      status,
      locale,
      "no-store",
    ]);
    expect($("main textarea").text().trim()).toBe(
      status === 413 ? message.slice(0, 65_536 - "locale=sv&message=".length) : message,
    );
    if (text) expect($("[role=alert]").text().trim()).toBe(text);
  });
});

it("a form with an unknown locale gets a page in English", async () => {
  const response = await postForm({ message: "Hej", locale: "xx" });
  const $ = load(await response.text());
  expect([response.status, $("html").attr("lang"), $("main textarea").text().trim()]).toEqual([422, "en", "Hej"]);
});

describe("The chat while the server stops", () => {
  it("answers 503 with Retry-After, and forms with a page", async () => {
    const { post, postForm, services } = await chatSite();
    services.health.draining = true;
    const [json, form] = [await post(asking("Hi", "sv")), await postForm({ message: "Hej", locale: "sv" })];
    expect([json.status, json.headers.get("retry-after"), form.status, form.headers.get("retry-after")]).toEqual([
      503,
      "5",
      503,
      "5",
    ]);
    expect(
      load(await form.text())("main textarea")
        .text()
        .trim(),
    ).toBe("Hej");
  });
});

it("an internal error is reported in the visitor's language, without details", async () => {
  const fail = () => {
    throw new Error("SECRET");
  };
  const { post, postForm, lines } = await chatSite({ knowledge: { answer: fail } });
  const response = await post(asking("Hi", "nb"));
  const form = await postForm({ message: "Hei", locale: "nb" });
  expect([response.status, form.status]).toEqual([500, 500]);
  expect(await response.json()).toEqual({ error: "Noe gikk galt hos oss. Feilen er registrert." });
  expect(
    load(await form.text())("main textarea")
      .text()
      .trim(),
  ).toBe("Hei");
  expect(lines.filter(({ level }) => level === "error").map(({ message }) => message)).toEqual([
    "request failed",
    "request failed",
  ]);
});

it("the log contains no questions and answers", async () => {
  const { ask, lines } = await chatSite();
  await ask("my secret wish");
  expect(lines.length).toBeGreaterThan(0);
  expect(JSON.stringify(lines)).not.toMatch(/secret wish|own answer/);
});

it("an incomplete request body does not affect later requests", async () => {
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  socket.write(
    "POST /api/ai/chat HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{",
  );
  socket.resume().end();
  await once(socket, "close");
  expect((await ask("Hi")).answeredBy).toBe("site");
  expect((await stream("Hi")).chunks.length).toBeGreaterThan(3);
});

/** The client that useChat wraps, without React. */
class Chat extends AbstractChat<UIMessage> {
  constructor(origin: string, locale: string) {
    let messages: UIMessage[] = [];
    const state: ChatState<UIMessage> = {
      status: "ready",
      error: undefined,
      get messages() {
        return messages;
      },
      set messages(all) {
        messages = all;
      },
      pushMessage: (message) => void messages.push(message),
      popMessage: () => void messages.pop(),
      replaceMessage: (index, message) => void messages.splice(index, 1, message),
      snapshot: (value) => structuredClone(value),
    };
    super({ state, transport: new DefaultChatTransport({ api: `${origin}/api/ai/chat`, body: { locale } }) });
  }
}

it("the log counts the site's own answers by language, kind and page, without the question", async () => {
  services.dialogue.logCounts();
  lines.splice(0);
  for (const locale of ["en", "sv", "sv"] as const)
    await post(asking("a secret", locale), { accept: "application/json" });
  for (let minute = 0; minute < 2; minute++) services.dialogue.logCounts();
  const logged = lines.filter(({ message }) => message === "Dialogue's own answers");
  expect(logged.map(({ fields }) => fields)).toEqual([
    { answers: { "en answered /en/about": 1, "sv answered /sv/about": 2 } },
  ]);
});
