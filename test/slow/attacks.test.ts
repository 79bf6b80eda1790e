/**
 * What one hostile address can do to the site as it is deployed. Each attack prints its cost. Memory may grow by 64 MB.
 * A single request may block the event loop for 50 ms of CPU, which is asserted as 150 ms in the best of three tries,
 * because a busy machine is slower; of many requests at once only the memory is asserted.
 */
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import type { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it, jest } from "@jest/globals";
import { ask, askDialogue, get, measured, open, start, until } from "../support/processes.js";
import { newFolder } from "../support/store.js";

jest.retryTimes(2, { logErrorsBeforeRetry: true });

const FORM = "application/x-www-form-urlencoded";

/** The built site as it is deployed behind one proxy, with Dialogue loaded. */
async function attackedSite(variables: Record<string, string> = {}) {
  const deployed = { NODE_ENV: "production", MALLOC_ARENA_MAX: "1", BASE_URL: "https://www.forcommerce.example" };
  const given = { ...deployed, TRUST_PROXY: "1", DATA_DIR: newFolder(), ...variables };
  const { port, child, memory, measure } = await start(given, { command: measured });
  for (const path of ["/en", "/sv", "/nb", "/en/contact", "/api/events?limit=200"]) await get(port, path);
  await askDialogue(port, "When do you meet?", "203.0.113.1");
  while ((await measure()).blocked > 20) await wait(500); // loading Dialogue blocks the event loop too
  const peak = () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))![1]) / 1024;
  return {
    port,
    /** Runs an attack, and returns how long it blocked the event loop and by how many MB memory grew at its peak. */
    async cost(name: string, attack: () => Promise<unknown>) {
      await measure();
      const before = memory();
      writeFileSync(`/proc/${child.pid}/clear_refs`, "5"); // the peak counts from here
      await attack();
      const grown = peak() - before; // before the measurement, which takes memory itself
      const { blocked } = await measure();
      process.stdout.write(`${name}: blocked ${blocked.toFixed(0)} ms, memory +${grown.toFixed(0)} MB\n`);
      return { blocked, grown };
    },
  };
}
type Cost = Record<"blocked" | "grown", number>;

const expectBounded = (name: string, { blocked, grown }: Cost, most = 150) =>
  expect({ name, blocked, grown, isBounded: blocked < most && grown < 64 }).toMatchObject({ isBounded: true });

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
  expectBounded("one", one, 1000); // Node itself calls a listener for each chunk
  expectBounded("ten", ten, Infinity);
});

