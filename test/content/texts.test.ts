/** What is wrong in pages, answers and articles, and how it is reported. */
import { readFileSync } from "node:fs";
import { beforeEach, expect, it } from "@jest/globals";
import { stringify } from "yaml";
import { pageNames } from "../../src/addresses/pages.js";
import { articleFile, tinyContent } from "../fixtures/content.js";
import { errorIn, libraryOf, problemsIn } from "../support/content-folder.js";
import { tinyContentFolder } from "../support/folders.js";

let content: ReturnType<typeof tinyContentFolder>;
beforeEach(() => {
  content = tinyContentFolder();
});

type Edit = (text: string) => string;
type Front = Parameters<typeof articleFile>[0];
const change = (name: string, edit: Edit) => content.change(`pages/${name}`, edit);
const add = (name: string, text: string) => change(name, (before) => `${before}\n${text}\n`);
const problems = () => problemsIn(content.folder);
const replaced = (from: string | RegExp, to: string) => (text: string) => text.replace(from, to);
const then = (more: string) => (text: string) => `${text}\n${more}\n`;
const section = (text: string) => `An opening.\n\n## First {#first}\n\n${text}\n`;

/** Expects one problem of each file, and no other; they are read together, because reading a folder takes longest. */
function expectReported(mistakes: readonly (readonly [file: string, problem: string])[]): void {
  const found = errorIn(content.folder)!.message.split("\n").slice(1);
  const isOf = (line: string, [file, problem]: (typeof mistakes)[number]) =>
    line.startsWith(`  content/${file}`) && line.includes(problem);
  expect(mistakes.filter((mistake) => found.filter((line) => isOf(line, mistake)).length !== 1)).toEqual([]);
  expect(found.filter((line) => !mistakes.some((mistake) => isOf(line, mistake)))).toEqual([]);
}

it("a mistake on a page is reported once, with the line of bad YAML, the value found and the value expected", () => {
  const link = "is shown as text: a link is written [text](page:<name>)";
  const place = "must stand under a heading";
  // biome-ignore format: a table is read in columns
  const mistakes: [Edit, string][] = [
    [then("## Without id\n\nText"),                     place],
    [replaced("\n## ", "\nText\n\n## "),                place],
    [then("### Again {#first}\n\nText"),                "{#first}: is used twice"],
    [(text) => text.slice(0, text.indexOf("\n## ")),    ": has no section"],
    [replaced("\n## ", "\n### X {#x}\n\nText\n\n## "),  "is a part before"],
    [then("## Nothing {#nothing}"),                     "{#nothing}: has a title and no text"],
    [then("## X {#x only-with=post}\n\nText"),          "only-with must be"],
    [then("### X {#x only-with=mistral}\n\nText"),      "only a whole section can"],
    [then("[x](javascript:alert(1))"),                  `"](javascript:alert(1)" ${link}`],
    [then("![x](https://example.com/x.png)"), ": has an image, and texts cannot have images"],
    [then("    Indented."),             ": begins too far right, and is shown as code"],
    [then("[x] (page:about)"),          '"] (page:about)" is shown as text: no space stands between ] and ('],
    [then("[x](page:nowhere)"),                         ' · link: there is no page "nowhere"'],
    [then("{{membership.pupil}}"),                      " · {{membership.pupil}}: is not a fact"],
    [replaced("  to: page:", "  subject: Hello\n  to: page:"), " · next.subject: must be set if"],
    [replaced("to: page:", "to: /"),                    " · next.to: must be page:"],
    [replaced(/^/, "# Home\n"),                         ':1: must begin with front matter between two lines of ---, but the first line is "# Home"'],
    [replaced("---\n", "---\n## Who\n"),                ":2 · front matter: has a heading, which belongs below the second ---"],
    [replaced("---\n", "---\ndescripton: x\n"),         ' · descripton: is no field here'],
    [replaced(/^lead: .*$/m, "lead: {{site.name}} is here."), ":7 · front matter: has a text with quotation marks inside, or that begins with {{"],
    [replaced(/^lead: .*$/m, "lead: !new dates"),       "begins with *, & or !, which needs quotation marks"],
    [replaced("title: ", "title: [\nlabel: ]]"),        ":3 · front matter: has a line that begins too far"],
    [replaced("is this page about?", "is {x.y}?"),      ' · ask.0: "{x.y}" is not filled in: a fact is written {{name}}'],
    [then("## See **this** {#see}\n\nText."),           ' · {#see}: "**" is shown as text'],
    [replaced(/^updated: .*$/m, "updated: 2026-02-30"), ' · updated: must be a date that exists, such as 2027-05-06 (found "2026-02-30")'],
  ];
  const plain = pageNames.filter((name) => tinyContent[`pages/${name}/en.md`]!.includes("{#first}"));
  for (const [index, [edit]] of mistakes.entries()) change(`${plain[index]}/en.md`, edit);
  expectReported(mistakes.map(([, problem], index) => [`pages/${plain[index]}/en.md`, problem]));
});

