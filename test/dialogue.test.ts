import { describe, expect, it } from "@jest/globals";
import { load } from "cheerio";
import { partsOf } from "../public/scripts/answer-stream.js";
import type { DialoguePage } from "../src/presenters/answer.js";
import { forEvery } from "./support/for-every.js";
import { textsOf } from "./support/html.js";
import { price } from "./support/owner.js";
import { site } from "./support/site.js";
import { errorsIn } from "./support/valid-html.js";

const { get, services } = site();

it("the panel and the privacy page name Mistral only if it is configured", async () => {
  const withMistral = site({}, { MISTRAL_API_KEY: "secret" });
  const textOf = async (address: string, place: string, from = get) => (await from(address)).$(place).text();

  expect(await textOf("/sv", ".ask-terms")).not.toContain("Mistral");
  expect(await textOf("/sv", ".ask-terms", withMistral.get)).toContain("Mistral");
  expect(await textOf("/sv/legal/privacy", "main")).not.toContain("Mistral");
  expect(await textOf("/sv/legal/privacy", "#dialogue-mistral", withMistral.get)).toContain("Mistral");
});

it("the panel suggests the questions of a page that has its own", async () => {
  const ask = ["Är det <b>här</b> en fråga?"];
  const library: typeof services.library = {
    ...services.library,
    page: (name, locale) => ({ ...services.library.page(name, locale), ask }),
  };
  const { $ } = await site({ library }).get("/sv/about");
  expect(textsOf($, ".dialogue-start button")).toEqual(ask);
});

describe("The page that answers a form", () => {
  const answered: DialoguePage = {
    question: `What <b onclick="x">is</b> "it"?\n& why`,
    answer: {
      html: "<p>This.</p>",
      sources: [{ path: "/sv/about", title: "<i>About</i>" }],
      answeredBy: "mistral",
      fallback: false,
    },
    problem: null,
  };
  const rejected: DialoguePage = { question: "</textarea><b>x</b>", answer: null, problem: "<b>Wait.</b>" };
  const fallback = { ...answered, answer: { ...answered.answer!, fallback: true, sources: [] } };

  forEvery(Object.entries({ answered, fallback, rejected }))("is valid HTML that is not indexed", async (_, locals) => {
    const page = services.render("pages/dialogue/show.njk", "sv", locals);
    const $ = load(page);
    expect(await errorsIn(page)).toEqual([]);
    expect($("h1").length).toBe(1);
    expect($("html").attr("lang")).toBe("sv");
    expect($("meta[name=robots]").attr("content")).toBe("noindex");
  });

  it("shows the question and the answer as text, with sources and who answered", () => {
    const $ = load(services.render("pages/dialogue/show.njk", "sv", answered));
    expect($("h1").text()).toContain(answered.question);
    expect($("main .prose").text()).toBe("This.");
    expect($("main .sources a").text()).toBe("<i>About</i>");
    expect($("main .exchange-by").text()).toContain("Mistral AI");
  });

  it("shows a rejected question again in the form", () => {
    const $ = load(services.render("pages/dialogue/show.njk", "sv", rejected));
    expect($("[role=alert]").text().trim()).toBe("<b>Wait.</b>");
    expect($("main textarea").text()).toBe(rejected.question);
    expect($("main b").length).toBe(0);
  });
});

describe("The stream of an answer", () => {
  const parts = async (text: string, size: number) => {
    const bytes = new TextEncoder().encode(text);
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.slice(index * size, (index + 1) * size),
    );
    const read = [];
    for await (const part of partsOf(ReadableStream.from(pieces))) read.push(part);
    return read;
  };
  const delta = { type: "text-delta", id: "t", delta: "Göteborg 🌅\n\ndata: no event" };
  const stream = `: stream-open\n\ndata: {"type":"start"}\n\nevent: x\r\ndata:${JSON.stringify(delta)}\r\n\r\ndata: {broken\n\ndata: 7\n\ndata: null\n\ndata: [DONE]\n\n`;

  it.each([1, 2, 3, 7, 1000])("is parsed in chunks of %i bytes, ignoring invalid parts", async (size) => {
    expect(await parts(stream, size)).toEqual([{ type: "start" }, delta]);
  });
});

it("Dialogue answers before its model is loaded", async () => {
  const { services } = site();
  const question = { turns: [{ role: "user", content: "What does it cost to join?" }], locale: "en" } as const;
  const { pieces } = await services.dialogue.wholeAnswer({ ...question, signal: new AbortController().signal });

  expect(pieces.at(-1)).toContain(price.toLocaleString("en"));
});
