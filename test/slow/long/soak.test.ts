/** Hours of traffic in minutes: requests of all kinds, and the memory afterwards. */
import { Agent } from "node:http";
import { expect, it } from "@jest/globals";
import { rightAnswers } from "../../support/forms.js";
import { ask, measured, start } from "../../support/server.js";
import { newFolder } from "../../support/store.js";

const REQUESTS = Number(process.env.SOAK_REQUESTS ?? 30_000);
const WARM_UP = 12_000;
const CONNECTIONS = 16;
/** Allowed growth of memory from the end of the warm-up to that of all requests, in MB. */
const MAX_HEAP = 3;
const MAX_RESIDENT = 15;

interface ExpectedRequest {
  readonly path: string;
  readonly status: number;
  /** The number of forms is above the limit, so some of them get 503. */
  readonly isForm?: boolean;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

const pages = [
  "/en",
  "/sv/after-commerce",
  "/nb/boardroom-for-commerce/varberg",
  "/en/commerce-commons/join",
  "/sv/about",
];
const filters = ["", "city=gothenburg", "concept=AFTER&locale=sv", "recurring=true", "limit=2", "from=2027-01-01"];
const pick = <Item>(items: readonly Item[], index: number) => items[index % items.length]!;
const form = (fields: Record<string, string>) => ({
  method: "POST",
  headers: { "Content-Type": "application/x-www-form-urlencoded" },
  body: new URLSearchParams(fields).toString(),
});
const question = (accept: string, content: string) => ({
  method: "POST",
  headers: { "Content-Type": "application/json", Accept: accept },
  body: JSON.stringify({ messages: [{ role: "user", content }], locale: "en" }),
});

/** How many of a hundred requests, and which. */
const kinds: readonly (readonly [number, (index: number) => ExpectedRequest])[] = [
  [24, (index) => ({ path: pick(pages, index), status: 200, headers: { "Accept-Encoding": "br" } })],
  [12, (index) => ({ path: pick(pages, index), status: 200, headers: { "Accept-Encoding": "gzip" } })],
  [8, (index) => ({ path: `${pick(pages, index)}?utm_source=${index}`, status: 200 })],
  [8, (index) => ({ path: pick(pages, index), status: 304, headers: { "If-None-Match": "*" } })],
  [4, (index) => ({ path: pick(pages, index), status: 200, method: "HEAD" })],
  [4, (index) => ({ path: `${pick(pages, index)}.md`, status: 200 })],
  [4, (index) => ({ path: `/api/calendar/${pick(["gothenburg", "stockholm", "varberg"], index)}`, status: 200 })],
  [
    3,
    (index) => ({
      path: pick(["/feed.xml", "/sitemap.xml", "/llms-full.txt", "/api/openapi.json"], index),
      status: 200,
    }),
  ],
  [8, (index) => ({ path: `/api/events?${pick(filters, index)}`, status: 200 })],
  [3, (index) => ({ path: `/api/events?limit=${-index}`, status: 400 })],
  [2, (index) => ({ path: `/api/events/no-such-${index}`, status: 404 })],
  [2, (index) => ({ path: `/api/calendar/no-such-${index}`, status: 404 })],
  [4, (index) => ({ path: `/en/no-such-${index}`, status: 404 })],
  [3, () => ({ path: "/", status: 302 })],
  [3, (index) => ({ path: `${pick(pages, index)}/`, status: 308 })],
  [2, () => ({ path: "/en/%E0%A4", status: 400 })],
  [1, (index) => ({ path: pick(pages, index), status: 405, method: "DELETE" })],
  [
    1,
    (index) => ({
      path: "/en/contact",
      status: 303,
      isForm: true,
      ...form({ ...rightAnswers("contact"), message: `No. ${index}` }),
    }),
  ],
  [2, (index) => ({ path: "/en/contact", status: 422, isForm: true, ...form({ message: `No. ${index}` }) })],
  [
    1,
    (index) => ({
      path: "/api/ai/chat",
      status: 200,
      ...question(pick(["text/plain", "*/*"], index), "What does it cost?"),
    }),
  ],
  [1, (index) => ({ path: "/api/ai/chat", status: 422, ...question("*/*", " ".repeat(index % 100)) })],
];
const hundred = kinds.flatMap(([times, kind]) => Array.from({ length: times }, () => kind));
/** A stride that is coprime to a hundred mixes the kinds. */
const requestAt = (index: number): ExpectedRequest => hundred[(index * 37) % hundred.length]!(index);

it(`memory does not grow over ${REQUESTS} requests of all kinds`, async () => {
  expect(hundred).toHaveLength(100);
  const server = await start({ TRUST_PROXY: "1", DATA_DIR: newFolder() }, { command: measured });
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

  const wrong: string[] = [];
  let next = 0;
  const upTo = (end: number) =>
    Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        while (next < end) {
          const index = next++;
          const { status: expected, isForm, headers, ...request } = requestAt(index);
          const address = `198.${18 + ((index >> 16) & 1)}.${(index >> 8) & 255}.${index & 255}`;
          const options = { agent, ...request, headers: { ...headers, "X-Forwarded-For": address } };
          const { status } = await ask(server.port, request.path, options);
          if (status !== expected && !(isForm && status === 503))
            wrong.push(`${request.method ?? "GET"} ${request.path}: ${status}, not ${expected}`);
        }
      }),
    );
  const began = performance.now();
  await upTo(WARM_UP);
  const warm = await server.memoryInUse();
  await upTo(REQUESTS);
  const seconds = (performance.now() - began) / 1000;
  const after = await server.memoryInUse();
  process.stdout.write(
    `${REQUESTS} requests in ${seconds.toFixed(0)} s; after the warm-up and after all, in MB: ` +
      `heap ${warm.heap.toFixed(1)} and ${after.heap.toFixed(1)}, resident ${warm.resident.toFixed(0)} and ${after.resident.toFixed(0)}\n`,
  );

  expect(wrong).toEqual([]);
  expect(after.heap - warm.heap).toBeLessThan(MAX_HEAP);
  expect(after.resident - warm.resident).toBeLessThan(MAX_RESIDENT);
  agent.destroy();
  server.child.kill("SIGTERM");
  expect(await server.ended).toBe(0);
  expect(server.errors()).toEqual([]);
});
