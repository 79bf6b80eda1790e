import { readFileSync } from "node:fs";
import path from "node:path";
import type { SiteAnswer } from "../../src/assistant/site/site-answer.js";
import { readConfig } from "../../src/config.js";
import type { Turn } from "../../src/domain/conversation.js";
import { isLocale, type Locale, locales } from "../../src/domain/locale.js";
import { createServices, filesFor } from "../../src/services.js";
import { BASE_URL } from "../support/library.js";
import { assistant, NOW } from "./asked.js";
import { type Item, type Judgement, judged, summary } from "./judge.js";

/** Asks every question and says how many were answered well; by Mistral when MISTRAL_API_KEY is set, which costs. */
const args = process.argv.slice(2);
const isVerbose = args.includes("--verbose");
const given = args.filter((arg) => !arg.startsWith("--"));
const files = given.length > 0 ? given : locales.map((locale) => `test/assistant/questions/${locale}.json`);
const site = assistant();
const config = readConfig({ ...process.env, BASE_URL, LOG_LEVEL: "silent" });
const services = config.mistral && createServices(config, await filesFor(config), { clock: () => NOW });

void main();

async function main(): Promise<void> {
  for (const file of files) {
    const locale = path.basename(file).slice(0, 2);
    if (!isLocale(locale)) throw new Error(`${file} is not named after a language`);
    const judgements: Judgement[] = [];
    for (const item of JSON.parse(readFileSync(file, "utf8")) as Item[])
      judgements.push(judged(item, await conversation(item.ask, locale), locale, site));

    print(`${file}: ${summary(judgements)}`);
    if (isVerbose) for (const judgement of judgements) if (judgement.faults.length > 0) printFaults(judgement);
  }
}

async function conversation(asked: readonly string[], locale: Locale): Promise<SiteAnswer> {
  if (!services) return site.conversation(asked, locale);

  const turns: Turn[] = [];
  for (const content of asked) {
    turns.push({ role: "user", content });
    const { content: answer } = await services.dialogue.whole({ turns, locale, signal: AbortSignal.timeout(60_000) });
    turns.push({ role: "assistant", content: answer });
  }
  const whole = await services.dialogue.whole({
    turns: turns.slice(0, -1),
    locale,
    signal: AbortSignal.timeout(60_000),
  });
  const pages = whole.sources.filter(({ path }) => site.pageAt(path, locale) !== "contact");
  return { text: whole.content, sources: whole.sources, kind: pages.length > 0 ? "passages" : "smallTalk" };
}

function printFaults({ item, faults, answer }: Judgement): void {
  print(`  ${item.kind} · ${item.ask.join(" >> ").slice(0, 160)}\n     ${faults.join("; ")}`);
  print(`     ${answer.kind}: ${answer.sources.map(({ path }) => path).join(" ")}`);
  print(`     ${answer.text.slice(0, 200).replaceAll("\n", " ⏎ ")}`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
