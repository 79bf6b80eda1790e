import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { openLibrary } from "../../src/content/library.js";
import { ContentError } from "../../src/content/problems.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "content-"));
  cpSync("content", folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = (name: string) => path.join(folder, "pages", name);
const change = (name: string, mend: (text: string) => string) =>
  writeFileSync(file(name), mend(readFileSync(file(name), "utf8")));
const problems = () => {
  try {
    openLibrary(folder);
  } catch (error) {
    expect(error).toBeInstanceOf(ContentError);
    return (error as ContentError).problems.map(({ file, field, message }) => `${file} · ${field}: ${message}`);
  }
  return [];
};

it("the content that ships has no problem", () => {
  expect(problems()).toEqual([]);
});

it("everything wrong is told together, each with its file and field", () => {
  rmSync(file("home/nb.md"));
  change("home/sv.md", (text) => text.replace(/^title: .*$/m, "title: x\nsubtitle: y"));
  change("after-commerce/en.md", (text) => `${text}\n\n[words](page:nowhere)\n`);
  change("after-commerce-faq/en.md", (text) => text.replace("{#before}", "{#earlier}"));
  writeFileSync(file("home/en.txt"), "");

  expect(problems()).toEqual([
    expect.stringMatching(/^content\/pages\/home\/sv\.md · title: Too small/),
    expect.stringMatching(/^content\/pages\/home\/sv\.md · : Unrecognized key: "subtitle"/),
    "content/pages/home/nb.md · : is missing",
    'content/pages/after-commerce/en.md · link: there is no page "nowhere"',
    expect.stringMatching(/^content\/pages\/after-commerce-faq\/sv\.md · sections: .*before.* in en\.md .*earlier/),
    expect.stringMatching(/^content\/pages\/after-commerce-faq\/nb\.md · sections: /),
    "content/pages/home/en.txt · : belongs to no page in src/site/paths.ts",
  ]);
});

describe("a page is refused", () => {
  it.each<[string, (text: string) => string, RegExp]>([
    ["without front matter", () => "Hello", /does not begin with front matter/],
    ["with broken YAML", (text) => text.replace("lead: ", "lead: [ "), /front matter: /],
    ["with a key given twice", (text) => text.replace("---\n", "---\ntitle: Twice over\n"), /front matter: .*unique/],
    ["with a fact that nobody has stated", (text) => `${text}\n{{weather}}`, /\{\{weather\}\}: there is no such fact/],
    ["with a section without a title", (text) => `${text}\n## {#x}`, /is not under a heading/],
    ["with a heading that has no id", (text) => `${text}\n## Without id\n\nText`, /is not under a heading/],
    ["with a heading of another level", (text) => `${text}\n# Top {#top}\n\nText`, /is not under a heading/],
    ["with an id that stands twice", (text) => `${text}\n### Again {#who}\n\nText`, /\{#who\}: stands twice/],
    ["with an empty part", (text) => `${text}\n### Nothing {#nothing}\n`, /\{#nothing\}: has a title and no text/],
    ["with text before its first section", (text) => text.replace("\n## ", "\nText\n\n## "), /is not under a heading/],
    [
      "with a link to a script",
      (text) => `${text}\n[x](javascript:alert(1))`,
      /has a link to where no reader may be sent/,
    ],
    ["with a link over plain HTTP", (text) => `${text}\n[x](http://example.com)`, /has a link to where/],
    ["with a link to another host by two slashes", (text) => `${text}\n[x](//example.com)`, /has a link to where/],
    [
      "with a subject and no mail",
      (text) => text.replace("  to: page:", "  subject: Hello\n  to: page:"),
      /next\.subject: is given exactly when/,
    ],
    ["with a next step to nowhere", (text) => text.replace("to: page:", "to: /"), /next\.to: is neither/],
  ])("%s", (_, spoil, problem) => {
    change("home/en.md", spoil);
    expect(problems().join("\n")).toMatch(problem);
  });
});

it("raw HTML in a text is shown as text", () => {
  change("home/sv.md", (text) => `${text}\n\n<script>alert(1)</script> <b onclick="x">fet</b>`);
  const { html } = openLibrary(folder).page("home", "sv").sections.at(-1)!;

  expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(html).not.toMatch(/<script|<b /);
});

it("a fact that changes changes every page that states it", () => {
  const facts = path.join(folder, "facts.json");
  writeFileSync(
    facts,
    readFileSync(facts, "utf8").replace(
      '"after-commerce.gothenburg.starts": "17:30"',
      '"after-commerce.gothenburg.starts": "18:00"',
    ),
  );
  const library = openLibrary(folder);

  for (const locale of ["en", "sv", "nb"] as const) {
    expect(library.page("after-commerce-gothenburg", locale).sections[0]!.html).toContain("18:00");
    expect(library.fact("after-commerce.gothenburg.starts", locale)).toBe("18:00");
  }
});

it.each([
  ["site.json", '{"name": "For Commerce"}', /content\/site\.json · mail/],
  ["site.json", '{"name": "x", "mail": "nobody", "phone": "1"}', /mail: Invalid email[\s\S]*phone/],
  ["site.json", "{", /content\/site\.json · : .*JSON/],
  ["facts.json", '{"x": {"en": "one", "sv": "en"}}', /content\/facts\.json · x/],
])("%s with %s is refused", (name, text, problem) => {
  writeFileSync(path.join(folder, name), text);
  expect(problems().join("\n")).toMatch(problem);
});

it("nobody can change what has been read", () => {
  const page = openLibrary(folder).page("home", "en");
  expect(() => Object.assign(page, { title: "Mine" })).toThrow(TypeError);
  expect(() => Object.assign(page.sections[0]!.parts[0]!, { html: "" })).toThrow(TypeError);
});
