/** What a first visit to the home page brings over the wire, heads of answers included, in brotli. */
import { load } from "cheerio";
import { ask } from "./client.js";
import { type Row, settled, shared, startSite } from "./compare.js";

const weights = shared(async () => {
  const site = await startSite();
  await ask(site.port, { path: "/en" });
  await settled(site);
  const read = (path: string) => ask(site.port, { path, headers: { "accept-encoding": "br" } });
  const { body } = await ask(site.port, { path: "/en" });
  const $ = load(body.toString());
  const named = (selector: string, attribute: string) =>
    $(selector)
      .toArray()
      .map((one) => $(one).attr(attribute)!);

  const styles = named("link[rel=stylesheet]", "href");
  const inStyles = await Promise.all(
    styles.map(async (path) => [
      ...(await ask(site.port, { path })).body.toString().matchAll(/url\(["']?(\/[^"')]+)/g),
    ]),
  );
  const scripts = new Set(named("script[src]", "src"));
  const rest = new Set([
    "/en",
    ...styles,
    ...inStyles.flat().map(([, path]) => path!),
    ...named("link[rel=preload], link[rel=icon], link[rel=manifest]", "href"),
    ...named("img[src]", "src"),
  ]);

  const weigh = async (paths: Iterable<string>) => {
    const answers = await Promise.all([...paths].map(read));
    return answers.reduce((sum, { bytesOnTheWire }) => sum + bytesOnTheWire, 0) / 1000;
  };
  const [js, other] = [await weigh(scripts), await weigh(rest)];
  await site.stop();
  return { js, all: js + other, files: scripts.size + rest.size };
});

export const rows: readonly Row[] = [
  {
    figure: "home page over the wire, all in, br, first visit",
    most: 60,
    unit: "KB",
    measure: async () => ({ value: (await weights()).all, detail: `${(await weights()).files} files` }),
  },
  { figure: "of it scripts", most: 8, unit: "KB", measure: async () => ({ value: (await weights()).js }) },
];
