/** Servers in processes of their own, what load costs them, and the rows that the table is made of. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "../support/free-port.js";
import { type Answer, type Asked, ask, load } from "./client.js";

export const quick = process.argv.includes("--quick");
/** How often each contender of a comparison runs. */
const ROUNDS = quick ? 5 : 15;
/** Uncounted, so that the code is compiled. */
const WARM_UPS = 4;
export const requests = (count: number) => (quick ? Math.ceil(count / 4) : count);

export interface Row {
  readonly figure: string;
  /** Left out where the figure only stands beside another. */
  readonly most?: number;
  readonly unit: "×" | "KB" | "ms";
  readonly measure: () => Promise<Measured>;
}

export interface Measured {
  readonly value: number;
  /** What stands beside the value. */
  readonly detail?: string;
}

export interface Server {
  readonly port: number;
  readonly process: ChildProcess;
  /** CPU time in microseconds, of all threads; memory in bytes. */
  usage(): Promise<{ cpu: number; rss: number }>;
  stop(): Promise<void>;
}

/** Where the servers keep what they keep, and copies are made; gone when all have stopped. */
export const scratch = mkdtempSync(path.join(tmpdir(), "bench-"));
const running = new Set<Server>();

export async function stopAll(): Promise<void> {
  await Promise.all([...running].map((server) => server.stop()));
}

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
process.once("exit", () => rmSync(scratch, { recursive: true, force: true }));

const here = (file: string) => path.join(import.meta.dirname, file);
export const bareProgram = here("bare.mjs");
export const siteProgram = path.resolve("dist/server.js");

/** What the site is deployed with, but for the log. */
export const deployed = (variables: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  NODE_ENV: "production",
  MALLOC_ARENA_MAX: "1",
  BASE_URL: "https://www.example.com",
  TRUST_PROXY: "1",
  DATA_DIR: mkdtempSync(path.join(scratch, "data-")),
  LOG_LEVEL: "silent",
  HOST: "127.0.0.1",
  ...variables,
});

/** Starts a program, with what is to be loaded before it, and waits for its first answer. */
export async function start(
  program: string,
  variables: NodeJS.ProcessEnv = {},
  before: readonly string[] = [],
): Promise<Server> {
  const port = await freePort();
  const child = fork(program, {
    env: { PATH: process.env.PATH, ...variables, PORT: String(port) },
    execArgv: ["meter.mjs", ...before].flatMap((file) => ["--import", here(file)]),
    serialization: "advanced",
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  child.stdout!.resume();
  const server: Server = {
    port,
    process: child,
    async usage() {
      child.send("usage");
      const [{ user, system, rss }] = (await once(child, "message")) as [NodeJS.CpuUsage & { rss: number }];
      return { cpu: user + system, rss };
    },
    async stop() {
      running.delete(server);
      if (child.exitCode !== null || !child.kill("SIGKILL")) return;
      await once(child, "exit");
    },
  };
  running.add(server);
  await answering(child, port, "/healthz");
  return server;
}

/** Resolves at the first 200. Rejects when the program has ended, or has not answered in five minutes. */
export async function answering(child: ChildProcess, port: number, path: string): Promise<void> {
  const began = performance.now();
  while (child.exitCode === null && performance.now() - began < 300_000) {
    const answer = await ask(port, { path }).catch(() => undefined);
    if (answer?.status === 200) return;
    await wait(1);
  }
  throw new Error(`${child.spawnargs.join(" ")} does not answer; it has ended with ${child.exitCode}`);
}

export const startSite = (variables?: NodeJS.ProcessEnv, before?: readonly string[]) =>
  start(siteProgram, deployed(variables), before);

/** Waits until a server has nothing left to do. */
export async function settled(...servers: readonly Server[]): Promise<void> {
  for (const server of servers) {
    for (let [calm, last] = [0, Number.NaN]; calm < 14; await wait(150)) {
      const { cpu } = await server.usage();
      calm = cpu - last < 5000 ? calm + 1 : 0;
      last = cpu;
    }
  }
}

/** The answer in the form in which the bare program is given it: Node adds what belongs to the connection by itself. */
export function asGiven({ status, headers, body }: Answer) {
  const own = (index: number) =>
    /^(?:date|connection|keep-alive|transfer-encoding)$/i.test(headers[index - (index % 2)]!);
  return { status, headers: headers.filter((_, index) => !own(index)), body: status === 304 ? undefined : body };
}

/** What a server answers to each of these. */
export async function answersOf(
  server: Server,
  asked: readonly Asked[],
): Promise<Map<string, ReturnType<typeof asGiven>>> {
  const answers = new Map<string, ReturnType<typeof asGiven>>();
  for (const one of asked) answers.set(one.path, asGiven(await ask(server.port, one)));
  return answers;
}

export interface Contender {
  readonly server: Server;
  /** What is asked; the number goes on from round to round. */
  readonly asked: (number: number) => Asked;
}

/**
 * CPU time of each contender for a request, in microseconds, round by round.
 *
 * Errors  rejects when the bytes of their answers differ by more than this part of them.
 */
export async function costs(contenders: readonly Contender[], count: number, differ = 0.02): Promise<number[][]> {
  const all = contenders.map(() => [] as number[]);
  const sent = contenders.map(() => 0);
  const bytes = contenders.map(() => 0);
  const run = async (index: number, count: number) => {
    const { server, asked } = contenders[index]!;
    const offset = sent[index]!;
    sent[index]! += count;
    const before = await server.usage();
    const received = await load(server.port, count, (number) => asked(offset + number));
    const { cpu } = await server.usage();
    return { cost: (cpu - before.cpu) / count, received };
  };

  for (const index of contenders.keys()) await run(index, WARM_UPS * requests(count));
  await settled(...contenders.map(({ server }) => server));
  for (let round = 0; round < ROUNDS; round++) {
    for (const turn of contenders.keys()) {
      const index = (round + turn) % contenders.length;
      const { cost, received } = await run(index, WARM_UPS * requests(count));
      all[index]!.push(cost);
      bytes[index]! += received;
    }
  }
  const [first = 0] = bytes;
  if (bytes.some((received) => Math.abs(received - first) > differ * first)) {
    throw new Error(`not the same bytes are compared: ${bytes.join(", ")}`);
  }
  return all;
}

/** The middle of the ratios that the rounds had, and the lowest and highest of them. */
export function ratio(over: readonly number[], under: readonly number[]): Measured {
  const ratios = over.map((cost, round) => cost / under[round]!);
  const [low, high] = [Math.min(...ratios), Math.max(...ratios)];
  const detail = `${low.toFixed(2)}–${high.toFixed(2)}; ${median(over).toFixed(0)} µs, plain ${median(under).toFixed(0)} µs`;
  return { value: median(ratios), detail };
}

export function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
}

/** Makes it at the first call. */
export function shared<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
}
