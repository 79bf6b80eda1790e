/** Servers in processes of their own, and the CPU time that requests cost them. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "../support/free-port.js";

const ROUNDS = 9;
const REQUESTS = 4000;

export interface Request {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Server {
  readonly port: number;
  readonly process: ChildProcess;
  /** Until the first 200. */
  readonly startMs: number;
  /** CPU time in microseconds, of all threads; memory in bytes. */
  usage(): Promise<{ cpu: number; rss: number }>;
  stop(): void;
}

/** Holds data and copies of the site; deleted at the end. */
export const scratch = mkdtempSync(path.join(tmpdir(), "bench-"));
process.once("exit", () => rmSync(scratch, { recursive: true, force: true }));

const production = () => ({
  NODE_ENV: "production",
  MALLOC_ARENA_MAX: "1",
  BASE_URL: "https://www.example.com",
  TRUST_PROXY: "1",
  DATA_DIR: mkdtempSync(path.join(scratch, "data-")),
  LOG_LEVEL: "silent",
  HOST: "127.0.0.1",
});

export const startSite = (firstPath = "/healthz", folder = ".") =>
  start(path.resolve(folder, "dist/server.js"), firstPath, production());
export const startProgram = (file: string) => start(path.join(import.meta.dirname, file), "/healthz");

async function start(program: string, firstPath: string, variables = {}): Promise<Server> {
  const port = await freePort();
  const began = performance.now();
  const child = fork(program, {
    env: { PATH: process.env.PATH, ...variables, PORT: String(port) },
    execArgv: ["--import", path.join(import.meta.dirname, "meter.mjs")],
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
    startMs: performance.now() - began,
    async usage() {
      child.send("usage");
      const [{ user, system, rss }] = (await once(child, "message")) as [NodeJS.CpuUsage & { rss: number }];
      return { cpu: user + system, rss };
    },
    stop: () => void child.kill("SIGKILL"),
  };
}

export interface Response {
  readonly status: number;
  /** As received: name, value, name, value. */
  readonly headers: string[];
  readonly body: Buffer;
}

export function get(port: number, { path, headers = {} }: Request, agent?: Agent): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sent = { host: "127.0.0.1", port, path, headers, agent: agent ?? false };
    request(sent, async (response) => {
      const body = Buffer.concat(await response.toArray());
      resolve({ status: response.statusCode!, headers: response.rawHeaders, body });
    })
      .on("error", reject)
      .end();
  });
}

/** Sends `count` requests, 32 at a time, on kept-alive connections. Rejects if a response is neither 200 nor 304. */
export async function load(server: Server, requestOf: (index: number) => Request, count = REQUESTS): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  let index = 0;
  const client = async () => {
    while (index < count) {
      const sent = requestOf(index++);
      const { status } = await get(server.port, sent, agent);
      if (status !== 200 && status !== 304) throw new Error(`${status} for ${sent.path}`);
    }
  };
  await Promise.all(Array.from({ length: 32 }, client));
  agent.destroy();
}

/** CPU time of a request in microseconds, of each server, by round. */
export async function costs(servers: readonly Server[], requestOf: (index: number) => Request): Promise<number[][]> {
  const all: number[][] = servers.map(() => []);
  for (const server of servers) await load(server, requestOf); // compiles the code
  await wait(3000);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, server] of servers.entries()) {
      const before = await server.usage();
      await load(server, requestOf);
      all[index]!.push(((await server.usage()).cpu - before.cpu) / REQUESTS);
    }
  }
  return all;
}

export function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
}