it("a mistake in an article is reported once, with its reason", () => {
  const link = "is shown as text: a link is written [text](page:<name>)";
  // biome-ignore format: a table is read in columns
  const mistakes: [Parameters<typeof articleFile>, string][] = [
    [[{ related: ["guide:lamps-a"] }],      "related: names itself"],
    [[{ title: "On `lamps`" }],             'title: "`" is shown as text: Markdown does not work here'],
    [[{ slug: "shades" }],                  "slug: must be "],
    [[{ kind: "perspective" }],             'kind: must be "guide", as its folder'],
    [[{ title: "x".repeat(61) }],           "title: must have at most 60 characters (found 61 characters)"],
    [[{ description: "x".repeat(79) }],     "description: must have at least 80 characters (found 79 characters)"],
    [[{ published: "2026-02-30", updated: "2026-11-01" }], "published: must be a date"],
    [[{ updated: "2026-10-31" }],           "updated: must not be before `published`"],
    [[{ topics: ["weather"] }],             'topics: there is no "weather" in topics.json'],
    [[{ topics: ["returns", "returns"] }],  "topics: must not repeat an item"],
    [[{ concept: "BREAKFAST" }],            "concept: "],
    [[{ related: ["guide:shades"] }],       "related: there is no guide:shades"],
    [[{}, "[x](page:nowhere)"],             'link: there is no page "nowhere"'],
    [[{}, "[x](guide:shades)"],             "guide:shades: does not exist"],
    [[{}, "[x](guide:../../x)"],            '"guide:../../x" is not guide:<slug> or'],
    [[{}, "[x](http://example.com)"],       link],
    [[{}, "[x][y]"],                        `:20: "][y]" ${link}`],
    [[{}, "[y]: guide:chairs"],             `"]: guide:chairs" ${link}`],
    [[{}, "[x](/en/guides/chairs)"],        "/en/guides/chairs: is a written-out address"],
    [[{}, "## First"],                      "First: is not a heading like"],
    [[{}, "Text.[^a]"],                     '"[^a]" refers to a note that is missing'],
    [[{}, "Text.\n\n[^a]: Note."],          "[^a]: is a note without a reference"],
    [[{}, "\n"],                            "has no text below its front matter"],
  ];
  const names = mistakes.map((_, index) => `lamps-${String.fromCharCode(97 + index)}`);
  for (const [index, [[front, text]]] of mistakes.entries())
    content.write(`guides/${names[index]}/en.md`, articleFile({ slug: names[index], ...front }, text));
  // A text that links to a rejected article has no problem of its own.
  content.write("guides/shades-a/en.md", articleFile({ slug: "shades-a" }, `[Lamps](guide:${names[1]})`));
  expectReported(mistakes.map(([, problem], index) => [`guides/${names[index]}/en.md`, problem]));
});

it("files that are missing, unreadable or of no text, and languages that differ, are reported", () => {
  content.remove("pages/home/nb.md");
  content.write("pages/about/sv.md", Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xe5, 0xe4, 0xf6]));
  change("after-commerce-faq/en.md", replaced("{#first}", "{#earlier}"));
  const unread = ["guides/Lamps/en.md", "guides/lamps/de.md", "guides/lamps/more/en.md", "pages/home/en.txt"];
  for (const file of unread) content.write(file, "");
  content.write("guides/lamps/en.md", articleFile());
  const different = { concept: "COMMONS", topics: ["returns"], related: ["guide:chairs"] };
  content.write("guides/lamps/sv.md", articleFile(different));
  content.change("answers/sv.md", (text) => `${text.replace("it?", "it")}\n### Why? {#why}\n\nBecause.\n`);
  const expected = [
    "answers/sv.md · sections: must have the ids of en.md (not in both: answers/why)",
    "answers/sv.md · {#what}: must be a question, and end with a question mark",
    ...unread.slice(0, 2).map((file) => `${file} · : is not`),
    ...Object.keys(different).map((field) => `guides/lamps/sv.md · ${field}: is not the same as in en.md`),
    "guides/lamps/more/en.md · : is not",
    "pages/about/sv.md · : ",
    "pages/after-commerce-faq/nb.md · sections: must have the ids of en.md",
    "pages/after-commerce-faq/sv.md · sections: must have the ids of en.md (not in both: earlier, first)",
    "pages/home/en.txt · : is not read: texts are named",
    "pages/home/nb.md · : is missing",
  ];
  expect(problems().sort()).toEqual(expected.sort().map((problem) => expect.stringContaining(`content/${problem}`)));
});

