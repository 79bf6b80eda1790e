/**
 * Compares what a request costs different servers, in CPU time of their process as the operating system counts it.
 * The servers run one after the other, in several rounds, each in a process of its own; the load is the same, from this
 * process, on the loopback only. Ratios to the first are to be quoted, not times.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { Agent, createServer, request as httpRequest, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

const AT_ONCE = 32;
const ROUNDS = 3;

export interface Compared {
  readonly listener: () => RequestListener;
  readonly path: string;
  /** How many requests a round has; fewer for what is slow. */
  readonly requests: number;
}

/** `file` is the benchmark's own, which is run again for each server. */
export async function compare(file: string, servers: Readonly<Record<string, Compared>>): Promise<void> {
  if (process.send) return serve(servers[process.argv[2]!]!);

  const costs = new Map<string, number[]>(Object.keys(servers).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, server] of Object.entries(servers)) costs.get(name)!.push(await costOf(file, name, server));
  }
  const medians = [...costs].map(([name, numbers]) => [name, median(numbers)] as const);
  for (const [name, cost] of medians) {
    const ratio = cost / medians[0]![1];
    process.stdout.write(
      `${name.padEnd(44)} ${cost.toFixed(0).padStart(6)} µs CPU a request  ${ratio.toFixed(2).padStart(7)} ×\n`,
    );
  }
}

/** Sends bytes of this length, as plainly as Node can. */
export function plain(type: string, length: number): RequestListener {
  const bytes = Buffer.alloc(length, "a");
  return (_request, response) =>
    response.writeHead(200, { "Content-Type": type, "Content-Length": bytes.length }).end(bytes);
}

async function serve({ listener }: Compared): Promise<void> {
  const server = createServer(listener()).listen(0, "127.0.0.1");
  await once(server, "listening");
  process.on("message", () => process.send!(process.cpuUsage()));
  process.send!((server.address() as AddressInfo).port);
}

/** Microseconds of CPU time that the server spends on a request, after a warm-up. */
async function costOf(file: string, name: string, { path, requests }: Compared): Promise<number> {
  const child = fork(file, [name], { execArgv: process.execArgv });
  const [port] = (await once(child, "message")) as [number];

  await load(port, path, requests / 4);
  const before = await usageOf(child);
  await load(port, path, requests);
  const after = await usageOf(child);
  child.kill();
  return (after - before) / requests;
}

async function usageOf(child: ChildProcess): Promise<number> {
  child.send("usage");
  const [{ user, system }] = (await once(child, "message")) as [NodeJS.CpuUsage];
  return user + system;
}

async function load(port: number, path: string, requests: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  let left = requests;
  const one = () =>
    new Promise<void>((resolve, reject) => {
      httpRequest({ port, path, agent, headers: { "accept-encoding": "br" } }, (response) =>
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

const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
