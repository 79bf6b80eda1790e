/** Rate limits that several processes share, while Redis answers, hangs or is stopped. */
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, expect, it } from "@jest/globals";
import { openRedis, type Redis } from "../../src/storage/redis.js";
import { chatSite, KEY } from "../support/chat.js";
import { fakeMistral } from "../support/fake-mistral.js";
import { formSite, rightAnswers, typedOn } from "../support/forms.js";
import { describeWithRedis } from "../support/redis.js";
import { listeningLogger } from "../support/site.js";

type Site = Awaited<ReturnType<typeof chatSite>>;
const from = (address: string) => ({ "x-forwarded-for": address, accept: "application/json" });
const statuses = async (count: number, post: () => Promise<{ readonly status: number }>) => {
  const all: number[] = [];
  for (let number = 0; number < count; number++) all.push((await post()).status);
  return all;
};

describeWithRedis("Several processes with one Redis", (redis) => {
  const open: Redis[] = [];
  afterEach(async () => {
    for (const connection of open.splice(0)) connection.close();
    await redis.stop();
  });

  async function connected(logger = listeningLogger().logger): Promise<Redis> {
    const connection = openRedis({ url: redis.url, verifyTls: true, logger });
    open.push(connection);
    expect(await connection.connect()).toBe(true);
    await ready(connection);
    return connection;
  }
  async function process(variables: NodeJS.ProcessEnv = {}): Promise<Site> {
    const { logger, lines } = listeningLogger();
    return { ...(await chatSite({ redis: await connected(logger) }, variables)), lines };
  }
  async function ready(connection: Redis) {
    for (let attempt = 0; attempt < 300; attempt++) {
      if (await connection.send("PING").catch(() => undefined)) return;
      await wait(20);
    }
    throw new Error("Redis does not answer");
  }

  it("share the rate limit, count by themselves while Redis is stopped, log that once, and share it again", async () => {
    await redis.start();
    const [one, two] = [await process(), await process()];
    const address = from("192.0.2.7");
    expect(await statuses(8, () => one.post("{", address))).toEqual(Array(8).fill(400));
    expect(await statuses(8, () => two.post("{", address))).toEqual([...Array(7).fill(400), 429]);

    await redis.stop();
    const began = performance.now();
    const gone = await one.post("{", address);
    expect([gone.status, gone.headers.get("ratelimit")]).toEqual([400, expect.stringContaining("r=6")]);
    expect(performance.now() - began).toBeLessThan(400);
    await statuses(10, () => one.post("{", address));
    await wait(300);
    const messages = () => one.lines.map(({ message }) => message);
    expect(messages()).toEqual(["Redis is unavailable: each process counts rate limits by itself"]);

    await redis.start();
    await ready(open[0]!);
    expect(messages()).toEqual([
      "Redis is unavailable: each process counts rate limits by itself",
      "Redis is available again",
    ]);
    await ready(open[1]!);
    expect(await statuses(8, () => one.post("{", address))).toEqual(Array(8).fill(400));
    expect(await statuses(8, () => two.post("{", address))).toEqual([...Array(7).fill(400), 429]);
    await redis.stop();
  });

  it("wait a fifth of a second for a Redis that does not answer, once", async () => {
    await redis.start();
    const { post } = await process();
    await post("{", from("192.0.2.8"));
    redis.process().kill("SIGSTOP");

    const began = performance.now();
    expect(await statuses(5, () => post("{", from("192.0.2.8")))).toEqual(Array(5).fill(400));
    expect(performance.now() - began).toBeLessThan(1000);
    redis.process().kill("SIGCONT");
    await ready(open[0]!);
    await redis.stop();
  });

  it("share the daily limit of Mistral", async () => {
    await redis.start();
    const mistral = await fakeMistral();
    const variables = { MISTRAL_API_KEY: KEY, MISTRAL_BASE_URL: mistral.baseUrl, MISTRAL_DAILY_ANSWERS: "3" };
    const [one, two] = [await process(variables), await process(variables)];
    const who = async (site: Site) => (await site.ask("?")).answeredBy;

    expect([await who(one), await who(two), await who(one), await who(two), await who(one)]).toEqual([
      "mistral",
      "mistral",
      "mistral",
      "site",
      "site",
    ]);
    await redis.stop();
  });

  it("share the limit of forms, apart from that of Dialogue, and count by themselves without Redis", async () => {
    await redis.start();
    const answers = rightAnswers("contact");
    const [one, two] = [await formSite({ redis: await connected() }), await formSite({ redis: await connected() })];
    const send = (site: typeof one) => () => site.post("/en/contact", answers, { "x-forwarded-for": "192.0.2.7" });

    expect(await statuses(3, send(one))).toEqual(Array(3).fill(303));
    expect(await statuses(3, send(two))).toEqual([303, 303, 429]);
    const question = {
      method: "POST",
      headers: { "content-type": "application/json", ...from("192.0.2.7") },
      body: "{",
    };
    expect((await one.ask("/api/ai/chat", question)).status).toBe(400);
    const rejected = await send(one)();
    expect([rejected.status, typedOn(rejected)]).toEqual([429, answers]);

    await redis.stop();
    expect((await send(two)()).status).toBe(303);
  });
});
