import { expect, it } from "@jest/globals";
import { streamText } from "ai";
import { embeddedModel } from "../../src/assistant/embedded-model.js";
import { assistant } from "./asked.js";

const { knowledge } = assistant();
const ask = (content: string, locale?: string, abortSignal?: AbortSignal) =>
  streamText({
    model: embeddedModel(knowledge),
    messages: [{ role: "user", content }],
    ...(locale && { providerOptions: { embedded: { locale } } }),
    ...(abortSignal && { abortSignal }),
  });

it("an answer streams word by word, and together the words are the answer", async () => {
  const words: string[] = [];
  for await (const word of ask("Vad kostar medlemskapet?", "sv").textStream) words.push(word);
  expect(words.length).toBeGreaterThan(10);
  expect(words.join("")).toBe(knowledge.answer([{ role: "user", content: "Vad kostar medlemskapet?" }], "sv").text);
});

it("the pages it rests on come as sources, as paths", async () => {
  const sources = await ask("When is the welcome call?", "en").sources;
  expect(sources).toMatchObject([{ sourceType: "url", url: "/en/commerce-commons" }]);
});

it("without a language, or with one that the site does not speak, it answers in English", async () => {
  expect(await ask("What can you do?").text).toMatch(/^I answer/);
  expect(await ask("What can you do?", "de").text).toMatch(/^I answer/);
});

it("the AI SDK gets the same at once", async () => {
  const { content } = await embeddedModel(knowledge).doGenerate({
    prompt: [
      { role: "system", content: "You are a pirate." },
      { role: "user", content: [{ type: "text", text: "Hva koster medlemskapet?" }] },
    ],
    providerOptions: { embedded: { locale: "nb" } },
  });
  expect(content[0]).toEqual({
    type: "text",
    text: knowledge.answer([{ role: "user", content: "Hva koster medlemskapet?" }], "nb").text,
  });
});
