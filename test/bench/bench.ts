/** `npm run bench`: measures the built site beside a bare node:http program that sends the same responses. */
import { siteWithContent } from "./growth.js";
import { costs, get, load, median, type Request, type Server, startProgram, startSite } from "./servers.js";

const page: Request = { path: "/sv/after-commerce", headers: { "accept-encoding": "br" } };
const [site, bare] = [await startSite(), await startProgram("bare.mjs")];

await compare("a cached page, br", page);
await compare("a cached page, 304", { ...page, headers: { ...page.headers, "if-none-match": await etagOf(page) } });
await compare("a cached calendar, br", { ...page, path: "/api/calendar/gothenburg" });
await compare("a cached feed, br", { ...page, path: "/feed.xml" });
await compareLists();

await memory();
for (const server of [site, bare]) server.stop();
await starts();
await growth();

function print(figure: string, value: string): void {
  process.stdout.write(`${figure}: ${value}\n`);
}

function ratio(over: readonly number[], under: readonly number[]): string {
  const ratios = over.map((value, round) => value / under[round]!);
  const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
  return `${median(ratios).toFixed(2)} × (${range}; ${median(over).toFixed(0)} and ${median(under).toFixed(0)})`;
}

async function etagOf(request: Request): Promise<string> {
  const { headers } = await get(site.port, request);
  return headers[headers.indexOf("ETag") + 1]!;
}

/** Headers that Node adds to every connection are left to it. */
async function copyTo(program: Server, requests: readonly Request[]): Promise<void> {
  const responses = new Map<string, unknown>();
  for (const request of requests) {
    const { status, headers, body } = await get(site.port, request);
    const own = headers.filter((_, index) => {
      return !/^(?:date|connection|keep-alive|transfer-encoding)$/i.test(headers[index - (index % 2)]!);
    });
    responses.set(request.path, { status, headers: own, body });
  }
  program.process.send(responses);
}

async function compare(figure: string, request: Request): Promise<void> {
  await get(site.port, request);
  await new Promise((resolve) => setTimeout(resolve, 1000)); // the smallest coding takes the place of the first
  await copyTo(bare, [request]);
  const [over, under] = await costs([site, bare], () => request);
  print(`${figure}, µs of CPU`, ratio(over!, under!));
}

/** Queries that the site has not cached. */
async function compareLists(): Promise<void> {
  const requests = Array.from({ length: 600 }, (_, index) => {
    const from = new Date(Date.now() + index * 86_400_000).toISOString().slice(0, 10);
    return { path: `/api/events?limit=${1 + (index % 20)}&locale=sv&from=${from}` };
  });
  await copyTo(bare, requests);
  const [over, under] = await costs([site, bare], (index) => requests[index % requests.length]!);
  print("lists of events, each another, µs of CPU", ratio(over!, under!));
}

async function memory(): Promise<void> {
  await load(site, () => page, 20_000);
  await load(bare, () => page, 20_000);
  const [own, other] = [await site.usage(), await bare.usage()];
  print("memory after load, MB", ratio([own.rss / 1e6], [other.rss / 1e6]));
}

async function starts(): Promise<void> {
  const times: number[][] = [[], []];
  for (let round = 0; round < 9; round++) {
    const servers = [await startSite("/en"), await startProgram("bare.mjs")];
    for (const [index, server] of servers.entries()) {
      times[index]!.push(server.startMs);
      server.stop();
    }
  }
  print("start to the first page, ms", ratio(times[0]!, times[1]!));
}

/** Do a start and memory grow with the content? */
async function growth(): Promise<void> {
  const [small, large] = [await startSite("/en"), await startSite("/en", siteWithContent(100))];
  print("100 times the content: start, ms", ratio([large.startMs], [small.startMs]));
  const [own, other] = [await large.usage(), await small.usage()];
  print("100 times the content: memory, MB", ratio([own.rss / 1e6], [other.rss / 1e6]));
  for (const server of [large, small]) server.stop();
}
