/**
 * `npm run bench`: measures the built site beside a bare node:http program, and prints a table for docs/performance.md.
 * `npm run bench -- chat` measures only the rows whose figure holds that word; `--quick` everything, roughly.
 */
import { availableParallelism, cpus, loadavg } from "node:os";
import { rows as chat } from "./chat.js";
import { type Measured, type Row, stopAll } from "./compare.js";
import { rows as growth } from "./growth.js";
import { rows as memory } from "./memory.js";
import { rows as requests } from "./requests.js";
import { rows as start } from "./start.js";
import { rows as weight } from "./weight.js";

const words = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const all = [...requests, ...start, ...memory, ...weight, ...chat, ...growth];
const chosen = all.filter(({ figure }) => words.every((word) => figure.includes(word)));

const machine = `Node ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model}, ${process.platform}; load before ${loadavg()[0]!.toFixed(1)}`;
process.stdout.write(`${machine}\n\n| figure | aim | measured | |\n|---|---|---|---|\n`);
try {
  for (const row of chosen)
    process.stdout.write(
      `${await row.measure().then(
        (measured) => lineOf(row, measured),
        (error: Error) => `| ${row.figure} | | not measured: ${error.message} | missed |`,
      )}\n`,
    );
} finally {
  await stopAll();
}

function lineOf({ figure, most, unit }: Row, { value, detail }: Measured): string {
  const written = (number: number) => `${number < 10 ? number.toFixed(2) : number.toFixed(0)} ${unit}`;
  const aim = most === undefined ? "" : `≤ ${most} ${unit}`;
  const verdict = most === undefined ? "" : value <= most ? "met" : "missed";
  return `| ${figure} | ${aim} | ${written(value)}${detail ? ` (${detail})` : ""} | ${verdict} |`;
}
