import { serialize } from "node:v8";
import { expect, it } from "@jest/globals";
import { classifierFrom, readModel } from "../../src/assistant/embedded/classifier.js";
import { pack } from "../../src/build/pack-model.js";
import { type Example, train } from "../../src/build/train.js";
import { noSentences, trainSentences } from "../../src/build/train-sentences.js";

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
const gate = { weights: [], decline: 0, unsure: 0 };
const model = train(examples);
const withoutSentences = classifierFrom(pack(model, "digest", gate, noSentences));
const sentences = ["Doors open at five.", "Soup and bread are on the menu.", "The bill is shared."];
const questions = [
  { text: "is there food", answer: 1 },
  { text: "do you serve dinner", answer: 1 },
  { text: "what does it cost", answer: 2 },
  { text: "how much is the fee", answer: 2 },
];
const answered = [{ locale: "en" as const, place: "faq#food", sentences, questions, lost: [] }];
const file = serialize(pack(model, "digest", gate, trainSentences(answered, withoutSentences)));
const classifier = classifierFrom(readModel(file));

it("a text gets the class with the most similar phrases, also with spelling mistakes", () => {
  const { classes, read } = classifier;
  const best = (text: string) => {
    const { probabilities } = read(text, "en");
    return classes[probabilities.indexOf(Math.max(...probabilities))];
  };
  expect(best("how much does the membership cost")).toBe("join#cost");
  expect(best("the memebrship, how mcuh does it cost")).toBe("join#cost");
  expect(best("is dinner served there")).toBe("faq#food");
  expect(best("weather in Rome tomorrow")).toBe("out-of-scope");
});

it("the probabilities add up to 1, and an unknown word counts as unknown", () => {
  const { probabilities, known } = classifier.read("xyzzy", "en");
  expect(probabilities.reduce((sum, p) => sum + p)).toBeCloseTo(1);
  expect(known).toBe(0);
});

it("the same examples make the same file, byte for byte", () => {
  const again = pack(train(examples), "digest", gate, trainSentences(answered, withoutSentences));
  expect(Buffer.compare(serialize(again), file)).toBe(0);
});

it("a question finds the sentence that answers those like it, and in an unknown text the one with its words", () => {
  const { answering } = classifier;
  const best = (question: string, place = "faq#food", texts = sentences) => {
    const scores = answering(question, texts, place, "en");
    return texts[scores.indexOf(Math.max(...scores))];
  };
  expect(best("can I have dinner there")).toBe("Soup and bread are on the menu.");
  expect(best("how much does that cost")).toBe("The bill is shared.");
  const other = ["Come early.", "Bicycles stand behind the house."];
  expect(best("do bicycles stand behind the house", "faq#parking", other)).toBe("Bicycles stand behind the house.");
});
