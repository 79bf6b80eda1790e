/** `npm run bench`: measures the built site beside a bare node:http program that sends the same responses. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Content } from "../../src/content/library.js";
import { asciiJson } from "../../src/text/escaping.js";
import { inEachLocale } from "../../src/text/locale.js";
import { freePort } from "../support/free-port.js";

const ROUNDS = 9;
const REQUESTS = 4000;

type Request = { path: string; headers?: Readonly<Record<string, string>> };
type Server = Awaited<ReturnType<typeof start>>;

const meter = `process.on("message", (message) => {
  if (message === "usage") process.send({ ...process.cpuUsage(), rss: process.memoryUsage.rss() });
});
process.on("disconnect", () => process.exit());`;

const scratch = mkdtempSync(path.join(tmpdir(), "bench-"));
process.once("exit", () => rmSync(scratch, { recursive: true, force: true }));

const [site, bare] = [await startSite(), await startBare()];
const page: Request = { path: "/sv/after-commerce", headers: { "accept-encoding": "br" } };
await compare("a cached page, br", [page]);
const { headers } = await get(site.port, page);
const etag = headers[headers.indexOf("ETag") + 1]!;
await compare("a cached page, 304", [{ ...page, headers: { ...page.headers, "if-none-match": etag } }]);
const lists = Array.from({ length: 600 }, (_, index) => {
  const from = new Date(Date.now() + index * 86_400_000).toISOString().slice(0, 10);
  return { path: `/api/events?limit=${1 + (index % 20)}&locale=sv&from=${from}` };
});
await compare("lists of events with dates and a limit", lists);

const memory: number[] = [];
for (const server of [site, bare]) {
  await load(server, [page], 20_000);
  memory.push((await server.usage()).rss / 1e6);
  server.stop();
}
print("memory after load, MB", [memory[0]!], [memory[1]!]);

const starts: [number[], number[]] = [[], []];
for (let round = 0; round < ROUNDS; round++) {
  for (const [index, server] of [await startSite("/en"), await startBare()].entries()) {
    starts[index]!.push(server.startMs);
    server.stop();
  }
}
print("start to the first page, ms", ...starts);

const [large, small] = [await usageAfterStart(siteWithContent(100)), await usageAfterStart(".")];
print("100 times the content: start and first page, ms of CPU", [large.cpu / 1000], [small.cpu / 1000]);
print("100 times the content: memory, MB", [large.rss / 1e6], [small.rss / 1e6]);

function print(figure: string, over: readonly number[], under: readonly number[]): void {
  const median = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
  const ratios = over.map((value, round) => value / under[round]!);
  const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
  const medians = `${median(over).toFixed(0)} and ${median(under).toFixed(0)}`;
  process.stdout.write(`${figure}: ${median(ratios).toFixed(2)} × (${range}; ${medians})\n`);
}

async function compare(figure: string, requests: readonly Request[]): Promise<void> {
  await get(site.port, requests[0]!);
  await wait(1000); // the smallest coding takes the place of the first
  const responses = new Map<string, unknown>();
  const addedByNode = /^(?:date|connection|keep-alive|transfer-encoding)$/i;
  for (const request of requests) {
    const { status, headers, body } = await get(site.port, request);
    const own = headers.filter((_, index) => !addedByNode.test(headers[index - (index % 2)]!));
    responses.set(request.path, { status, headers: own, body });
  }
  bare.process.send(responses);
  for (const server of [site, bare]) await load(server, requests); // compiles the code
  await wait(3000);
  const costs: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, server] of [site, bare].entries()) {
      const before = await server.usage();
      await load(server, requests);
      costs[index]!.push(((await server.usage()).cpu - before.cpu) / REQUESTS);
    }
  }
  print(`${figure}, µs of CPU`, ...costs);
}

async function usageAfterStart(folder: string) {
  const server = await startSite("/en", folder);
  const usage = await server.usage();
  server.stop();
  return usage;
}

function startSite(firstPath = "/healthz", folder = ".") {
  return start(path.resolve(folder, "dist/server.js"), firstPath, {
    NODE_ENV: "production",
    BASE_URL: "https://www.example.com",
    HOST: "127.0.0.1",
    TRUST_PROXY: "1",
    DATA_DIR: mkdtempSync(path.join(scratch, "data-")),
    LOG_LEVEL: "silent",
    MALLOC_ARENA_MAX: "1",
  });
}

function startBare() {
  return start(path.join(import.meta.dirname, "bare.mjs"), "/healthz", {});
}

async function start(program: string, firstPath: string, variables: Record<string, string>) {
  const port = await freePort();
  const began = performance.now();
  const child = fork(program, {
    env: { PATH: process.env.PATH, ...variables, PORT: String(port) },
    execArgv: ["--import", `data:text/javascript,${encodeURIComponent(meter)}`],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  while ((await get(port, { path: firstPath }).catch(() => undefined))?.status !== 200) {
    if (child.exitCode !== null) throw new Error(`${program} exited with ${child.exitCode}`);
    await wait(2);
  }
  return {
    port,
    process: child,
    /** Until the first 200. */
    startMs: performance.now() - began,
    async usage() {
      child.send("usage");
      const [{ user, system, rss }] = (await once(child, "message")) as [NodeJS.CpuUsage & { rss: number }];
      return { cpu: user + system, rss };
    },
    stop: () => void child.kill("SIGKILL"),
  };
}

