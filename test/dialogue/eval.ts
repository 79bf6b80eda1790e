/**
 * `npm run eval [tune|blind|<folder>] [--show]`: asks every question of a set and prints totals by language and by kind.
 * `--show` lists what went wrong, only for the tune set: a blind set that has been read is blind no longer.
 */
import { existsSync, readFileSync } from "node:fs";
import { locales } from "../../src/domain/locale.js";
import { type Judgement, judge, type Question, totals } from "./judge.js";
import { testSite } from "./site.js";

const args = process.argv.slice(2);
const [set = "tune"] = args.filter((arg) => !arg.startsWith("--"));
const folder = ["tune", "blind"].includes(set) ? `test/dialogue/${set}` : set;
const isShown = args.includes("--show") && set !== "blind";
const site = testSite();

const started = performance.now();
const byLocale = locales.flatMap((locale) => {
  const file = `${folder}/${locale}.json`;
  if (!existsSync(file)) return [];
  const questions = JSON.parse(readFileSync(file, "utf8")) as Question[];
  return [{ locale, judgements: questions.map((question) => judge(question, locale, site)) }];
});
const all = byLocale.flatMap(({ judgements }) => judgements);
const milliseconds = (performance.now() - started) / all.length;

const names = [...new Set(all.flatMap(({ marks }) => Object.keys(marks)))].filter((name) => !name.startsWith("part "));
print(["", ...byLocale.map(({ locale }) => locale), "all"]);
for (const name of names) print([name, ...byLocale.map(({ judgements }) => share(judgements, name)), share(all, name)]);
print([]);
print(["right, by kind", ...byLocale.map(({ locale }) => locale), "all"]);
for (const kind of new Set(all.map(({ question }) => question.kind))) {
  const of = (judgements: readonly Judgement[]) => judgements.filter(({ question }) => question.kind === kind);
  print([kind, ...byLocale.map(({ judgements }) => share(of(judgements), "right")), share(of(all), "right")]);
}
print([`${all.length} questions, ${milliseconds.toFixed(1)} ms each`]);
if (isShown) for (const { judgements } of byLocale) judgements.forEach(show);

function share(judgements: readonly Judgement[], name: string): string {
  const { right, of } = totals(judgements)[name] ?? { right: 0, of: 0 };
  return of === 0 ? "-" : `${((100 * right) / of).toFixed(1)} (${right}/${of})`;
}

function show({ question, reply, marks }: Judgement): void {
  const missed = Object.keys(marks).filter((name) => !marks[name] && name !== "right");
  if (missed.length === 0) return;
  const wanted = [question.pages?.join(" "), JSON.stringify(question.says ?? question.event ?? "")].join(" ");
  print([`\n${question.id} ${question.kind}: ${question.ask.join(" >> ")}`]);
  print([`   ${missed.join(", ")} · wants ${wanted}`]);
  print([`   ${reply.kind}: ${reply.sources.map(({ path }) => path).join(" ")} · ${reply.text.slice(0, 300)}`]);
}

function print(cells: readonly string[]): void {
  process.stdout.write(`${cells.map((cell, index) => cell.padEnd(index === 0 ? 22 : 18)).join("")}\n`);
}
