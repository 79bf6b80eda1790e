/** Dialogue on the built server, as `npm start` runs it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, expect, it } from "@jest/globals";
import { asking, chunksIn, KEY, textIn } from "../support/chat.js";
import { dies, fakeMistral, says, type Wire } from "../support/fake-mistral.js";

const mistral = await fakeMistral();
const running: ChildProcess[] = [];
afterAll(() => {
  for (const child of running) child.kill("SIGKILL");
});

async function start(variables: Record<string, string>) {
  const child = spawn(process.execPath, ["dist/server.js"], {
    env: { PATH: process.env.PATH!, PORT: "0", HOST: "127.0.0.1", ...variables },
  });
  running.push(child);
  let out = "";
  let errors = "";
  child.stderr.on("data", (chunk) => (errors += chunk));
  child.stdout.on("data", (chunk) => (out += chunk));
  const lines = () =>
    out
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Record<string, any>);
  const line = async (message: string) => {
    for (let attempt = 0; attempt < 1500 && child.exitCode === null; attempt++) {
      const found = lines().find(({ msg }) => msg === message);
      if (found) return found;
      await wait(10);
    }
    throw new Error(`"${message}" was not logged: ${out}`);
  };
  const { port } = (await line("listening")).address;
  const post = () =>
    fetch(`http://127.0.0.1:${port}/api/ai/chat`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(asking("What is it?")),
    });
  return {
    child,
    line,
    lines,
    log: () => out,
    errors: () => errors,
    port,
    post,
    ended: once(child, "close").then(([code]) => code as number),
  };
}

it("a stop finishes the answer in progress, answers questions until the delay is over, and ends with code 0", async () => {
  mistral.does(async (write) => {
    write.begin();
    for (const word of ["One", " two", " three", " four"]) {
      write.text(word);
      await wait(400);
    }
    write.end();
  });
  const server = await start({ MISTRAL_API_KEY: KEY, MISTRAL_BASE_URL: mistral.baseUrl, DRAIN_DELAY: "1" });
  const response = await server.post();
  server.child.kill("SIGTERM");
  await server.line("stopping");
  const another = await server.post();

  expect(textIn(chunksIn(await another.text()))).toBe("One two three four");
  expect(textIn(chunksIn(await response.text()))).toBe("One two three four");
  expect(await server.ended).toBe(0);
  expect(server.log()).not.toMatch(new RegExp(`${KEY}|What is it`));
});

it("the server survives every failure of Mistral, and writes only its log", async () => {
  const server = await start({ MISTRAL_API_KEY: KEY, MISTRAL_BASE_URL: mistral.baseUrl });
  const behaviours = [
    says("Fine", " so far"),
    dies("Well", ","),
    says("Fine", " so far"),
    dies(),
    says("Fine", " so far"),
    (write: Wire) => {
      write.begin();
      write.text("Well");
      write.text(",");
      write.chunk({ id: "x", choices: [] });
    },
    says("Fine", " again"),
  ];
  for (const behaviour of behaviours) {
    mistral.does(behaviour);
    await (await server.post()).text();
    await wait(50);
  }
  const last = await server.post();
  expect([last.headers.get("x-answered-by"), textIn(chunksIn(await last.text()))]).toEqual(["mistral", "Fine again"]);
  expect(server.errors()).toBe("");
  server.child.kill("SIGTERM");
  expect(await server.ended).toBe(0);
  expect(server.log()).not.toContain(KEY);
});

it("the server starts, answers and stops without the configured Redis, and logs that it is unavailable", async () => {
  const server = await start({ REDIS_URL: "redis://:pass-word@127.0.0.1:1" });
  expect(await server.line("Redis is unavailable: each process counts rate limits by itself")).toMatchObject({
    level: 50,
  });
  expect((await server.post()).status).toBe(200);
  server.child.kill("SIGTERM");
  expect(await server.ended).toBe(0);
  expect(server.log()).not.toContain("pass-word");
});