/** `headers` are as received: name, value, name, value. */
async function get(port: number, { path, headers = {} }: Request, agent: Agent | false = false) {
  const sent = request({ host: "127.0.0.1", port, path, headers, agent }).end();
  const [response] = await once(sent, "response");
  const body = Buffer.concat(await response.toArray());
  return { status: response.statusCode as number, headers: response.rawHeaders as string[], body };
}

async function load(server: Server, requests: readonly Request[], count = REQUESTS): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  let index = 0;
  const client = async () => {
    while (index < count) {
      const sent = requests[index++ % requests.length]!;
      const { status } = await get(server.port, sent, agent);
      if (status !== 200 && status !== 304) throw new Error(`${status} for ${sent.path}`);
    }
  };
  await Promise.all(Array.from({ length: 32 }, client));
  agent.destroy();
}

/** Returns a copy of the built site with `times` as many cities, events and articles, numbered. */
function siteWithContent(times: number): string {
  const folder = path.join(scratch, `content-${times}`);
  for (const name of ["dist", "locales", "views", "package.json"])
    cpSync(name, path.join(folder, name), { recursive: true });
  symlinkSync(path.resolve("node_modules"), path.join(folder, "node_modules"), "junction");
  const dist = path.join(folder, "dist");
  const content: Content = JSON.parse(readFileSync(path.join(dist, "content.json"), "utf8"));
  const numbers = Array.from({ length: times - 1 }, (_, number) => number + 1);
  const more = <Item extends { readonly slug: string }>(
    items: readonly Item[],
    change: (item: Item, n: number) => Item,
  ) => [...items, ...items.flatMap((item) => numbers.map((n) => ({ ...change(item, n), slug: `${item.slug}-${n}` })))];
  const grown: Content = {
    ...content,
    cities: more(content.cities, (city, n) => {
      return { ...city, names: inEachLocale((locale) => `${city.names[locale]} ${n}`), spellings: [] };
    }),
    // The page of a city takes no event of another.
    events: more(content.events, (event, n) => {
      const isOfCity = event.action?.startsWith("boardroom");
      return { ...event, city: event.city && `${event.city}-${n}`, action: isOfCity ? "dates" : event.action };
    }),
    articles: more(content.articles, (article) => article),
  };
  writeFileSync(path.join(dist, "content.json"), asciiJson(grown));
  return folder;
}
