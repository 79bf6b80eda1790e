import { beforeEach, describe, expect, it } from "@jest/globals";
import { copyOf } from "../support/content-copy.js";
import { libraryOf, problemsIn } from "../support/library.js";
import { languages } from "../support/specified-pages.js";

let content: ReturnType<typeof copyOf>;
beforeEach(() => {
  content = copyOf("content");
});

const change = (name: string, mend: (text: string) => string) => content.change(`pages/${name}`, mend);
const problems = () => problemsIn(content.folder);

it("the content that ships has no problem", () => {
  expect(problems()).toEqual([]);
});

it("everything wrong is told together, each with its file and field", () => {
  content.remove("pages/home/nb.md");
  change("home/sv.md", (text) => text.replace(/^title: .*$/m, "title: x\nsubtitle: y"));
  change("after-commerce/en.md", (text) => `${text}\n\n[words](page:nowhere)\n`);
  change("after-commerce-faq/en.md", (text) => text.replace("{#before}", "{#earlier}"));
  content.write("pages/home/en.txt", "");

  expect(problems().sort()).toEqual([
    expect.stringMatching(/^content\/pages\/after-commerce-faq\/nb\.md · sections: /),
    expect.stringMatching(/^content\/pages\/after-commerce-faq\/sv\.md · sections: .*before.* in en\.md .*earlier/),
    'content/pages/after-commerce/en.md · link: there is no page "nowhere"',
    "content/pages/home/en.txt · : belongs to no page in src/site/paths.ts",
    "content/pages/home/nb.md · : is missing",
    expect.stringMatching(/^content\/pages\/home\/sv\.md · : Unrecognized key: "subtitle"/),
    expect.stringMatching(/^content\/pages\/home\/sv\.md · title: is too short/),
  ]);
});

describe("a page is refused", () => {
  it.each<[string, (text: string) => string, RegExp]>([
    ["without front matter", () => "Hello", /does not begin with front matter/],
    ["with broken YAML", (text) => text.replace("lead: ", "lead: [ "), /front matter: /],
    ["with a key given twice", (text) => text.replace("---\n", "---\ntitle: Twice over\n"), /front matter: .*unique/],
    ["with a fact that nobody has stated", (text) => `${text}\n{{weather}}`, /\{\{weather\}\}: is no fact/],
    ["with a section without a title", (text) => `${text}\n## {#x}`, /is not under a heading/],
    ["with a heading that has no id", (text) => `${text}\n## Without id\n\nText`, /is not under a heading/],
    ["with a heading of another level", (text) => `${text}\n# Top {#top}\n\nText`, /is not under a heading/],
    ["with an id that stands twice", (text) => `${text}\n### Again {#who}\n\nText`, /\{#who\}: stands twice/],
    ["with an empty part", (text) => `${text}\n### Nothing {#nothing}\n`, /\{#nothing\}: has a title and no text/],
    [
      "with a section about a service there is not",
      (text) => `${text}\n## X {#x only-with=post}\n\nText`,
      /only-with must be/,
    ],
    [
      "with a part about a service",
      (text) => `${text}\n### X {#x only-with=mistral}\n\nText`,
      /only a whole section can/,
    ],
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

it("a section about a service of others is said only where the site uses it", () => {
  change("home/nb.md", (text) => `${text}\n## Til andre {#others only-with=mistral}\n\nTekst`);
  change("home/sv.md", (text) => `${text}\n## Till andra {#others only-with=mistral}\n\nText`);
  change("home/en.md", (text) => `${text}\n## To others {#others only-with=mistral}\n\nText`);
  const idsWith = (uses: readonly "mistral"[]) =>
    libraryOf(content.folder, uses)
      .page("home", "sv")
      .sections.map(({ id }) => id);

  expect(idsWith(["mistral"])).toEqual([...idsWith([]), "others"]);
});

it("raw HTML in a text is shown as text", () => {
  change("home/sv.md", (text) => `${text}\n\n<script>alert(1)</script> <b onclick="x">fet</b>`);
  const { html } = libraryOf(content.folder).page("home", "sv").sections.at(-1)!;

  expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(html).not.toMatch(/<script|<b /);
});

it("a fact that changes changes every page that states it", () => {
  content.change("facts.json", (text) =>
    JSON.stringify({ ...JSON.parse(text), "after-commerce.gothenburg.format-starts": "18:07" }),
  );
  content.change("events/after-commerce-gothenburg/event.json", (text) =>
    text.replace(/"start": "(\d{4}-\d\d-\d\d)T.*?"/, '"start": "$1T16:11"'),
  );
  const library = libraryOf(content.folder);

  for (const locale of languages) {
    const page = library.page("after-commerce-gothenburg", locale);
    expect(page.sections[0]!.html).toContain("16:11");
    expect(page.sections[1]!.parts.map(({ time }) => time)).toEqual([
      "16:11",
      "18:07",
      expect.any(String),
      expect.any(String),
    ]);
  }
});

it("what is wrong in pages is told even when the facts cannot be read", () => {
  content.write("facts.json", '{"x": 1}');
  content.remove("pages/home/nb.md");

  expect(problems()).toEqual([
    "content/facts.json · x: must be a text, or a text for each of en, sv, nb",
    "content/pages/home/nb.md · : is missing",
  ]);
});

it("a fact is shown as it is, whatever signs it holds", () => {
  content.change("site.json", (text) =>
    JSON.stringify({ ...JSON.parse(text), name: 'Foo: "Bar" & <b>*x*', mail: "a_b_c@example.com" }),
  );
  change("home/en.md", (text) => `${text}\nName: {{site.name}}, mail: {{site.mail}}`);
  const page = libraryOf(content.folder).page("home", "en");

  expect(page.lead).toContain('Foo: "Bar" & <b>*x*');
  expect(page.sections.at(-1)!.html).toContain(
    "Name: Foo: &quot;Bar&quot; &amp; &lt;b&gt;*x*, mail: a_b_c@example.com",
  );
});

it("a line in a code fence is no heading", () => {
  change("home/en.md", (text) => `${text}\n\`\`\`sh\n# a comment\n\`\`\`\n`);
  expect(libraryOf(content.folder).page("home", "en").sections.at(-1)!.html).toContain("# a comment");
});

it("a file that is not UTF-8 is refused", () => {
  content.write("pages/home/sv.md", Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xe5, 0xe4, 0xf6]));
  expect(problems().join("\n")).toMatch(/home\/sv\.md · : .*not valid/);
});

it.each([
  ["site.json", '{"name": "For Commerce"}', /content\/site\.json · mail/],
  ["site.json", '{"name": "x", "mail": "nobody", "phone": "1"}', /mail: Invalid email[\s\S]*phone/],
  ["site.json", "{", /content\/site\.json · : .*JSON/],
  ["facts.json", '{"x": {"en": "one", "sv": "en"}}', /content\/facts\.json · x/],
])("%s with %s is refused", (name, text, problem) => {
  content.write(name, text);
  expect(problems().join("\n")).toMatch(problem);
});

it("nobody can change what has been read", () => {
  const page = libraryOf(content.folder).page("home", "en");
  expect(() => Object.assign(page, { title: "Mine" })).toThrow(TypeError);
  expect(() => Object.assign(page.sections[0]!.parts[0]!, { html: "" })).toThrow(TypeError);
});
