/** The same site with ten and a hundred times the cities, events and articles: requests, start and memory. */
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { compiledTemplates } from "../../src/build/templates.js";
import { writeBuiltFiles } from "../../src/content/built-content.js";
import { createI18n } from "../../src/content/i18n.js";
import { readContent } from "../../src/content/read-content.js";
import type { Asked } from "./client.js";
import {
  costs,
  deployed,
  type Measured,
  median,
  quick,
  type Row,
  type Server,
  scratch,
  settled,
  shared,
  start,
} from "./compare.js";

const sizes = quick ? [1, 2, 4] : [1, 10, 100];
const [, some, many] = sizes as [number, number, number];
const page = { path: "/sv/about", headers: { "accept-encoding": "br" } };
const questions = ["", "&concept=AFTER", "&locale=sv", "&recurring=true"];

const sites = shared(async () => {
  const sites: { server: Server; startMs: number; rss: number }[] = [];
  for (const size of sizes) {
    const program = path.join(copyWith(size), "dist/server.js");
    const began = performance.now();
    const server = await start(program, deployed(), ["without-cache.mjs"]);
    const startMs = performance.now() - began;
    await settled(server);
    sites.push({ server, startMs, rss: (await server.usage()).rss });
  }
  return sites;
});

export const rows: readonly Row[] = [
  each("a page, bytes ready", () => page),
  each("`/api/events`, five of a city's events", (number) => ({
    path: `/api/events?limit=5&city=gothenburg${questions[number % questions.length]}`,
  })),
  each("rendering an article anew", () => ({ path: "/sv/guides/product-data" }), "cache nothing"),
  {
    figure: `start, from ${some} to ${many} times the content`,
    most: many / some,
    unit: "×",
    measure: async () =>
      grown(
        (await sites()).map(({ startMs }) => startMs / 1000),
        "s",
      ),
  },
  {
    figure: `memory while listening, from ${some} to ${many} times the content`,
    most: many / some,
    unit: "×",
    measure: async () =>
      grown(
        (await sites()).map(({ rss }) => rss / 1e6),
        "MB",
      ),
  },
];

/** CPU time of a request with the most content ÷ with the content there is. */
function each(name: string, asked: (number: number) => Asked, first?: string): Row {
  return {
    figure: `${name}: with ${many} times the content`,
    most: 1.25,
    unit: "×",
    async measure() {
      const servers = (await sites()).map(({ server }) => server);
      if (first) for (const server of servers) server.process.send(first);
      const all = await costs(
        servers.map((server) => ({ server, asked })),
        1000,
        Number.POSITIVE_INFINITY,
      );
      const value = median(all[2]!.map((cost, round) => cost / all[0]![round]!));
      return { value, detail: written(all.map(median), "µs") };
    },
  };
}

const grown = (values: readonly number[], unit: string): Measured => ({
  value: values[2]! / values[1]!,
  detail: written(values, unit),
});

const written = (values: readonly number[], unit: string) =>
  `${sizes.join(", ")} times: ${values.map((value) => value.toFixed(value < 10 ? 1 : 0)).join(", ")} ${unit}`;

/** The built site with its content `times` times: cities numbered, and the events in them, and articles by number. */
function copyWith(times: number): string {
  const folder = path.join(scratch, `content-${times}`);
  for (const room of ["dist", "locales", "views", "content", "package.json"]) {
    cpSync(room, path.join(folder, room), { recursive: true });
  }
  symlinkSync(path.resolve("node_modules"), path.join(folder, "node_modules"), "junction");

  const content = path.join(folder, "content");
  const numbers = Array.from({ length: times - 1 }, (_, number) => number + 1);
  change(path.join(content, "cities.json"), (text) => {
    const cities = Object.entries<{ names: Record<string, string> }>(JSON.parse(text));
    const more = numbers.flatMap((number) =>
      cities.map(([slug, city]) => {
        const names = Object.fromEntries(
          Object.entries(city.names).map(([locale, name]) => [locale, `${name} ${number}`]),
        );
        return [`${slug}-${number}`, { ...city, names, spellings: [] }];
      }),
    );
    return JSON.stringify(Object.fromEntries([...cities, ...more]));
  });
  for (const kind of ["events", "guides", "perspectives"]) {
    for (const slug of readdirSync(path.join(content, kind))) {
      for (const number of numbers) {
        const copy = path.join(content, kind, `${slug}-${number}`);
        cpSync(path.join(content, kind, slug), copy, { recursive: true });
        for (const file of readdirSync(copy)) {
          change(path.join(copy, file), (text) =>
            text
              .replace(/("city": "[^"]+)/, `$1-${number}`)
              .replace(/("action": ")boardroom[^"]+/, "$1contact") // the page of a city takes no event of another
              .replace(`slug: ${slug}\n`, `slug: ${slug}-${number}\n`),
          );
        }
      }
    }
  }
  const { getFixedT } = createI18n(path.join(folder, "locales"));
  writeBuiltFiles(path.join(folder, "dist"), readContent(content, getFixedT), compiledTemplates(folder));
  return folder;
}

function change(file: string, mend: (text: string) => string): void {
  writeFileSync(file, mend(readFileSync(file, "utf8")));
}