it("each text of a page that is too long or too short is reported with its field", () => {
  const long = (characters: number) => "x".repeat(characters + 1);
  const next = { heading: long(60), text: "x".repeat(19), action: long(40), to: "mail", subject: long(80) };
  const keyFacts = [{ term: long(30), value: long(80), note: long(60) }];
  const front = stringify({ title: long(60), lead: "x".repeat(59), keyFacts, ask: [long(70), "x"], next });
  change("about/en.md", (text) => text.replace(/^title: .*?(?=^updated:)/ms, `label: A\nheading: About\n${front}`));
  const fields = problems().map((line) => /^content\/pages\/about\/en\.md · (.*?): /.exec(line)?.[1]);
  const inKeyFacts = "keyFacts.0.term keyFacts.0.value keyFacts.0.note";
  const inNext = "next.heading next.text next.action next.subject";
  expect(fields.join(" ")).toBe(`title description label lead ${inKeyFacts} ask.0 ask.1 ${inNext}`);
});

it("the text of a form is required on pages with a form, and rejected on others", () => {
  const [form] = /^form:\n(?: .*\n)+/m.exec(tinyContent["pages/contact/sv.md"]!)!;
  change("contact/sv.md", replaced(form, ""));
  change("about/sv.md", replaced("next:\n", `${form}next:\n`));
  const problem = "sv.md · form: must be set on pages with a form in src/addresses/pages.ts, and only there";
  expect(problems()).toEqual([`content/pages/about/${problem}`, `content/pages/contact/${problem}`]);
});

it("a section with only-with appears only if the site uses that service, in each language", () => {
  for (const locale of ["en", "sv", "nb"]) add(`home/${locale}.md`, "## Others {#others only-with=mistral}\n\nText");
  const idsWith = (uses: readonly "mistral"[]) => {
    const { sections } = libraryOf(content.folder, uses).page("home", "sv");
    return sections.map(({ id }) => id);
  };
  expect(idsWith(["mistral"])).toEqual([...idsWith([]), "others"]);
  change("home/nb.md", replaced(" only-with=mistral", ""));
  expect(problems()).toEqual([
    expect.stringMatching(/home\/nb\.md · sections: .* others only-with=mistral, others\)$/),
  ]);
});

it("code has no headings, and words with a hyphen stay together except in code", () => {
  add("home/sv.md", "e-post: `e-post`, a-b@example.com\n\n```\n# No\n```");
  expect(libraryOf(content.folder).page("home", "sv").sections.at(-1)!.html).toContain(
    "<p>e-\u2060post: <code>e-post</code>, a-b@example.com</p>\n<pre><code># No\n</code></pre>",
  );
});

const asItIs: [written: string, reported: string][] = [
  ["{membership.price}", '"{membership.price}" is not filled in: a fact is written {{name}}'],
  ["{{membership.price}", '"{{membership.price}" is not filled in'],
  ["{{the price}}", '"{{the price}}" is not filled in'],
  ["membership.price}}", '"}}" is not filled in'],
  ["$membership.price", '"$membership.price" is not filled in'],
  ["one<br/>two", '"<br/>" is shown as text: HTML does not work'],
  ["<!-- later -->", '"<!-- later -->" is shown as text'],
  ["<http://example.com>", '"<http://example.com>" is shown as text'],
  ["5&nbsp;o’clock", '"&nbsp;" is shown as text: write the character itself'],
  ["one\ttwo", '"\\t" is a tab: write spaces'],
];

it("what visitors would read as it was typed is reported with its line: facts with wrong braces, HTML, entities, tabs", () => {
  const lines = asItIs.map(([written]) => `Some words ${written} more words.`).join("\n");
  content.write("guides/lamps/en.md", articleFile({}, section(lines)));
  add("home/en.md", lines);
  content.change("answers/en.md", (text) => `${text}${lines}\n`);
  content.change("events/evening/en.md", (text) => `${text}${lines}\n`);
  const reported = () => errorIn(content.folder)!.message.split("\n").slice(1);
  const expected = (file: string) => {
    const first = readFileSync(`${content.folder}/${file}`, "utf8").split("\n").indexOf(lines.split("\n")[0]!) + 1;
    return asItIs.map(([, problem], index) =>
      expect.stringContaining(`  content/${file}:${first + index}: ${problem}`),
    );
  };
  expect(reported()).toEqual(expected("events/evening/en.md")); // the problems of events come first
  content.write("events/evening/en.md", tinyContent["events/evening/en.md"]!);
  expect(reported().filter((line) => !/is not a fact/.test(line))).toEqual(
    ["answers/en.md", "pages/home/en.md", "guides/lamps/en.md"].flatMap(expected),
  );
});

