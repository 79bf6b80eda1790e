import { serialize } from "node:v8";
import { expect, it } from "@jest/globals";
import { classifierFrom, readModel } from "../../src/assistant/embedded/classifier.js";
import { type Example, train } from "../../src/build/train.js";
import { forEvery } from "../support/for-every.js";

const phrases = {
  "join#cost": ["what does it cost", "how much is the fee", "price of the membership", "is it expensive"],
  "faq#food": ["is there food", "do you serve dinner", "can I eat there", "what is on the menu"],
  "out-of-scope": ["who won the match", "weather tomorrow", "write a poem", "capital of Australia"],
};
/** Repeats each phrase, so that training has as many steps as with the phrases of a site. */
const TIMES = 60;
const examples = Object.entries(phrases).flatMap(([label, texts]) =>
  Array.from({ length: TIMES }, () => texts.map((text): Example => ({ label, locale: "en", text }))).flat(),
);
const file = serialize(train(examples));
const classifier = classifierFrom(readModel(file));

forEvery([
  ["how much does the membership cost", "join#cost"],
  ["the memebrship, how mcuh does it cost", "join#cost"],
  ["is dinner served there", "faq#food"],
  ["weather in Rome tomorrow", "out-of-scope"],
])("a text gets the class with the most similar phrases, also with spelling mistakes", (text, best) => {
  const { probabilities } = classifier.read(text, "en");
  expect(classifier.classes[probabilities.indexOf(Math.max(...probabilities))]).toBe(best);
});

it("the probabilities add up to 1, and an unknown word counts as unknown", () => {
  const { probabilities, known } = classifier.read("xyzzy", "en");
  expect(probabilities.reduce((sum, p) => sum + p)).toBeCloseTo(1);
  expect(known).toBe(0);
});

it("the same examples make the same file, byte for byte", () => {
  expect(Buffer.compare(serialize(train(examples)), file)).toBe(0);
});
