import { expect, it } from "@jest/globals";
import { classifierOf } from "../../src/assistant/site/classifier.js";

const examples = new Map([
  ["price", ["what does it cost", "is there a fee", "how much is a membership", "price for students"]],
  ["dates", ["when is the next evening", "which dates are there in spring", "what day do you meet"]],
  ["elsewhere", ["where is my parcel", "what is the capital of Peru", "opening hours of the bakery"]],
]);

const classifier = finished(classifierOf(examples, "en"));
const likest = (text: string) => [...classifier.likeness(text)].sort(([, a], [, b]) => b - a)[0]?.[0];

it.each([
  ["what would a membership cost me", "price"],
  ["which evenings in spring", "dates"],
  ["my parcels, where are they", "elsewhere"],
  ["mebmership fees", "price"],
])("“%s” is most like what is asked about %s", (asked, name) => {
  expect(likest(asked)).toBe(name);
});

it.each(["", "?!", "żżż"])("nothing is said of “%s”, in which nothing is known", (asked) => {
  expect(classifier.likeness(asked).size).toBe(0);
});

function finished<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
