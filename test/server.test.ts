import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, request as httpRequest } from "node:http";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, it } from "@jest/globals";

const running: ReturnType<typeof spawn>[] = [];
afterEach(() => running.splice(0).forEach((child) => void child.kill("SIGKILL")));

/** The built server as `npm start` runs it; resolves when it listens or has ended. */
async function start(variables: Record<string, string> = {}) {
  const child = spawn(process.execPath, ["dist/server.js"], {
    env: { PATH: process.env.PATH!, PORT: "0", HOST: "127.0.0.1", ...variables },
  });
  running.push(child);
  const output = { out: "", error: "" };
  child.stdout.on("data", (chunk) => (output.out += chunk));
  child.stderr.on("data", (chunk) => (output.error += chunk));
  const ended = once(child, "close").then(([code]) => code as number);
  while (child.exitCode === null && !output.out.includes('"listening"')) await Promise.race([wait(10), ended]);

  const lines = () =>
    output.out
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, any>);
  const port = lines().find((line) => line.msg === "listening")?.address.port as number;
  return { child, ended, lines, output, port };
}

function get(
  port: number,
  path: string,
  agent?: Agent,
): Promise<{ status: number; headers: Record<string, unknown>; text: string }> {
  return new Promise((resolve, reject) => {
    httpRequest({ port, path, host: "127.0.0.1", agent }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => (text += chunk));
      response.on("end", () => resolve({ status: response.statusCode!, headers: response.headers, text }));
    })
      .on("error", reject)
      .end();
  });
}

describe("the server", () => {
  it("runs the whole site with nothing configured, and logs JSON lines", async () => {
    const { port, lines } = await start();
    const { status, text } = await get(port, "/nb/after-commerce?secret=1");

    expect([status, text.includes('<html lang="nb"')]).toEqual([200, true]);
    expect((await get(port, "/healthz")).text).toBe("ready\n");
    expect(lines().find((line) => line.msg === "request")).toMatchObject({
      method: "GET",
      path: "/nb/after-commerce",
      status: 200,
    });
  });

  it("says everything that is wrong in the environment, in words, and does not start", async () => {
    const { ended, output } = await start({ NODE_ENV: "production", PORT: "many", TRUST_PROXY: "all" });

    expect(await ended).toBe(1);
    expect(output.error).toMatch(/3 problem\(s\)[\s\S]*PORT: [\s\S]*TRUST_PROXY: [\s\S]*BASE_URL: /);
    expect(output.error).not.toContain("    at ");
  });

  it("says so when its port is taken", async () => {
    const first = await start();
    const second = await start({ PORT: String(first.port) });

    expect(await second.ended).toBe(1);
    expect(second.lines().at(-1)).toMatchObject({ level: 60, msg: "cannot listen" });
  });

  it("in production, names the example facts the owner has yet to replace", async () => {
    const { lines } = await start({ NODE_ENV: "production", BASE_URL: "https://www.example.com" });
    await wait(50);
    expect(lines().filter((line) => line.level === 50)).toMatchObject([{ fields: ["mail"] }]);
  });

  it("on SIGTERM turns the router away, goes on answering until the delay is over, and ends with 0", async () => {
    const { child, ended, port, lines } = await start({ DRAIN_DELAY: "1" });
    const agent = new Agent({ keepAlive: true });
    await get(port, "/en", agent);
    child.kill("SIGTERM");
    await wait(100);

    const health = await get(port, "/healthz");
    const page = await get(port, "/en");
    expect([health.status, health.headers["retry-after"], page.status, page.headers.connection]).toEqual([
      503,
      "5",
      200,
      "close",
    ]);

    const asked = Date.now();
    expect(await ended).toBe(0);
    expect(Date.now() - asked).toBeLessThan(5000);
    expect(lines().at(-1)).toMatchObject({ msg: "stopped" });
    agent.destroy();
  });

  it("survives what is no HTTP, and headers beyond measure", async () => {
    const { port } = await start();
    const say = async (text: string) => {
      const socket = connect(port, "127.0.0.1");
      let answer = "";
      socket.on("data", (chunk) => (answer += chunk));
      socket.on("error", () => {});
      socket.write(text);
      await Promise.race([once(socket, "close"), wait(2000)]);
      return answer;
    };

    expect(await say("\x16\x03\x01\x02\x00 nonsense\r\n\r\n")).toMatch(/^HTTP\/1\.1 400/);
    expect(await say(`GET /${"a".repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431/);
    expect((await get(port, "/sv")).status).toBe(200);
  });
});
