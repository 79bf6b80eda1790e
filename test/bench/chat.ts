/** Dialogue: how soon the embedded model speaks, and what an open stream takes. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { locales } from "../../src/domain/locale.js";
import { fakeMistral, stalls } from "../support/fake-mistral.js";
import { deployed, median, quick, type Row, type Server, settled, start, startSite } from "./compare.js";

const STREAMS = 500;

const asked = locales.flatMap((locale) => {
  const questions = JSON.parse(readFileSync(`test/dialogue/tune/${locale}.json`, "utf8")) as { ask: string[] }[];
  return questions.slice(0, quick ? 10 : 40).map(({ ask }) => ({ locale, question: ask.at(-1)! }));
});

export const rows: readonly Row[] = [
  {
    figure: "chat: first word of the embedded model",
    most: 50,
    unit: "ms",
    async measure() {
      const site = await startSite();
      await settled(site);
      const times: number[] = [];
      for (const [visitor, question] of asked.entries()) {
        const began = performance.now();
        const stream = await open(site, visitor, question, "site");
        times.push(performance.now() - began);
        await stream.cancel();
      }
      await site.stop();
      const worst = times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)]!;
      return { value: median(times), detail: `${times.length} questions; 95 % within ${worst.toFixed(1)} ms` };
    },
  },
  {
    figure: `chat: memory of a stream, ${STREAMS} open`,
    most: 60,
    unit: "KB",
    async measure() {
      const mistral = await fakeMistral();
      mistral.does(stalls("Well, "));
      const account = { MISTRAL_API_KEY: "key", MISTRAL_BASE_URL: mistral.baseUrl, MISTRAL_DAILY_ANSWERS: "9999" };
      const site = await start(path.resolve("src/server.ts"), deployed(account), ["many-streams.mjs"]);
      try {
        const openMany = (first: number, count: number) =>
          Promise.all(
            Array.from({ length: count }, (_, one) => open(site, first + one, asked[one % asked.length]!, "mistral")),
          );
        for (const stream of await openMany(0, 20)) await stream.cancel();
        await settled(site);
        const before = await site.usage();
        const streams = await openMany(20, STREAMS);
        await wait(500);
        const after = await site.usage();
        const taken = (after.rss - before.rss) / 1000;
        await Promise.all(streams.map((stream) => stream.cancel()));
        return { value: taken / STREAMS, detail: `${(taken / 1000).toFixed(0)} MB for all` };
      } finally {
        mistral.close();
        await site.stop();
      }
    },
  },
];

/** Asks as another visitor, and gives the rest of the answer once its first word is there. */
async function open(
  { port }: Server,
  visitor: number,
  { question, locale }: { question: string; locale: string },
  expected: "site" | "mistral",
) {
  const response = await fetch(`http://127.0.0.1:${port}/api/ai/chat`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": `198.18.${visitor >> 8}.${visitor & 255}` },
    body: JSON.stringify({ messages: [{ role: "user", content: question }], locale }),
  });
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  const by = response.headers.get("x-answered-by");
  if (by !== expected) throw new Error(`answered by ${by}, not by ${expected}`);
  const reader = response.body!.getReader();
  let text = "";
  while (!text.includes('"text-delta"')) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`no word in: ${text}`);
    text += Buffer.from(value).toString();
  }
  return reader;
}
