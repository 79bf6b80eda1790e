/** Rate limits that several processes share, while Redis answers, hangs or is stopped. */
import type { ChildProcess } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import type { Site } from "../../src/site.js";
import type { Redis } from "../../src/storage/redis.js";
import { chatSite, fakeMistral, KEY } from "../support/chat.js";
import { formSite, rightAnswers, storeInFile } from "../support/forms.js";
import { freePort } from "../support/free-port.js";
import { errorsIn } from "../support/logger.js";
import { describeWith, endProgram, startProgram } from "../support/processes.js";

const executablePath = "/usr/bin/redis-server";
const from = (address: string) => ({ "x-forwarded-for": address, accept: "application/json" });
const statuses = async (count: number, post: () => Promise<{ readonly status: number }>) => {
  const all: number[] = [];
  for (let number = 0; number < count; number++) all.push((await post()).status);
  return all;
};

describeWith(executablePath, "Several processes with one Redis", () => {
  const open: Redis[] = [];
  let port: number;
  let redis: ChildProcess;
  const startRedis = async () => {
    const options = ["--port", `${port}`, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
    redis = (await startProgram(executablePath, options, /Ready to accept connections/, { cwd: "/tmp" })).child;
  };
  const stopRedis = () => endProgram(redis, "SIGKILL");
  beforeEach(async () => {
    port = await freePort();
    await startRedis();
  });
  afterEach(async () => {
    for (const connection of open.splice(0)) connection.close();
    await stopRedis();
  });

  async function connected<Given extends { services: Site }>(
    newSite: (given: object, variables: NodeJS.ProcessEnv) => Promise<Given>,
    variables: NodeJS.ProcessEnv = {},
  ) {
    const site = await newSite({}, { ...variables, REDIS_URL: `redis://127.0.0.1:${port}` });
    open.push(site.services.redis!);
    expect(await site.services.redis!.connect()).toBe(true);
    return site;
  }
  async function ready(connection: Redis) {
    for (let attempt = 0; attempt < 300; attempt++, await wait(20))
      if (await connection.send("PING").catch(() => undefined)) return;
    throw new Error("Redis does not answer");
  }

  it("share the rate limit, count by themselves while Redis is stopped, log that once, and share it again", async () => {
    const [one, two] = [await connected(chatSite), await connected(chatSite)];
    const ask = (site: typeof one) => () => site.post("{", from("192.0.2.7"));
    const expectShared = async () => {
      expect(await statuses(8, ask(one))).toEqual(Array(8).fill(400));
      expect(await statuses(8, ask(two))).toEqual([...Array(7).fill(400), 429]);
    };
    await expectShared();
    await stopRedis();
    const { status, headers } = await ask(one)();
    expect({ status, limit: headers.get("ratelimit") }).toEqual({ status: 400, limit: expect.stringContaining("r=6") });
    await statuses(10, ask(one));
    await startRedis();
    for (const connection of open) await ready(connection);
    const messages = one.lines.map(({ message }) => message);
    expect(messages.filter((message) => message.startsWith("Redis"))).toEqual([
      "Redis is unavailable: each process counts rate limits by itself",
      "Redis is available again",
    ]);
    await expectShared();
  });

  it("count by themselves while Redis is a replica or refuses to write, log why, and connect to it again", async () => {
    const site = await connected(chatSite);
    const connection = site.services.redis!;
    const ask = () => site.post("{", from("192.0.2.9"));
    const clientId = () => connection.send("CLIENT", "ID");
    const before = await clientId();
    await connection.send("REPLICAOF", "127.0.0.1", "1");
    expect(await statuses(2, ask)).toEqual([400, 400]);
    await ready(connection);
    expect(await clientId()).not.toBe(before);
    await connection.send("REPLICAOF", "NO", "ONE");
    await connection.send("CONFIG", "SET", "maxmemory", "1");
    expect(await statuses(14, ask)).toEqual([...Array(13).fill(400), 429]);
    const reasons = errorsIn(site.lines).map(({ fields }) => (fields as { reason: string }).reason);
    expect(reasons).toEqual([expect.stringMatching(/^READONLY/), expect.stringMatching(/^OOM/)]);
  });

  it("do not wait for a Redis that does not answer", async () => {
    const { post } = await connected(chatSite);
    const ask = () => post("{", from("192.0.2.8"));
    await ask();
    redis.kill("SIGSTOP");
    expect(await statuses(5, ask)).toEqual(Array(5).fill(400));
    redis.kill("SIGCONT");
  }, 30_000);

  it("share the daily limit of Mistral", async () => {
    const mistral = await fakeMistral();
    const variables = { MISTRAL_API_KEY: KEY, MISTRAL_BASE_URL: mistral.baseUrl, MISTRAL_DAILY_ANSWERS: "3" };
    const sites = [await connected(chatSite, variables), await connected(chatSite, variables)];
    const answeredBy: string[] = [];
    for (let turn = 0; turn < 5; turn++) answeredBy.push((await sites[turn % 2]!.ask("?")).answeredBy);
    expect(answeredBy).toEqual(["mistral", "mistral", "mistral", "site", "site"]);
  });

  it("share the limit of forms, apart from that of Dialogue", async () => {
    const [one, two] = [await connected(formSite), await connected(formSite)];
    const headers = { "content-type": "application/json", ...from("192.0.2.7") };
    const ask = () => one.ask("/api/ai/chat", { method: "POST", headers, body: "{" });
    expect(await statuses(5, ask)).toEqual(Array(5).fill(400));
    const send = (site: typeof one) => () => site.post("/en/contact", rightAnswers("contact"), from("192.0.2.7"));
    expect(await statuses(3, send(one))).toEqual(Array(3).fill(303));
    expect(await statuses(3, send(two))).toEqual([303, 303, 429]);
  });

  it("do not count a form that ended in 503, and keep no count for longer than a minute", async () => {
    const store = storeInFile();
    store.add = () => Promise.reject(new Error("away"));
    const away = await connected((given, variables) => formSite({ ...given, submissions: store }, variables));
    const works = await connected(formSite);
    const send = (site: typeof works) => () => site.post("/en/contact", rightAnswers("contact"), from("192.0.2.7"));
    expect(await statuses(8, send(away))).toEqual(Array(8).fill(503));
    expect(await statuses(6, send(works))).toEqual([...Array(5).fill(303), 429]);
    const redis = works.services.redis!;
    for (const key of (await redis.send("KEYS", "limit:forms*")) as string[])
      expect(Number(await redis.send("PTTL", key))).toBeGreaterThan(0);
  });
});
