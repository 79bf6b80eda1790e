import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll } from "@jest/globals";
import { freePort } from "./free-port.js";
import { describeWith } from "./installed.js";

const executablePath = "/usr/bin/redis-server";

export interface RedisServer {
  readonly url: string;
  readonly process: () => ChildProcess;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Runs tests with a Redis of their own. Skipped, with a note, if Debian's redis-server is not installed. */
export function describeWithRedis(name: string, tests: (redis: RedisServer) => void): void {
  describeWith(executablePath, name, () => {
    let child: ChildProcess | undefined;
    let port = 0;
    const redis: RedisServer = {
      get url() {
        return `redis://127.0.0.1:${port}`;
      },
      process: () => child!,
      async start() {
        port ||= await freePort();
        const options = ["--port", `${port}`, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
        const started = spawn(executablePath, options, { cwd: "/tmp" });
        child = started;
        for await (const line of started.stdout) if (String(line).includes("Ready to accept connections")) break;
      },
      async stop() {
        if (!child || child.exitCode !== null || child.signalCode !== null) return;
        const ended = once(child, "exit");
        child.kill("SIGKILL");
        await ended;
      },
    };
    afterAll(() => redis.stop());
    tests(redis);
  });
}
