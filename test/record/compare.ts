/** The differences of two records, by kind and by what differs. */
import type { Exchange, Tape } from "./tape.js";

const EXAMPLES = 3;
const CONTEXT = 2;
const MAX_LINE = 200;

/** By "kind · what differs": each an example. */
type Differences = Map<string, string[]>;

/** With `ignoresFingerprints`, names of built files can differ. */
export function compare(old: Tape, now: Tape, ignoresFingerprints = false) {
  const plain = (text: string) =>
    ignoresFingerprints ? text.replaceAll(/\.[A-Z\d]{8}(?=\.(?:css|js|png|svg|ico|woff2)\b)/g, ".FINGERPRINT") : text;
  const differences: Differences = new Map();
  const add = (what: string, example: string) => {
    const examples = differences.get(what) ?? [];
    differences.set(what, [...examples, example]);
  };

  const after = new Map(now.exchanges.map((exchange) => [plain(exchange.name), exchange]));
  const changed = targetsWithOtherBodies(old, after, plain);
  for (const before of old.exchanges) {
    const { kind } = before;
    const name = plain(before.name);
    const other = after.get(name);
    after.delete(name);
    if (!other) {
      add(`${kind} · only in the old record`, name);
      continue;
    }
    if (before.status !== other.status) add(`${kind} · status`, `${name}: ${before.status} → ${other.status}`);
    const follows = changed.has(before.target);
    for (const [header, difference] of headerDifferences(before, other, follows))
      add(`${kind} · header ${header}`, plain(`${name}: ${difference}`));
    if (before.body !== other.body) {
      const [oldText, newText] = [old.bodies.get(before.body)!, now.bodies.get(other.body)!].map(plain);
      if (oldText !== newText) add(`${kind} · body`, `${name}\n${firstDifference(oldText!, newText!)}`);
    } else if (before.bytes !== other.bytes) add(`${kind} · compressed bytes`, name);
  }
  for (const [name, { kind }] of after) add(`${kind} · only in the new record`, name);
  const count = [...differences.values()].reduce((sum, examples) => sum + examples.length, 0);
  return { count, report: report(differences) };
}

/** Their ETags and lengths differ too, also in answers without a body. */
function targetsWithOtherBodies(old: Tape, after: ReadonlyMap<string, Exchange>, plain: (text: string) => string) {
  const targets = new Set<string>();
  for (const { name, body, target } of old.exchanges) {
    const other = after.get(plain(name));
    if (other && other.body !== body) targets.add(target);
  }
  return targets;
}

/** By the name of each header that differs: its two values. */
function* headerDifferences(before: Exchange, after: Exchange, isFollowing: boolean): Iterable<[string, string]> {
  const names = new Set([...before.headers, ...after.headers].map(([name]) => name));
  const textOf = ({ headers }: Exchange, wanted: string) =>
    headers
      .filter(([name]) => name === wanted)
      .map(([, value]) => value)
      .join(" | ") || "(none)";
  let isSame = true;
  for (const name of names) {
    const [old, now] = [textOf(before, name), textOf(after, name)];
    if (old === now) continue;
    isSame = false;
    if (!(isFollowing && /^(?:etag|content-length)$/i.test(name))) yield [name, `${old} → ${now}`];
  }
  const order = ({ headers }: Exchange) => headers.map(([name]) => name).join(", ");
  if (isSame && order(before) !== order(after)) yield ["order", `${order(before)} → ${order(after)}`];
}

/** Lines around the first that differs, as in a unified diff. */
export function firstDifference(before: string, after: string): string {
  const [old, now] = [before.split("\n"), after.split("\n")];
  let start = 0;
  while (start < old.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const column = firstColumn(old[start] ?? "", now[start] ?? "");
  const show = (sign: string, lines: readonly string[]) =>
    lines.map((line) => `    ${sign}${around(line, sign === " " ? 0 : column)}`);
  return [
    `    @@ line ${start + 1}, column ${column + 1} @@`,
    ...show(" ", old.slice(Math.max(0, start - CONTEXT), start)),
    ...show("-", old.slice(start, Math.min(old.length - end, start + 3))),
    ...show("+", now.slice(start, Math.min(now.length - end, start + 3))),
  ].join("\n");
}

function firstColumn(old: string, now: string): number {
  let column = 0;
  while (column < old.length && old[column] === now[column]) column += 1;
  return column;
}

/** A long line is cut to the place where it differs. */
function around(line: string, column: number): string {
  if (line.length <= MAX_LINE) return line;
  const start = Math.max(0, column - MAX_LINE / 4);
  return `${start > 0 ? "…" : ""}${line.slice(start, start + MAX_LINE)}…`;
}

function report(differences: Differences): string {
  const sorted = [...differences].sort(([one], [other]) => (one < other ? -1 : 1));
  const groups = sorted.map(([what, examples]) => {
    const more = examples.length > EXAMPLES ? [`  … and ${examples.length - EXAMPLES} more`] : [];
    const lines = examples.slice(0, EXAMPLES).map((example) => `  ${example}`);
    return [`${what}: ${examples.length}`, ...lines, ...more, ""].join("\n");
  });
  return groups.join("\n");
}