it("bold that is not closed, or has spaces inside, is reported with its line", () => {
  const right = "**Bold**, **bold\nover lines**, ***both***, \\*\\* and `**`.";
  const wrong = "- **Open\n- **Closed** and **so**\n\n**Spaced **x\n";
  content.write("guides/lamps/en.md", articleFile({}, `${right}\n\n${wrong}`));
  expect(errorIn(content.folder)!.message.split("\n").slice(1)).toEqual([
    expect.stringContaining('lamps/en.md:23: "**Open" is shown as text: bold is **written so**'),
    expect.stringContaining('lamps/en.md:26: "**Spaced **x" is shown as text'),
  ]);
});

it("words of an event that does not exist are reported", () => {
  content.change("dialogue/sv.json", (text) =>
    JSON.stringify({ ...JSON.parse(text), events: { brunch: ["brunch"], evening: ["evening"] } }),
  );
  const lost = "content/dialogue/sv.json · events.brunch: is no event: its words belong to none";
  expect(problems()).toEqual([lost]);
  content.write("events/evening/event.json", "{"); // an event with a mistake exists
  expect(problems()).toEqual([expect.stringContaining("evening/event.json"), lost]);
});

it("code, escapes, autolinks, signs that are no markup, and files as Windows saves them are no problem", () => {
  const text = "`<b>{x}</b>`, \\<b\\>, <https://example.com>, <a@example.com>, 3 < 4, US$ 5, $5, AT&T, Q&A.";
  add("home/en.md", `${text}\n\n\`\`\`\n{"a": "<b>&nbsp;$x"}\t{{site.name}}\n\`\`\``);
  change("home/en.md", replaced("is this page about?", "is 3 < 4, US$ 5 and Q&A?"));
  const code = "`[x](y)`, `![x](y)`, `[^z]` and `<http://x>`; {{site.name}}.\n\n```\n[x][y] ![x](y) [^z]\n```";
  content.write("guides/lamps/en.md", articleFile({}, section(`A note.[^a] ${code}\n\n[^a]: The note.`)));
  for (const file of ["answers/en.md", "pages/home/en.md", "site.json", "dialogue/en.txt"])
    content.change(file, (text) => `\ufeff${text.replaceAll("\n", "\r\n")}`);
  expect(problems()).toEqual([]);
});

it("a section has at most 110 words, an answer 90, of those that an editor writes: facts and generated parts do not count", () => {
  const words = (count: number) => "word ".repeat(count);
  const generated = "{{membership.discounts}} {{site.name}}\n\n```\nsome code here\n```";
  for (const locale of ["en", "sv", "nb"]) {
    content.change(`answers/${locale}.md`, (text) => `${text}\n### Why? {#why}\n\n${words(90)}${generated}\n`);
    add(`home/${locale}.md`, `## On lamps {#lamps}\n\n${words(110)}${generated}`);
  }
  expect(problems()).toEqual([]);
  add("home/en.md", "More.");
  content.change("answers/en.md", (text) => `${text}\nMore.\n`);
  expect(problems()).toEqual([
    "content/answers/en.md · {#why}: has 91 words, at most 90: shorten it, or split it",
    "content/pages/home/en.md · {#lamps}: has 111 words, at most 110: shorten it, or split it",
  ]);
});

it("an article can link to another that can be read whenever the text can, and a page to none", () => {
  const later = { published: "2026-11-02" };
  const draft = { draft: true };
  const links: readonly { linked: Front; linking?: Front; problem?: string; locale?: string }[] = [
    { linked: {} },
    { linked: later, problem: "is published after this text was updated" },
    { linked: later, linking: { updated: "2026-11-02" } },
    { linked: draft, problem: "is a draft" },
    { linked: draft, linking: draft },
    { linked: {}, locale: "sv", problem: "does not exist in this language" },
  ];
  const expected = links.flatMap(({ linked, linking, problem, locale = "en" }, index) => {
    const [lamps, shades] = [`lamps-${index}`, `shades-${index}`];
    content.write(`guides/${shades}/${locale}.md`, articleFile({ slug: shades, ...linked }, section("Text.")));
    content.write(`guides/${lamps}/en.md`, articleFile({ slug: lamps, ...linking }, `[x](guide:${shades}#first)`));
    return problem ? [`content/guides/${lamps}/en.md · guide:${shades}: ${problem}`] : [];
  });
  add("home/en.md", "[x](guide:chairs)");
  const onPage = "chairs: is an article, which can be unpublished: link to the list of its kind";
  expect(problems().sort()).toEqual([...expected, `content/pages/home/en.md · ${onPage}`]);
});
