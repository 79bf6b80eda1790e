/** Test questions must not be among the training phrases. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "@jest/globals";
import { readPhrases } from "../../src/content/read-content.js";
import { wordsIn } from "../../src/search/words.js";

/** Shorter texts, such as greetings, are the same for everyone. */
const MIN_WORDS = 4;

it("no test question is among the training phrases", () => {
  const folded = (text: string) => wordsIn(text).join(" ");
  const phrases = Object.values(readPhrases("content")).flatMap((classes) => [...classes.values()].flat());
  const trained = new Set(phrases.map(folded).filter((phrase) => wordsIn(phrase).length >= MIN_WORDS));
  const questions = readdirSync("test/dialogue", { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(?:json|test\.ts)$/.test(file) && file !== "suggested.json") // the suggested questions of the site
    .flatMap((file) =>
      [...readFileSync(`test/dialogue/${file}`, "utf8").matchAll(/"([^"\n]* [^"\n]*)"/g)].map(
        ([, text]) => [file, text!] as const,
      ),
    );

  expect(trained.size).toBeGreaterThan(1000);
  expect(questions.length).toBeGreaterThan(1000);
  expect(questions.filter(([, text]) => trained.has(folded(text)))).toEqual([]);
});
