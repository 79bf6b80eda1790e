/**
 * `npm run bench`: what a request for a page costs the server, in CPU time, beside plain node:http sending the same
 * bytes. Three servers, one after the other, each in a process of its own; the load is the same, from this process,
 * on the loopback only. Ratios are to be quoted, not times.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { Agent, createServer, request as httpRequest, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { createApp } from "../../src/app.js";
import { readConfig } from "../../src/config.js";
import { createFront } from "../../src/front.js";
import { createServices } from "../../src/services.js";

const PATH = "/sv/after-commerce";
const REQUESTS = 20_000;
const AT_ONCE = 32;
const ROUNDS = 5;

type Kind = "plain node:http" | "the site" | "Express, making it each time";

if (process.send) await serve(process.argv[2] as Kind);
else await compare(["plain node:http", "the site", "Express, making it each time"]);

async function serve(kind: Kind): Promise<void> {
  const services = createServices(readConfig({ LOG_LEVEL: "silent" }));
  const server = createServer(await listenerFor(kind, services)).listen(0, "127.0.0.1");
  await once(server, "listening");
  process.on("message", () => process.send!(process.cpuUsage()));
  process.send!((server.address() as AddressInfo).port);
}

async function listenerFor(kind: Kind, services: ReturnType<typeof createServices>): Promise<RequestListener> {
  const app = createApp(services);
  if (kind === "the site") return createFront(services, app).listener;
  if (kind === "Express, making it each time") {
    const { kept } = services;
    const keepText: typeof kept.keepText = (path, kind, headers, text) =>
      kept.keep(path, kind, headers, { identity: Buffer.from(text) }); // what will not be found again is not compressed
    Object.assign(kept, { find: () => undefined, keepText });
    return app;
  }

  const bytes = Buffer.alloc(4_500, "a"); // about what the page weighs in Brotli
  return (_request, response) =>
    response.writeHead(200, { "Content-Type": "text/html", "Content-Length": bytes.length }).end(bytes);
}

async function compare(kinds: Kind[]): Promise<void> {
  const costs = new Map<Kind, number[]>(kinds.map((kind) => [kind, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const kind of kinds) costs.get(kind)!.push(await costOf(kind));
  }
  const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
  const base = median(costs.get(kinds[0]!)!);
  for (const [kind, numbers] of costs) {
    const cost = median(numbers);
    process.stdout.write(
      `${kind.padEnd(30)} ${cost.toFixed(0).padStart(6)} µs CPU a request  ${(cost / base).toFixed(2).padStart(7)} ×\n`,
    );
  }
}

/** Microseconds of CPU time that the server spends on a request, after a warm-up. */
async function costOf(kind: Kind): Promise<number> {
  const child = fork(import.meta.filename, [kind], { execArgv: process.execArgv });
  const [port] = (await once(child, "message")) as [number];
  const requests = kind === "Express, making it each time" ? REQUESTS / 20 : REQUESTS;

  await load(port, requests / 4);
  const before = await usageOf(child);
  await load(port, requests);
  const after = await usageOf(child);
  child.kill();
  return (after - before) / requests;
}

async function usageOf(child: ChildProcess): Promise<number> {
  child.send("usage");
  const [{ user, system }] = (await once(child, "message")) as [NodeJS.CpuUsage];
  return user + system;
}

async function load(port: number, requests: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  let left = requests;
  const one = () =>
    new Promise<void>((resolve, reject) => {
      httpRequest({ port, path: PATH, agent, headers: { "accept-encoding": "br" } }, (response) =>
        response.resume().on("end", resolve),
      )
        .on("error", reject)
        .end();
    });
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) await one();
    }),
  );
  agent.destroy();
}
