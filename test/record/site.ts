/** The process of a built site, and requests to it over a socket. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";

export const HOST = "www.example.com";
export const ORIGIN = `https://${HOST}`;

export type Headers = Readonly<Record<string, string | readonly string[]>>;

export interface Request {
  readonly method?: string;
  readonly target: string;
  readonly headers?: Headers;
  readonly body?: string | Buffer | undefined;
}

export interface Answer {
  readonly status: number;
  /** As received: name, value, name, … */
  readonly headers: readonly string[];
  readonly body: Buffer;
}

export interface Settings {
  /** A checkout with its own dist/. */
  readonly root: string;
  readonly port: number;
  readonly now: string;
  readonly variables: Readonly<Record<string, string>>;
}

export type Site = Awaited<ReturnType<typeof startSite>>;

const preload = ["--import", pathToFileURL(path.join(import.meta.dirname, "clock.mjs")).href];

function environment({ port, now, variables }: Settings): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    TZ: "America/St_Johns",
    PORT: `${port}`,
    HOST: "127.0.0.1",
    RECORD_NOW: now,
    ...variables,
  };
}

export async function startSite(settings: Settings) {
  const { root, port, now } = settings;
  const child = spawn(process.execPath, [...preload, "dist/server.js"], {
    cwd: root,
    env: environment(settings),
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  child.stdout!.on("data", (chunk) => (output += chunk));
  child.stderr!.on("data", (chunk) => (output += chunk));
  await untilListening(child, port, () => output);

  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let clock = Date.parse(now);
  return {
    settings,
    log: () => output,

    ask: (asked: Request) => ask(port, asked, agent),

    /** Sends bytes that no HTTP client would, and returns all that is received. */
    async send(bytes: string | Buffer): Promise<Buffer> {
      const socket = connect({ port, host: "127.0.0.1" }).on("error", () => {});
      socket.setTimeout(10_000, () => socket.destroy());
      socket.write(bytes);
      return Buffer.concat(await socket.toArray().catch(() => []));
    },

    async passTime(milliseconds: number): Promise<void> {
      clock += milliseconds;
      const set = once(child, "message");
      child.send(clock);
      await set;
    },

    /** Can be called again. */
    async stop(): Promise<void> {
      agent.destroy();
      if (child.exitCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await Promise.race([ended, wait(20_000, undefined, { ref: false })]);
      if (child.exitCode === null) child.kill("SIGKILL");
    },
  };
}

async function untilListening(child: ChildProcess, port: number, output: () => string): Promise<void> {
  for (const end = performance.now() + 60_000; performance.now() < end; await wait(20)) {
    if (child.exitCode !== null) throw new Error(`The site ended:\n${output()}`);
    const socket = connect({ port, host: "127.0.0.1" });
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
  }
  throw new Error(`The site does not listen:\n${output()}`);
}

/** Status 0 if the connection breaks off. */
function ask(port: number, { method = "GET", target, headers, body }: Request, agent: Agent): Promise<Answer> {
  return new Promise((resolve) => {
    const broken = (error: NodeJS.ErrnoException) => {
      resolve({ status: 0, headers: [], body: Buffer.from(`${error.code ?? error.message}`) });
    };
    const length = body === undefined ? {} : { "Content-Length": `${Buffer.byteLength(body)}` };
    const sent = request({
      host: "127.0.0.1",
      port,
      agent,
      method,
      path: target,
      headers: { Host: HOST, ...length, ...headers } as Record<string, string>,
    });
    sent.once("response", async (response: IncomingMessage) => {
      const chunks = await response.toArray().catch(() => [Buffer.from("\n[connection broken off]")]);
      resolve({ status: response.statusCode!, headers: response.rawHeaders, body: Buffer.concat(chunks) });
    });
    sent.on("error", broken);
    sent.end(body);
  });
}

/** Runs a command of dist/, or the server where it cannot start, and returns all that it prints. */
export function runProgram(settings: Settings, ...words: string[]): Promise<{ status: number; text: string }> {
  return new Promise((resolve) => {
    const options = { cwd: settings.root, env: environment(settings), timeout: 120_000, maxBuffer: 2 ** 28 };
    execFile(process.execPath, [...preload, ...words], options, (error, stdout, stderr) => {
      const status = error ? Number(error.code ?? -1) : 0;
      resolve({ status, text: `${stdout}\n--- stderr\n${stderr}`.replaceAll(settings.root, "<root>") });
    });
  });
}
