/**
 * What one hostile address can do to the site as it is deployed. Each attack prints its cost. Memory may grow by 64 MB.
 * A single request may block the event loop for 50 ms of CPU, which is asserted as 150 ms in the best of three tries,
 * because a busy machine is slower; of many requests at once only the memory is asserted.
 */
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it, jest } from "@jest/globals";
import { type Answer, ask, askDialogue, get, open } from "../../support/server.js";
import { attackedSite, type Cost, post } from "./attacked-site.js";

jest.retryTimes(2, { logErrorsBeforeRetry: true });

const FORM = "application/x-www-form-urlencoded";

function expectBounded({ blocked, grown }: Cost, most = 150): void {
  expect(blocked).toBeLessThan(most);
  expect(grown).toBeLessThan(64);
}

it("chats with thousands of invalid parts get a short error at once", async () => {
  const site = await attackedSite();
  const messages = [
    [{ role: "user", parts: Array(32_000).fill(0) }],
    Array(200).fill({ role: "x", parts: [0, 0, 0, 0] }),
    Array(32_000).fill(0),
    Array(200).fill({ role: "user", parts: Array(90).fill(0) }),
    [{ role: "user", parts: Array(2000).fill({ type: "text", text: "wide" }) }],
  ];
  const bodies = messages.map((some, index) => JSON.stringify({ messages: some, locale: index < 4 ? "en" : 7 }));
  const answers: Answer[] = [];
  const cost = await site.cost("chats with wrong parts", async () => {
    for (const body of bodies) answers.push(await post(site.port, "/api/ai/chat", body, "192.0.2.1"));
  });
  expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 422));
  expect(Math.max(...answers.map(({ text }) => text.length))).toBeLessThan(4096);
  expectBounded(cost);
});

it.each([
  ["form", "/en/contact", FORM, 262_000],
  ["chat", "/api/ai/chat", "application/json", 65_000],
])("the body of a %s in chunks of one byte is rejected early, and buffered once", async (name, path, type, length) => {
  const site = await attackedSite();
  const send = async (address: string) => {
    const headers = `Host: x\r\nX-Forwarded-For: ${address}\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked`;
    const bytes = `POST ${path} HTTP/1.1\r\n${headers}\r\n\r\n${"1\r\na\r\n".repeat(length)}0\r\n\r\n`;
    const { heard, socket } = open(site.port, bytes);
    if (!heard.text) await Promise.race([once(socket, "data"), once(socket, "close")]);
    socket.destroy();
    return heard.text.slice(0, 12);
  };
  const one = await site.cost(`a body of a ${name} in bytes`, async () => {
    expect(await send("192.0.2.1")).toBe("HTTP/1.1 400");
  });
  const ten = await site.cost(`10 bodies of a ${name} in bytes at once`, () =>
    Promise.all(Array.from({ length: 10 }, () => send("192.0.2.2"))),
  );
  expectBounded(one, 1000); // Node itself calls a listener for each chunk
  expect(ten.grown).toBeLessThan(64);
});

