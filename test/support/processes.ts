/** Other processes: the built server, the commands, programs of Debian. */
import { type ChildProcess, execFile, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import type { Agent, RequestOptions } from "node:http";
import { connect, type Socket } from "node:net";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe } from "@jest/globals";
import { type Answer, ask } from "./listen.js";

/** Runs tests that need a program of Debian. Without it they are skipped with a note; `.ci/run` allows no skip. */
export function describeWith(executablePaths: string | readonly string[], name: string, tests: () => void): void {
  const missing = [executablePaths].flat().find((executablePath) => !existsSync(executablePath));
  if (missing === undefined) describe(name, tests);
  else describe.skip(`${name} (skipped: there is no ${missing})`, tests);
}

/** Starts a program; resolves once its output matches, with what matched. */
export async function startProgram(file: string, words: string[], isReady: RegExp, options: SpawnOptions = {}) {
  const child = spawn(file, words, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const match = await new Promise<RegExpExecArray>((resolve, reject) => {
    const read = (text: unknown) => {
      output += text;
      const match = isReady.exec(output);
      if (match) resolve(match);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.on("close", () => reject(new Error(`${file} ended: ${output}`)));
  });
  return { child: child as ChildProcess, match };
}

export async function endProgram(child: ChildProcess | undefined, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "close");
  child.kill(signal);
  await ended;
}

/** Runs a program of Node until it ends, which never rejects. */
export function runNode(words: readonly string[], variables: Record<string, string> = {}, folder = ".") {
  const options = { cwd: folder, env: { PATH: process.env.PATH!, ...variables }, maxBuffer: 1e8 };
  return new Promise<{ status: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, words, options, (error, stdout, stderr) =>
      resolve({ status: error ? error.code : 0, stdout, stderr }),
    );
  });
}

export const runSubmissions = (variables: Record<string, string>, ...words: string[]) =>
  runNode(["dist/commands/submissions.js", ...words], variables);

export { type Answer, ask };

const running: ChildProcess[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const child of running.splice(0)) await endProgram(child, "SIGKILL");
});

/** The longest block of the event loop is in milliseconds of CPU, which other programs do not lengthen. */
const meter = `let before = process.cpuUsage();
let blocked = 0;
const count = () => {
  const { user, system } = process.cpuUsage(before);
  before = process.cpuUsage();
  blocked = Math.max(blocked, (user + system) / 1000);
};
setInterval(count, 2).unref();
process.on("SIGUSR2", () => {
  count();
  const longest = blocked;
  gc(), gc();
  const { heapUsed, rss } = process.memoryUsage();
  process.stderr.write(JSON.stringify({ blocked: longest, heap: heapUsed / 2 ** 20, resident: rss / 2 ** 20 }) + "\\n");
  before = process.cpuUsage();
  blocked = 0;
})`;
/** A command that `measure` needs. */
export const measured = `exec node --expose-gc --import 'data:text/javascript,${encodeURIComponent(meter)}' dist/server.js`;

/**
 * Starts the built server in its own process; resolves once it listens or has ended, or at once if PORT is set.
 * `command` is the bash command that runs it, and must pass signals on.
 */
export async function start(variables: Record<string, string> = {}, how: { command?: string; folder?: string } = {}) {
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
      .filter((line) => line.startsWith("{")) // npm start prints what it runs
      .map((line) => JSON.parse(line) as Record<string, any>);
  /** The first log line with this message, or undefined if it is not logged in time. */
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
    errors: () => lines().filter(({ level }) => level >= 50),
    /** Memory after garbage collection, in MB, and the longest block of the event loop since the last call. */
    async measure(): Promise<{ heap: number; resident: number; blocked: number }> {
      output.error = "";
      child.kill("SIGUSR2");
      while (!output.error.endsWith("\n")) await wait(5);
      return JSON.parse(output.error);
    },
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))![1]) / 1024,
  };
}

export const get = (port: number, path: string, agent?: Agent) => ask(port, path, { agent });

export const postForm = (port: number, message: string, address: string, options: RequestOptions = {}) =>
  ask(port, "/en/contact", {
    ...options,
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded", "X-Forwarded-For": address },
    body: new URLSearchParams({ about: "other", name: "Ada", email: "ada@example.com", message }).toString(),
  });

export function askDialogue(port: number, content: string, address = "198.18.0.1"): Promise<Answer> {
  const headers = { "Content-Type": "application/json", Accept: "text/plain", "X-Forwarded-For": address };
  const body = JSON.stringify({ messages: [{ role: "user", content }], locale: "en" });
  return ask(port, "/api/ai/chat", { method: "POST", headers, body });
}

/** Opens a connection and sends the bytes; `heard` has what it receives. It is destroyed after the test. */
export function open(port: number, bytes = "") {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }).on("error", () => {});
  sockets.push(socket);
  const heard = { text: "" };
  socket.on("data", (chunk) => (heard.text += chunk));
  const closed = new Promise<void>((resolve) => socket.once("end", resolve).once("close", () => resolve()));
  socket.write(bytes);
  return { socket, heard, closed };
}

export async function until(what: string, isSo: () => boolean): Promise<void> {
  for (const end = performance.now() + 60_000; !isSo(); await wait(5))
    if (performance.now() > end) throw new Error(`Not within a minute: ${what}`);
}