const ahead = (times: number, path: string, headers = "") =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`.repeat(times);
const [file, events] = ["/llms-full.txt", "/api/events?limit=200&from=2025-01-01"];
/** One read of each connection is 64 KB, which is held until the connection closes: 58 MB of 900. */
const largeHeader = `X: ${"x".repeat(15_000)}\r\n`;
it.each([
  ["20 long responses ahead", "1", 500, ahead(20, events), 64],
  ["2,600 requests ahead", "", 900, ahead(2600, file), 64],
  ["20 requests of 15 KB ahead", "1", 900, ahead(20, file, largeHeader), 100],
  ["an unfinished header of 3,000 lines", "", 900, ahead(1, "/", "a:\r\n".repeat(3000)), 64],
] as const)("connections that read nothing do not fill the memory: %s", async (what, proxy, count, bytes, most) => {
  const site = await attackedSite({ TRUST_PROXY: proxy });
  const { grown } = await site.cost(`${count} connections with ${what}, unread`, async () => {
    for (let opened = 0; opened < count; opened++) open(site.port, bytes).socket.pause();
    await wait(8000);
  });
  expect(grown).toBeLessThan(most);
  expect((await ask(site.port, "/en", { localAddress: "127.0.0.2" })).status).toBe(200);
});

it("the site holds two thousand connections, closes the oldest idle ones, and answers whoever comes after them", async () => {
  const site = await attackedSite();
  const sockets: Socket[] = [];
  const held = () => sockets.filter(({ destroyed, readableEnded }) => !destroyed && !readableEnded).length;
  const cost = await site.cost("2,200 idle connections", async () => {
    while (sockets.length < 2200) {
      for (let opened = 0; opened < 100; opened++) sockets.push(open(site.port).socket);
      await wait(20);
    }
    await until("those beyond the limit are closed", () => held() <= 2000);
  });
  expect(held()).toBeGreaterThan(1990); // the test itself holds one or two
  expect((await ask(site.port, "/healthz")).status).toBe(200);
  for (const socket of sockets) socket.destroy();
  await until("all are closed", () => held() === 0);
  await wait(500); // until the site has noticed
  expect((await ask(site.port, "/healthz")).status).toBe(200);
  expectBounded("idle", cost);
});

it("no request blocks the event loop for long: invalid parts, combining marks, repetitions, long headers", async () => {
  const site = await attackedSite();
  let clients = 0;
  const post = (path: string, body: string, type = "application/json") => {
    const headers = { "Content-Type": type, "X-Forwarded-For": `192.0.2.${++clients}`, Accept: "application/json" };
    return ask(site.port, path, { method: "POST", headers, body });
  };
  const chat = async (expected: number, messages: unknown, locale: unknown = "en") => {
    const { status, text } = await post("/api/ai/chat", JSON.stringify({ messages, locale }));
    expect({ status, isShort: status === 200 || text.length < 4096 }).toEqual({ status: expected, isShort: true });
  };
  const expectCheap = async (name: string, attack: () => Promise<unknown>) =>
    expectBounded(name, await site.cost(name, attack));
  await expectCheap("chats with invalid parts", async () => {
    await chat(422, [{ role: "user", parts: Array(32_000).fill(0) }]);
    await chat(422, Array(32_000).fill(0));
    await chat(422, Array(200).fill({ role: "user", parts: Array(90).fill(0) }));
    await chat(422, [{ role: "user", parts: Array(2000).fill({ type: "text", text: "wide" }) }], 7);
  });

  const marks = "\u0315\u0316".repeat(1900);
  const more = "\u0345\u0315".repeat(6000);
  const short = `${"\u0315".repeat(29)}a${"\u0315".repeat(30)}a`.repeat(2000);
  const form = new URLSearchParams({ name: marks, email: marks, why: more, case: more }).toString();
  const letter = (_: unknown, index: number) => String.fromCharCode(0x4e00 + ((index * 7919) % 20_000));
  const domain = encodeURIComponent(Array.from({ length: 29_000 }, letter).join(""));
  const city = encodeURIComponent(marks.slice(0, 2400));
  await expectCheap("combining marks, and a long domain", async () => {
    await chat(200, [{ role: "user", content: `When? ${marks}` }]);
    await post("/en/boardroom-for-commerce/gothenburg/attend", form, FORM);
    await post("/en/contact", `message=${short}`, FORM);
    await post("/en/contact", `email=a@${domain}.com`, FORM);
    await get(site.port, `/api/calendar/${city}`);
    await get(site.port, `/api/events?city=${city}`);
  });

  const pieces = ["a", "3 maj ", "12/12 ", "and when ", "x\n", "(((", "😀", "göteborg ", "4 students ", "-"];
  for (const [index, piece] of pieces.entries()) {
    const content = [...piece.repeat(4000)].slice(0, 4000).join("");
    const turns = piece.length > 1 && piece !== "😀" ? 7 : 3;
    const messages = Array.from({ length: turns }, (_, turn) => ({ role: turn % 2 ? "assistant" : "user", content }));
    const name = `a long conversation of ${JSON.stringify(piece)}`;
    await expectCheap(name, () => chat(200, messages, ["en", "sv", "nb"][index % 3]));
  }

  const filled = (text: string) => text.repeat(Math.floor(15_000 / text.length));
  const lists = { Accept: "text/markdown;q=0.1,", "Accept-Language": "sv;q=0.1,", "Accept-Encoding": "br;q=0.1," };
  const others = { "If-None-Match": '"a",', "X-Forwarded-For": "192.0.2.1,", Cookie: "a=b; " };
  const headers = Object.entries({ ...lists, ...others }).map(([name, text]) => ({ [name]: filled(text) }));
  const queries = [`/api/events?${filled("city=a&")}`, `/api/events?offset=${filled("1")}`, `/en?${filled("&event=")}`];
  await expectCheap("long headers and queries", async () => {
    for (const path of ["/en", "/", ...queries, `/${filled("a/")}`])
      await Promise.all(headers.map((header) => ask(site.port, path, { headers: header })));
    await Promise.all(headers.map((header) => ask(site.port, "/api/ai/chat", { method: "POST", headers: header })));
  });
});
