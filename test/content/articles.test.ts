import { beforeEach, describe, expect, it } from "@jest/globals";
import { articleFile } from "../support/article.js";
import { tinyContentFolder } from "../support/content-copy.js";
import { problemsIn } from "../support/content-folder.js";
import { forEvery } from "../support/for-every.js";

let content: ReturnType<typeof tinyContentFolder>;
beforeEach(() => {
  content = tinyContentFolder();
});

/** The problems of the content if the guide on lamps is this file. */
function problemsWith(text: string): string {
  content.write("guides/lamps/en.md", text);
  return problemsIn(content.folder).join("\n");
}

const section = (text: string) => `An opening.\n\n## First {#first}\n\n${text}\n`;

it("a valid article has no problem, because links, images and notes in code are ignored, and facts replaced", () => {
  const code = "`[x](y)`, `![x](y)`, `[^z]` and `<http://x>`; {{site.name}}.\n\n```\n[x][y] ![x](y) [^z]\n```";
  const text = section(`A note.[^a] ${code}\n\n[^a]: The note.`);
  expect(problemsWith(articleFile({}, text))).toBe("");
});

describe("An article is rejected", () => {
  const link = "has a link that is not allowed";
  // biome-ignore format: a table is read in columns
  const mistakes: [string, Parameters<typeof articleFile>, string][] = [
    ["in another's folder",          [{ slug: "shades" }],                  'slug: must be "lamps", as its folder'],
    ["under another kind",           [{ kind: "perspective" }],             'kind: must be "guide", as its folder'],
    ["with a field that there is not", [{ subtitle: "x" }],                   'subtitle: there is no field "subtitle"'],
    ["with a title too long",        [{ title: "x".repeat(61) }],           "title: has 61 characters, at most 60"],
    ["with a description too short", [{ description: "x".repeat(79) }],     "description: has 79 characters, at least 80"],
    ["on a day that does not exist", [{ published: "2026-02-30" }],         "published: must be a date"],
    ["changed before it came out",   [{ updated: "2026-10-31" }],           "updated: must not be before `published`"],
    ["on an unknown topic",          [{ topics: ["weather"] }],             'topics: there is no "weather" in topics.json'],
    ["on one topic twice",           [{ topics: ["returns", "returns"] }],  "topics: must not repeat an item"],
    ["of an unknown concept",        [{ concept: "BREAKFAST" }],            "concept: "],
    ["beside one that there is not", [{ related: ["guide:shades"] }],       "related: there is no guide:shades"],
    ["beside itself",                [{ related: ["guide:lamps"] }],        "related: names itself"],
    ["with a link to no page",       [{}, "[x](page:nowhere)"],             'link: there is no page "nowhere"'],
    ["with a link to no article",    [{}, "[x](guide:shades)"],             "guide:shades: does not exist"],
    ["with a link out of its folder",  [{}, "[x](guide:../../x)"],            '"guide:../../x" is not guide:<slug> or'],
    ["with a link to a script",      [{}, "[x](javascript:alert(1))"],      `[x](javascript:alert(1)): ${link}`],
    ["with the address elsewhere",   [{}, "[x][y]\n\n[y]: guide:chairs"],   `[x][y]: ${link}`],
    ["with an address written out",  [{}, "[x](/en/guides/chairs)"],        "/en/guides/chairs: is a written-out address"],
    ["with an image",                [{}, "![x](https://example.com/x.png)"], "![x](https://example.com/x.png): has an image"],
    ["with a heading without an id", [{}, "## First"],                      "First: is not a heading like"],
    ["with an id that stands twice", [{}, section("## Again {#first}")],    "{#first}: is used twice"],
    ["with a note that is missing",  [{}, "Text.[^a]"],                     "[^a]: refers to a note that is missing"],
    ["with a note for nothing",      [{}, "Text.\n\n[^a]: Note."],          "[^a]: is a note without a reference"],
    ["without a text",               [{}, "\n"],                            "has no text below its front matter"],
  ];
  it("with the reason", () => {
    // Each mistake in an article of its own, because reading a folder takes longest.
    for (const [index, [, file]] of mistakes.entries())
      content.write(`guides/lamps-${index}/en.md`, articleFile(...file).replaceAll("lamps", `lamps-${index}`));
    const found = problemsIn(content.folder);
    const unreported = mistakes.filter(([, , problem], index) => {
      const own = found.filter((line) => line.startsWith(`content/guides/lamps-${index}/en.md`)).join("\n");
      return !own.includes(problem.replaceAll("lamps", `lamps-${index}`));
    });
    expect(unreported).toEqual([]);
  });

  it("with one problem for one mistake", () => {
    content.write("guides/lamps/en.md", articleFile({ published: "2026-02-30", updated: "2026-11-01" }));
    content.write("guides/shades/en.md", articleFile({ slug: "shades" }, "[Lamps](guide:lamps)"));
    expect(problemsIn(content.folder)).toEqual([expect.stringMatching(/^content\/guides\/lamps\/en\.md.*published/)]);
  });

  it("if its place is not that of an article", () => {
    const files = ["guides/Lamps/en.md", "guides/lamps/de.md", "guides/lamps/more/en.md", "perspectives/lamps.md"];
    for (const file of files) content.write(file, articleFile());
    const problems = files.map((file) => expect.stringContaining(`content/${file} · : is not`));
    expect(problemsIn(content.folder)).toEqual(problems);
  });

  it("if its languages have different concepts, topics or related articles", () => {
    const different = { concept: "COMMONS", topics: ["returns"], related: ["guide:chairs"] };
    content.write("guides/lamps/en.md", articleFile());
    content.write("guides/lamps/sv.md", articleFile(different));
    const problems = Object.keys(different).map((field) => `${field}: is not the same as in en.md`);
    expect(problemsIn(content.folder)).toEqual(problems.map((problem) => `content/guides/lamps/sv.md · ${problem}`));
  });
});

describe("A link to an article", () => {
  const linking = (front: Parameters<typeof articleFile>[0] = {}) =>
    articleFile(front, "See [shades](guide:shades#first).");
  const shades = (front: object = {}) => articleFile({ slug: "shades", ...front }, section("Text."));
  forEvery([
    ["is accepted if it is published", shades(), linking(), ""],
    ["but not after the text", shades({ published: "2026-11-02" }), linking(), "guide:shades: is published after this"],
    ["which can be changed", shades({ published: "2026-11-02" }), linking({ updated: "2026-11-02" }), ""],
    ["is rejected to a draft", shades({ draft: true }), linking(), "guide:shades: is a draft"],
    ["unless both are", shades({ draft: true }), linking({ draft: true }), ""],
    ["is rejected in another language", shades(), linking(), "guide:shades: does not exist in this language", "sv"],
  ])(
    "is accepted if that article can be read whenever the text can",
    (_, other, text, problem, locale: string = "en") => {
      content = tinyContentFolder();
      content.write(`guides/shades/${locale}.md`, other);
      expect(problemsWith(text)).toMatch(problem || /^$/);
    },
  );

  it("is rejected on a page, because the article can be unpublished", () => {
    content.change("pages/home/en.md", (text) => `${text}\n[x](guide:chairs)\n`);
    expect(problemsIn(content.folder)).toEqual([
      "content/pages/home/en.md · chairs: is an article, which can be unpublished: link to the list of its kind",
    ]);
  });
});
