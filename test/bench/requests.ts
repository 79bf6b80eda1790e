/** What a request costs: CPU time of the site's process ÷ that of a bare node:http program sending the same answers. */
import type { Asked } from "./client.js";
import { ask } from "./client.js";
import {
  answersOf,
  bareProgram,
  costs,
  deployed,
  median,
  type Row,
  ratio,
  settled,
  shared,
  siteProgram,
  start,
  startSite,
} from "./compare.js";

const page = "/sv/after-commerce";
const site = shared(startSite);
const bare = shared(() => start(bareProgram));
const limited = shared(() => start(bareProgram, { LIMITED: "true" }));

/** 640 questions with all combinations of filters and five limits; each further 640 ask from a day later. */
const QUESTIONS = 640;
export function events(number: number): Asked {
  const one = (values: readonly string[], every: number) => values[Math.floor((number % 128) / every) % values.length]!;
  const query = [
    one(["", "concept=AFTER", "concept=BOARDROOM", "concept=COMMONS"], 1),
    one(["", "city=gothenburg", "city=stockholm", "city=varberg"], 4),
    one(["", "locale=en", "locale=sv", "locale=nb"], 16),
    one(["", "recurring=true"], 64),
    `from=${new Date(Date.now() + Math.floor(number / QUESTIONS) * 86_400_000).toISOString().slice(0, 10)}`,
    `limit=${[2, 5, 10, 15, 20][number % 5]}`,
  ];
  return { path: `/api/events?${query.filter(Boolean).join("&")}` };
}
const questions = Array.from({ length: QUESTIONS }, (_, number) => events(number));
const asked = (number: number) => questions[number % QUESTIONS]!;

/** An answer whose bytes are made beforehand. */
function ready(name: string, asked: Asked | (() => Promise<Asked>)): Row {
  return {
    figure: `${name}, bytes ready`,
    most: 1.25,
    unit: "×",
    async measure() {
      const [server, floor, plain] = [await site(), await limited(), await bare()];
      await ask(server.port, { path: page });
      const one = typeof asked === "function" ? await asked() : asked;
      await ask(server.port, one);
      await settled(server);
      const answers = await answersOf(server, [one]);
      for (const program of [floor, plain]) program.process.send(answers);
      const [over, least, under] = await costs(
        [server, floor, plain].map((server) => ({ server, asked: () => one })),
        2_000,
      );
      const { value, detail } = ratio(over!, under!);
      return { value, detail: `${detail}; floor ${ratio(least!, under!).value.toFixed(2)} ×` };
    },
  };
}

/** Every page and article of the sitemap. */
export async function everyPage(port: number): Promise<Asked[]> {
  const { body } = await ask(port, { path: "/sitemap.xml" });
  return [...body.toString().matchAll(/<loc>https?:\/\/[^/]+([^<]+)/g)].map(([, path]) => ({ path: path! }));
}

const inCoding = (coding: string) => ({ path: page, headers: { "accept-encoding": coding } });

export const rows: readonly Row[] = [
  ready("a page, br", inCoding("br")),
  ready("a page, gzip", inCoding("gzip")),
  ready("a page, identity", { path: page }),
  ready("a page, 304", async () => {
    const { headers } = await ask((await site()).port, inCoding("br"));
    const etag = headers[headers.indexOf("ETag") + 1]!;
    return { path: page, headers: { "accept-encoding": "br", "if-none-match": etag } };
  }),
  {
    figure: "`/api/events`, every question another, bytes not ready",
    most: 5,
    unit: "×",
    async measure() {
      const [server, plain] = [await site(), await bare()];
      plain.process.send(await answersOf(server, questions));
      const contenders = [
        { server, asked: events },
        { server: plain, asked },
      ];
      const [over, under] = await costs(contenders, QUESTIONS);
      return ratio(over!, under!);
    },
  },
  {
    figure: "beside it: bare Express, `res.json` of the same",
    unit: "×",
    async measure() {
      const [server, plain] = [await site(), await bare()];
      const answers = await answersOf(server, questions);
      const express = await start(`${import.meta.dirname}/express.mjs`);
      plain.process.send(answers);
      express.process.send(new Map([...answers].map(([path, { body }]) => [path, JSON.parse(String(body))])));
      const [over, under] = await costs(
        [express, plain].map((server) => ({ server, asked })),
        QUESTIONS,
      );
      await express.stop();
      return ratio(over!, under!);
    },
  },
  {
    figure: "what the request log adds to `/api/events`",
    unit: "×",
    async measure() {
      const [silent, plain] = [await site(), await bare()];
      const logging = await start(siteProgram, deployed({ LOG_LEVEL: "info" }));
      plain.process.send(await answersOf(silent, questions));
      const contenders = [
        { server: logging, asked: events },
        { server: silent, asked: events },
        { server: plain, asked },
      ];
      const [logged, unlogged, under] = await costs(contenders, QUESTIONS);
      await logging.stop();
      const added = logged!.map((cost, round) => cost - unlogged![round]!);
      return { value: median(added) / median(under!), detail: `${median(added).toFixed(0)} µs a request` };
    },
  },
  ready("`/api/calendar/gothenburg`", { ...inCoding("br"), path: "/api/calendar/gothenburg?locale=sv" }),
  ready("`/feed.xml`", { ...inCoding("br"), path: "/feed.xml" }),
  ready("`/sitemap.xml`", { ...inCoding("br"), path: "/sitemap.xml" }),
  ready("`/llms-full.txt`", { ...inCoding("br"), path: "/llms-full.txt" }),
  ready("a fingerprinted asset", async () => {
    const { body } = await ask((await site()).port, { path: page });
    return { ...inCoding("br"), path: /\/styles\/[^"]+/.exec(body.toString())![0] };
  }),
  {
    figure: "rendering a page anew, uncompressed, every page in turn",
    most: 40,
    unit: "×",
    async measure() {
      const [server, plain] = [await startSite({}, ["without-cache.mjs"]), await bare()];
      const pages = await everyPage(server.port);
      server.process.send("cache nothing");
      plain.process.send(await answersOf(server, pages));
      const [over, under] = await costs(
        [server, plain].map((server) => ({ server, asked: (number: number) => pages[number % pages.length]! })),
        pages.length,
      );
      await server.stop();
      return ratio(over!, under!);
    },
  },
];
