/** Resident memory after load: of the site ÷ of a bare node:http program after as many requests. */
import { type Asked, load } from "./client.js";
import {
  answersOf,
  bareProgram,
  median,
  quick,
  type Row,
  requests,
  type Server,
  settled,
  start,
  startSite,
} from "./compare.js";
import { events, everyPage } from "./requests.js";

export const rows: readonly Row[] = [
  {
    figure: "memory after 20,000 mixed requests",
    most: 1.6,
    unit: "×",
    async measure() {
      const sizes = { site: [] as number[], bare: [] as number[] };
      for (let round = 0; round < (quick ? 1 : 3); round++) {
        const [site, bare] = [await startSite(), await start(bareProgram)];
        const mixed = mixOf(await everyPage(site.port));
        const [home] = (await answersOf(site, [{ path: "/en", headers: { "accept-encoding": "br" } }])).values();
        bare.process.send(new Map([["*", home]]));
        sizes.site.push(await sizeAfter(site, mixed));
        sizes.bare.push(await sizeAfter(bare, mixed));
        await Promise.all([site.stop(), bare.stop()]);
      }
      const [over, under] = [median(sizes.site), median(sizes.bare)];
      return { value: over / under, detail: `${over.toFixed(0)} MB, bare ${under.toFixed(0)} MB` };
    },
  },
];

/** Megabytes. */
export async function sizeAfter(server: Server, mixed: (number: number) => Asked): Promise<number> {
  await settled(server);
  await load(server.port, requests(20_000), mixed);
  await settled(server);
  return (await server.usage()).rss / 1e6;
}

/** Pages in all codings, the API, calendars, feeds and files, one after the other. */
export function mixOf(pages: readonly Asked[]): (number: number) => Asked {
  const files = [
    "/feed.xml",
    "/sitemap.xml",
    "/llms-full.txt",
    "/api/calendar/gothenburg",
    "/api/openapi.json",
    "/healthz",
  ];
  const kinds: ((number: number) => Asked)[] = [
    ...["br", "gzip", "identity"].map((coding) => (number: number) => ({
      ...pages[number % pages.length]!,
      headers: { "accept-encoding": coding },
    })),
    (number) => ({ path: files[number % files.length]!, headers: { "accept-encoding": "br" } }),
    events,
  ];
  return (number) => kinds[number % kinds.length]!(Math.floor(number / kinds.length));
}
