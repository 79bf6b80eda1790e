/** A Mistral that does what the question says, and what the site makes of it. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { forms, locales, post, target, user } from "./chats.js";
import { isOneIn, type Recorder } from "./recorder.js";

/** What the fake Mistral was sent since the last answer. */
let prompts: string[] = [];

/** Opens a fake Mistral that does what the question's first word says, and returns the settings of a site that asks it. */
export async function mistralOpened(): Promise<Record<string, string>> {
  prompts = [];
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as { messages: { role: string; content: any }[]; model: string };
    prompts.push(`${request.method} ${request.url}\n${JSON.stringify(body, null, 1)}`);
    const last = body.messages.at(-1)!;
    const question = JSON.stringify(body.messages.findLast(({ role }) => role === "user")!.content);
    const [, does = "SAY", given = ""] = /(SAY|LONG|CALL|FAIL|DIE|CUT|END) ?([^"\\]*)/.exec(question) ?? [];
    if (does === "FAIL")
      return void response.writeHead(Number(given), { "content-type": "application/json" }).end('{"message":"SECRET"}');
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
    chunk(response, { role: "assistant", content: "" });
    const [name = "", args = ""] = given.split("|");
    if (does === "CALL" && last.role !== "tool")
      return end(
        response,
        { tool_calls: [{ id: "aBcDeF123", function: { name, arguments: args.replaceAll("'", '"') }, index: 0 }] },
        "tool_calls",
      );
    for (const text of textsOf(does, given)) chunk(response, { content: text });
    if (does === "DIE")
      response.socket!.end(); // within the stream
    else if (does === "CUT") response.end();
    else end(response, { content: "" }, does === "END" ? name : "stop");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  return { MISTRAL_API_KEY: "key", MISTRAL_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` };
}

function textsOf(does: string, given: string): string[] {
  if (does === "LONG") return Array(1500).fill("Word ");
  return does === "CALL" ? ["Found ", "it."] : given.split("|");
}

function chunk(response: ServerResponse, delta: object, reason: string | null = null, more: object = {}): void {
  const choices = [{ index: 0, delta, finish_reason: reason }];
  response.write(
    `data: ${JSON.stringify({ id: "cmpl-1", object: "chat.completion.chunk", created: 1, model: "m", choices, ...more })}\n\n`,
  );
}

function end(response: ServerResponse, delta: object, reason: string): void {
  chunk(response, delta, reason, { usage: { prompt_tokens: 20, total_tokens: 24, completion_tokens: 4 } });
  response.end("data: [DONE]\n\n");
}

const questions = [
  ...[
    "SAY Hello| [there](/en/about)|.",
    "SAY See [evil](https://evil.example) and ![x](/x.png).",
    "SAY A [gone](/en/nothing) page.",
    "SAY The |Boardroom| in Varberg.",
  ],
  ...["SAY <b>bold</b> &amp; `code`", "SAY", "SAY  |\u200b", "END length", "SAY | 1. One\n2. Two", "LONG"],
  ...[
    "CALL find_events|{'city':'Varberg'}",
    "CALL find_events|{'from':'2027-01','to':'2027-03'}",
    "CALL find_events|{'city':'Oslo'}",
    "CALL find_events|{'x':1}",
  ],
  ...[
    "CALL read_page|{'path':'/en/about'}",
    "CALL read_page|{'path':'/nothing'}",
    "CALL nothing|{}",
    "CALL find_events|{oops",
  ],
  ...["FAIL 400", "FAIL 401", "FAIL 429", "FAIL 500", "DIE", "DIE Some text. |Then", "CUT", "CUT Some text. |Then"],
];

async function ask(recorder: Recorder, label: string, body: unknown, type: string): Promise<void> {
  await post(recorder, label, body, { Accept: type });
  for (const [index, prompt] of prompts.splice(0).entries())
    recorder.note("prompt", `prompt ${index + 1} of ${label}`, prompt);
}

export async function recordMistral(recorder: Recorder): Promise<void> {
  const { ask: unrecorded, passTime } = recorder.site;
  const body = JSON.stringify({ messages: [user("SAY Hello")], locale: "en" });
  // The first answer waits for what is loaded, and could come too late.
  await unrecorded({ method: "POST", target, headers: { "Content-Type": "application/json" }, body });
  prompts = [];
  for (const locale of locales) {
    for (const question of questions) {
      for (const [form, type] of Object.entries(forms)) {
        if (locale !== "en" && !isOneIn(3, question + form)) continue;
        const history = form === "text" ? [user("Hi"), { role: "assistant", content: "Hello." }] : [];
        const messages = [...history, user(question)];
        await ask(recorder, `${locale}, ${form}: ${question}`, { messages, locale, page: `/${locale}/contact` }, type);
        await passTime(61_000); // after three failures it rests for a minute
      }
    }
  }
  for (let number = 1; number <= 5; number++)
    await ask(recorder, `failure ${number}`, { messages: [user("FAIL 500")], locale: "en" }, "application/json");
}