const ahead = (times: number, path: string, headers = "", body = "") =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n${body}`.repeat(times);
const manyHeaders = Array.from({ length: 190 }, (_, index) => `h${index}:v${index}\r\n`).join("");
const chunks = `${"1\r\nb\r\n".repeat(1000)}0\r\n\r\n`;
const events = "/api/events?limit=200&from=2025-01-01";
it.each([
  ["1", 50, "100 long responses ahead", ahead(100, events)],
  ["1", 500, "20 long responses ahead", ahead(20, events)],
  ["", 900, "2,600 requests ahead", ahead(2600, "/llms-full.txt")],
  ["", 900, "55 requests of 190 header lines ahead", ahead(56, "/llms-full.txt", manyHeaders)],
  ["", 900, "10 requests of 15 KB ahead", ahead(11, "/llms-full.txt", `x: ${"x".repeat(15_000)}\r\n`)],
  [
    "",
    900,
    "10 bodies in chunks of one byte ahead",
    ahead(11, "/llms-full.txt", "Transfer-Encoding: chunked\r\n", chunks),
  ],
  ["", 900, "an unfinished header of 3,000 lines", `GET / HTTP/1.1\r\nHost: x\r\n${"a:\r\n".repeat(3000)}`],
])(
  "connections that read nothing do not fill the memory (TRUST_PROXY=%s): %i with %s",
  async (proxy, count, name, bytes) => {
    const site = await attackedSite({ TRUST_PROXY: proxy });
    const cost = await site.cost(`${count} connections with ${name}, unread`, async () => {
      for (let opened = 0; opened < count; opened++) open(site.port, bytes).socket.pause();
      await wait(8000);
    });
    expect(cost.grown).toBeLessThan(64);
    expect((await ask(site.port, "/en", { localAddress: "127.0.0.2" })).status).toBe(200);
  },
);

it("one address can open a thousand connections if no proxy is trusted", async () => {
  const site = await attackedSite({ TRUST_PROXY: "" });
  const opened: ReturnType<typeof open>[] = [];
  const cost = await site.cost("2,000 idle connections from one address", async () => {
    while (opened.length < 2000) {
      opened.push(...Array.from({ length: 100 }, () => open(site.port)));
      await wait(20);
    }
    await wait(1000);
  });
  const held = opened.filter(({ socket }) => !socket.destroyed && !socket.readableEnded);
  expect({ held: held.length, isLimit: held.length > 990 && held.length <= 1000 }).toMatchObject({ isLimit: true }); // the test itself holds one or two
  expect((await ask(site.port, "/healthz", { localAddress: "127.0.0.2" })).status).toBe(200);
  expectBounded(cost);
});

it("text with many combining marks, or a long domain, does not block the event loop", async () => {
  const site = await attackedSite();
  const marks = "\u0315\u0316".repeat(1900);
  const many = "\u0345\u0315".repeat(6000);
  const short = `${"\u0315".repeat(29)}a${"\u0315".repeat(30)}a`.repeat(2000);
  const form = new URLSearchParams({ name: marks, email: marks, why: many, case: many }).toString();
  const domain = Array.from({ length: 29_000 }, (_, index) =>
    String.fromCharCode(0x4e00 + ((index * 7919) % 20_000)),
  ).join("");
  const city = encodeURIComponent("\u0315\u0316".repeat(1200));
  const cost = await site.cost("combining marks in chats, forms and addresses", async () => {
    expect((await askDialogue(site.port, `When? ${marks}`, "192.0.2.1")).status).toBe(200);
    await post(site.port, "/en/boardroom-for-commerce/gothenburg/attend", form, "192.0.2.1", FORM);
    await post(site.port, "/en/contact", `message=${short}`, "192.0.2.1", FORM);
    await post(site.port, "/en/contact", `email=a@${encodeURIComponent(domain)}.com`, "192.0.2.1", FORM);
    await get(site.port, `/api/calendar/${city}`);
    await get(site.port, `/api/events?city=${city}`);
  });
  expectBounded(cost);
});

it("long conversations made of repetitions do not block the event loop", async () => {
  const site = await attackedSite();
  const pieces = [
    "a",
    "1 ",
    "3 maj ",
    "12/12 ",
    "och ",
    "and when ",
    "?",
    "x\n",
    "(((",
    "😀",
    "göteborg ",
    "4 students ",
    "-",
  ];
  const costs: Cost[] = [];
  for (const [index, piece] of pieces.entries()) {
    const content = [...piece.repeat(4000)].slice(0, 4000).join("");
    const turns = piece.length > 1 && piece !== "😀" ? 7 : 3;
    const messages = Array.from({ length: turns }, (_, turn) => ({ role: turn % 2 ? "assistant" : "user", content }));
    const body = JSON.stringify({ messages, locale: ["en", "sv", "nb"][index % 3] });
    const send = async () => expect((await post(site.port, "/api/ai/chat", body, `192.0.2.${index}`)).status).toBe(200);
    costs.push(await site.cost(`a long conversation of ${JSON.stringify(piece)}`, send));
  }
  for (const cost of costs) expectBounded(cost);
});

it("long headers and queries do not block the event loop", async () => {
  const site = await attackedSite();
  const long = (text: string) => text.repeat(Math.floor(15_000 / text.length));
  const headers: Record<string, string>[] = [
    { Accept: long("text/markdown;q=0.1,") },
    { "Accept-Language": long("sv;q=0.1,") },
    { "Accept-Encoding": long("br;q=0.1,") },
    { "If-None-Match": long('"a",') },
    { "X-Forwarded-For": long("192.0.2.1,") },
    { Cookie: long("a=b; ") },
  ];
  const queries = [`/api/events?${long("city=a&")}`, `/api/events?cursor=${long("A")}`, `/en?${long("&event=")}`];
  const paths = ["/en", "/", ...queries, `/${long("a/")}`];
  const cost = await site.cost("long headers and queries", async () => {
    for (const path of paths) await Promise.all(headers.map((header) => ask(site.port, path, { headers: header })));
    await Promise.all(headers.map((header) => ask(site.port, "/api/ai/chat", { method: "POST", headers: header })));
  });
  expectBounded(cost);
});
