import type { ChildProcess } from "node:child_process";
import { afterAll } from "@jest/globals";
import { freePort } from "./free-port.js";
import { describeWith } from "./installed.js";
import { endProgram, startProgram } from "./program.js";

const executablePath = "/usr/bin/redis-server";

interface RedisServer {
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
        ({ child } = await startProgram(executablePath, options, /Ready to accept connections/, { cwd: "/tmp" }));
      },
      stop: () => endProgram(child, "SIGKILL"),
    };
    afterAll(() => redis.stop());
    tests(redis);
  });
}
