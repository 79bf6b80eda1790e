import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type Agent, request as httpRequest, type IncomingHttpHeaders, type RequestOptions } from "node:http";
import { connect, type Socket } from "node:net";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach } from "@jest/globals";

const running: ChildProcessWithoutNullStreams[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGKILL");
    await once(child, "close");
  }
});

const answerWithMemory = `process.on("SIGUSR2", () => {
  gc(), gc();
  process.stderr.write(JSON.stringify(process.memoryUsage()) + "\\n");
})`;
/** A command with which `memoryInUse` can be asked. */
export const measured = `exec node --expose-gc --import 'data:text/javascript,${encodeURIComponent(answerWithMemory)}' dist/server.js`;

interface How {
  /** What runs it, for bash; signals have to reach the server through it. */
  readonly command?: string;
  readonly folder?: string;
}

/** The built server as a host runs it, in a process of its own; resolves when it listens or has ended, with a port that is given at once. */
export async function start(variables: Record<string, string> = {}, how: How = {}) {
  const { command = "exec node dist/server.js", folder = "." } = how;
  const child = spawn("bash", ["--norc", "-c", command], {
    cwd: folder,
    env: { PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`, PORT: "0", HOST: "127.0.0.1", ...variables },
  });
  running.push(child);
  const output = { out: "", error: "" };
  child.stdout.on("data", (chunk) => (output.out += chunk));
  child.stderr.on("data", (chunk) => (output.error += chunk));
  const ended = once(child, "close").then(([code]) => code as number);
  const lines = () =>
    output.out
      .split("\n")
      .slice(0, -1)
      .filter((line) => line.startsWith("{")) // npm start says what it runs
      .map((line) => JSON.parse(line) as Record<string, any>);
  /** The line with this message, as soon as it is there; undefined when it does not come in time. */
  const line = async (message: string, milliseconds = 20_000) => {
    const deadline = performance.now() + milliseconds;
    const find = () => lines().find(({ msg }) => msg === message);
    while (!find() && child.exitCode === null && performance.now() < deadline) await wait(10);
    return find();
  };
  const port = Number(variables.PORT) || ((await line("listening"))?.address.port as number);
  return {
    child,
    ended,
    line,
    lines,
    output,
    port,
    /** What is logged as an error, or worse. */
    errors: () => lines().filter(({ level }) => level >= 50),
    /** What is left when all is collected that can be, in MB. */
    async memoryInUse() {
      output.error = "";
      child.kill("SIGUSR2");
      while (!output.error.endsWith("\n")) await wait(20);
      const { heapUsed, rss } = JSON.parse(output.error);
      return { heap: heapUsed / 2 ** 20, resident: rss / 2 ** 20 };
    },
    /** The memory that it has of the machine, in MB. */
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))![1]) / 1024,
  };
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** One request and its whole answer; rejects when the connection is cut before. */
export function ask(port: number, path: string, options: RequestOptions & { body?: string } = {}): Promise<Answer> {
  const { body, ...rest } = options;
  return new Promise((resolve, reject) => {
    httpRequest({ port, path, host: "127.0.0.1", ...rest }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => (text += chunk));
      response.on("error", reject);
      response.on("end", () => resolve({ status: response.statusCode!, headers: response.headers, text }));
    })
      .on("error", reject)
      .end(body);
  });
}

export const get = (port: number, path: string, agent?: Agent) => ask(port, path, { agent });

/** A form that is filled in, as a visitor with this address sends it. */
export const postForm = (port: number, message: string, address: string, agent?: Agent) =>
  ask(port, "/en/contact", {
    agent,
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded", "X-Forwarded-For": address },
    body: new URLSearchParams({ about: "other", name: "Ada", email: "ada@example.com", message }).toString(),
  });

/** A connection that says these bytes, and what it has heard. It is gone when the test is over. */
export function open(port: number, bytes: string | Buffer = "") {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }).on("error", () => {});
  sockets.push(socket);
  const heard = { text: "" };
  socket.on("data", (chunk) => (heard.text += chunk));
  const closed = new Promise<void>((resolve) => socket.once("end", resolve).once("close", () => resolve()));
  socket.write(bytes);
  return { socket, heard, closed };
}

/** What a connection hears for these bytes until it is closed, or for some seconds. */
export async function say(port: number, bytes: string | Buffer, seconds = 5): Promise<string> {
  const { socket, heard, closed } = open(port, bytes);
  await Promise.race([closed, wait(seconds * 1000, undefined, { ref: false })]);
  socket.destroy();
  return heard.text;
}
