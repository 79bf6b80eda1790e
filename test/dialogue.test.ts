import { describe, expect, it } from "@jest/globals";
import { partsOf } from "../public/scripts/answer-stream.js";
import { attributesOf, textsOf } from "./support/html.js";
import { site } from "./support/site.js";

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
  const { $ } = await site({ files: { library } }).get("/sv/about");
  expect(textsOf($, ".dialogue-start button")).toEqual(ask);
  expect(attributesOf($, ".dialogue-start button", "value")).toEqual(ask);
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
