import { expect, it } from "@jest/globals";
import { partsOf } from "../../src/assistant/language/compounds.js";
import { correctionOf, spellingsOf } from "../../src/assistant/language/spelling.js";
import { stemOf } from "../../src/assistant/language/stem.js";
import { fold, wordsInText } from "../../src/assistant/language/words-in-text.js";
import { locales } from "../../src/domain/locale.js";
import { textsOf } from "../../src/domain/page.js";
import { pageNames } from "../../src/site/paths.js";
import { assistant } from "./asked.js";

const known =
  (...words: string[]) =>
  (part: string) =>
    words.includes(part);

it("a compound is cut into words that are known, over a linking letter", () => {
  expect(partsOf("studentrabatt", known("student", "rabatt"))).toEqual(["student", "rabatt"]);
  expect(partsOf("medlemsavgift", known("medlem", "avgift"))).toEqual(["medlem", "avgift"]);
  expect(partsOf("studentrabatt", known("student"))).toEqual([]);
});

it("a slip of the pen is put right by the nearest word, and a word too far from any is left alone", () => {
  const spellings = spellingsOf(["membership", "breakfast", "discount", "price"]);
  expect(["memebrship", "breakfst", "dicsount", "pirce"].map((word) => correctionOf(word, spellings))).toEqual([
    "membership",
    "breakfast",
    "discount",
    "price",
  ]);
  expect(correctionOf("bicycle", spellings)).toBeUndefined();
});

it("inflections have one stem, also where a consonant doubles", () => {
  expect(new Set(["medlem", "medlemmar", "medlemmarna"].map((word) => stemOf(word, "sv"))).size).toBe(1);
  expect(new Set(["medlem", "medlemmer", "medlemmene"].map((word) => stemOf(word, "nb"))).size).toBe(1);
});

it("letters are the same with and without dots, and in the neighbour's writing", () => {
  expect(new Set(["göteborg", "gøteborg", "goteborg", "goeteborg"].map((word) => fold(word, "sv"))).size).toBe(1);
  expect(new Set(["spørsmål", "spörsmål", "sporsmal", "spoersmaal"].map((word) => fold(word, "nb"))).size).toBe(1);
});

it("numbers, times and e-words are words", () => {
  expect(wordsInText("1 490 kr, 1,490, kl. 18:15, e-post", "nb").map(({ written }) => written)).toEqual([
    "1490",
    "kr",
    "1490",
    "kl",
    "18:15",
    "epost",
  ]);
});

it("every place that the subject index and the visitors' phrasings name is there, so that none is written in vain", () => {
  const { library } = assistant();
  const places = new Set([
    ...pageNames.flatMap((name) => [name, ...textsOf(library.page(name, "en")).map(({ id }) => `${name}#${id}`)]),
    ...library.articles.flatMap(({ kind, slug, contents }) => [
      `${kind}:${slug}`,
      ...contents.map(({ id }) => `${kind}:${slug}#${id}`),
    ]),
  ]);
  const named = [
    ...Object.keys(library.subjects),
    ...locales.flatMap((locale) => Object.keys(library.dialogue(locale).asked)),
  ];
  expect(named.filter((place) => !places.has(place))).toEqual([]);
});
