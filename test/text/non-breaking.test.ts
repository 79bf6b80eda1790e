import { expect, it } from "@jest/globals";
import { keepWordsTogether, nonBreaking } from "../../src/text/non-breaking.js";

const shown = (text: string) => text.replaceAll("\u2060", "·").replaceAll("\u00a0", "_");

it("short words with hyphens and spans of time stay on one line, and longer words can break at their hyphens", () => {
  const cases = {
    "Skriv e-post (e-post!) till e-posten": "Skriv e-·post (e-·post!) till e-·posten",
    "B-to-B, plan-B and X-ray": "B-·to-·B, plan-·B and X-·ray",
    "08:00–11:00": "08:00–·11:00",
    "AI-pilot – e-commerce-led": "AI-pilot – e-·commerce-led",
    "a-b@example.com https://a-b.example/c-d www.a-b.example":
      "a-b@example.com https://a-b.example/c-d www.a-b.example",
  };
  expect(Object.keys(cases).map((text) => shown(keepWordsTogether(text)))).toEqual(Object.values(cases));
});

it("a date stays together, `kl.` stays with its time, and a short preposition with a name", () => {
  expect(
    shown(
      nonBreaking("Den 9 februari 2027 kl. 17:30 i Göteborg, e-post i tid. 27. november er 2 uker før. 27 November is"),
    ),
  ).toBe("Den 9_februari_2027 kl._17:30 i_Göteborg, e-·post i tid. 27._november er 2 uker før. 27_November is");
});
