/** `npm run record`: records all that a built site answers, and compares two records. docs/testing.md explains it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { compare } from "./compare.js";
import { NOW, type Part, parts, production } from "./parts.js";
import { recorderOf } from "./recorder.js";
import { startSite } from "./site.js";
import { Recording, readTape } from "./tape.js";

const usage = `npm run record -- take PLACE [--root CHECKOUT] [--only PART]… [--port 4700]
npm run record -- compare OLD NEW [--fingerprints]
`;

const print = (text: string) => void process.stdout.write(`${text}\n`);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    root: { type: "string", default: "." },
    only: { type: "string", multiple: true },
    port: { type: "string", default: "4700" },
    fingerprints: { type: "boolean", default: false },
  },
});
const [command, first, second] = positionals;
if (command === "take" && first) await take(first);
else if (command === "compare" && first && second) {
  const { count, report } = compare(await readTape(first), await readTape(second), values.fingerprints);
  print(`${report}${count} differences`);
  process.exitCode = count === 0 ? 0 : 1;
} else {
  process.stderr.write(usage);
  process.exitCode = 1;
}

async function take(place: string): Promise<void> {
  const began = performance.now();
  const chosen = parts.filter(({ name }) => !values.only || values.only.includes(name));
  const recordings = chosen.map(() => new Recording());
  let next = 0;
  /** Two at once, because a part uses one core. */
  const work = async () => {
    while (next < chosen.length) {
      const index = next++;
      await recordPart(chosen[index]!, Number(values.port) + index, recordings[index]!);
    }
  };
  await Promise.all([work(), work()]);

  const all = new Recording();
  for (const { exchanges, bodies } of recordings) {
    all.exchanges.push(...exchanges);
    for (const [hash, text] of bodies) all.bodies.set(hash, text);
  }
  const size = await all.save(place);
  print(`${all.exchanges.length} exchanges, ${(size / 2 ** 20).toFixed(1)} MB, ${seconds(began)} s`);
}

async function recordPart({ name, now = NOW, variables, record }: Part, port: number, tape: Recording): Promise<void> {
  const began = performance.now();
  const folder = mkdtempSync(path.join(tmpdir(), "record-"));
  const given = { ...production, DATA_DIR: folder, ...(await variables?.(folder)) };
  const settings = { root: path.resolve(values.root), port, now, variables: given };
  const site = await startSite(settings);
  try {
    await record(recorderOf(name, site, tape));
  } finally {
    await site.stop();
    rmSync(folder, { recursive: true });
  }
  print(`${name}: ${tape.exchanges.length} exchanges, ${seconds(began)} s`);
}

function seconds(began: number): number {
  return Math.round((performance.now() - began) / 1000);
}
