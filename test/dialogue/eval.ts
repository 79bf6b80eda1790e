/**
 * `npm run eval [tune|blind|<folder>] [--frozen] [--show]`: asks every question of a set and prints totals by language
 * and by kind, then how many of the pages' suggested questions are answered from the right page. `--frozen` asks the
 * copy that the tests have. `--show` lists what went wrong, but for the blind set: once read, it is blind no longer.
 */
import { existsSync, readFileSync } from "node:fs";
import { pageNames } from "../../src/addresses/pages.js";
import { readPhrases } from "../../src/build/read-content.js";
import { wordsIn } from "../../src/search/words.js";
import { type Locale, locales } from "../../src/text/locale.js";
import { frozenLibrary, frozenModel } from "./frozen.js";
import { type Judgement, judge, type Question, totals } from "./judge.js";
import { shippedSite, testSite } from "./site.js";

const args = process.argv.slice(2);
const [set = "tune"] = args.filter((arg) => !arg.startsWith("--"));
const folder = ["tune", "blind"].includes(set) ? `test/dialogue/${set}` : set;
const isShown = args.includes("--show") && set !== "blind";
const site = args.includes("--frozen") ? testSite({ library: frozenLibrary(), model: frozenModel() }) : shippedSite();

/** The section that answers each question that pages suggest. */
type Suggested = Record<Locale, Record<string, string>>;
const answering = JSON.parse(readFileSync("test/dialogue/suggested.json", "utf8")) as Suggested;

const started = performance.now();
const byLocale = locales.flatMap((locale) => {
  const file = `${folder}/${locale}.json`;
  if (!existsSync(file)) return [];
  const questions = JSON.parse(readFileSync(file, "utf8")) as Question[];
  return [{ locale, judgements: questions.map((question) => judge(question, locale, site)) }];
});
const all = byLocale.flatMap(({ judgements }) => judgements);
const milliseconds = (performance.now() - started) / all.length;

const columns = [...byLocale, { locale: "all", judgements: all }];
const printShares = (title: string, name: string, kind?: string) => {
  const isOfKind = ({ question }: Judgement) => kind === undefined || question.kind === kind;
  print([title, ...columns.map(({ judgements }) => share(judgements.filter(isOfKind), name))]);
};
print(["", ...columns.map(({ locale }) => locale)]);
for (const name of new Set(all.flatMap(({ marks }) => Object.keys(marks)))) printShares(name, name);
print(["\nright, by kind"]);
for (const kind of new Set(all.map(({ question }) => question.kind))) printShares(kind, "right", kind);
print([`${all.length} questions, ${milliseconds.toFixed(1)} ms each`]);
if (isShown) for (const { judgements } of byLocale) judgements.forEach(show);

const folded = (text: string) => wordsIn(text).join(" ");
const trained = new Set(
  Object.values(readPhrases("content")).flatMap((classes) => [...classes.values()].flat().map(folded)),
);
const known = all.filter(({ question }) =>
  question.ask.some((turn) => wordsIn(turn).length > 3 && trained.has(folded(turn))),
);
if (known.length > 0) print([`${known.length} questions say nothing, because they are training phrases too`]);
for (const locale of locales) {
  const suggested = [...new Set(pageNames.flatMap((name) => site.library.page(name, locale).ask))];
  const missed = suggested.filter((question) => {
    const page = answering[locale][question]?.split("#")[0];
    const paths = site.converse([question], locale).sources.map(({ path }) => path.split("#")[0]);
    return page === undefined || !paths.includes(`/${locale}${page}`.replace(/\/$/, ""));
  });
  print([`${suggested.length - missed.length} of ${suggested.length} suggested questions in ${locale} are answered`]);
  if (isShown) for (const question of missed) print([`   ${question}`]);
}

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
