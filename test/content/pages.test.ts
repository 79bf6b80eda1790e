import { beforeEach, expect, it } from "@jest/globals";
import { stringify } from "yaml";
import { pageNames } from "../../src/site/paths.js";
import { tinyContent } from "../fixtures/content.js";
import { tinyContentFolder } from "../support/content-copy.js";
import { libraryOf, problemsIn } from "../support/content-folder.js";

let content: ReturnType<typeof tinyContentFolder>;
beforeEach(() => {
  content = tinyContentFolder();
});

const change = (name: string, edit: (text: string) => string) => content.change(`pages/${name}`, edit);
const add = (name: string, text: string) => change(name, (before) => `${before}\n${text}\n`);
const problems = () => problemsIn(content.folder);

it("all problems are reported together, each with its file and field", () => {
  content.remove("pages/home/nb.md");
  content.write("pages/home/en.txt", "");
  content.write("pages/about/sv.md", Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xe5, 0xe4, 0xf6]));
  change("home/sv.md", (text) => text.replace(/^title: .*$/m, "title: x\nsubtitle: y"));
  add("after-commerce/en.md", "[words](page:nowhere)");
  change("after-commerce-faq/en.md", (text) => text.replace("{#first}", "{#earlier}"));
  const expected = [
    "about/sv.md · : ",
    "after-commerce-faq/nb.md · sections: must have the ids of en.md",
    "after-commerce-faq/sv.md · sections: must have the ids of en.md (not in both: earlier, first)",
    'after-commerce/en.md · link: there is no page "nowhere"',
    "home/en.txt · : is not read: names are",
    "home/nb.md · : is missing",
    'home/sv.md · subtitle: there is no field "subtitle"; did you mean "title"?',
    "home/sv.md · title: has 1 character, at least 3",
  ];
  expect(problems().sort()).toEqual(expected.map((problem) => expect.stringContaining(`content/pages/${problem}`)));
});

it("a page is rejected with the reason", () => {
  const replaced = (from: string | RegExp, to: string) => (text: string) => text.replace(from, to);
  const then = (more: string) => (text: string) => `${text}\n${more}\n`;
  const link = "has a link that is not allowed";
  const place = "must stand under a heading";
  // biome-ignore format: a table is read in columns
  const mistakes: [string, (text: string) => string, string][] = [
    ["with a section without a title",  then("## {#x}"),                            place],
    ["with a heading that has no id", then("## Without id\n\nText"),              place],
    ["with text before its sections", replaced("\n## ", "\nText\n\n## "),         place],
    ["with an id that stands twice",  then("### Again {#first}\n\nText"),         "{#first}: is used twice"],
    ["without a section",             (text) => text.slice(0, text.indexOf("\n## ")), " · : has no section"],
    ["with a part before its sections", replaced("\n## ", "\n### X {#x}\n\nText\n\n## "), "is a part before"],
    ["with an empty section",         then("## Nothing {#nothing}"),              "{#nothing}: has a title and no text"],
    ["about a service there is not",  then("## X {#x only-with=post}\n\nText"),   "only-with must be"],
    ["with a part about a service",   then("### X {#x only-with=mistral}\n\nText"), "only a whole section can"],
    ["with a link to a script",       then("[x](javascript:alert(1))"),           `${link}: javascript:alert`],
    ["with a link over plain HTTP",   then("[x](http://example.com)"),            link],
    ["with a subject and no mail",    replaced("  to: page:", "  subject: Hello\n  to: page:"), "next.subject: must be set if"],
    ["with a next step to nowhere",   replaced("to: page:", "to: /"),             "next.to: must be page:"],
  ];
  // Each mistake on a page of its own, because reading a folder takes longest.
  const plain = pageNames.filter((name) => tinyContent[`pages/${name}/en.md`]!.includes("{#first}"));
  for (const [index, [, spoil]] of mistakes.entries()) change(`${plain[index]}/en.md`, spoil);
  const found = problems();
  const unreported = mistakes.filter(([, , problem], index) => {
    const own = found.filter((line) => line.startsWith(`content/pages/${plain[index]}/en.md`));
    return !own.join("\n").includes(problem);
  });
  expect(unreported).toEqual([]);
});

it("each text that is too long or too short is reported with its field", () => {
  const long = (characters: number) => "x".repeat(characters + 1);
  const next = { heading: long(60), text: "x".repeat(19), action: long(40), to: "mail", subject: long(80) };
  const keyFacts = [{ term: long(30), value: long(80), note: long(60) }];
  const fields = stringify({ title: long(60), lead: "x".repeat(59), keyFacts, ask: [long(70), "x"], next });
  change("about/en.md", (text) => text.replace(/^title: .*?(?=^updated:)/ms, `label: A\nheading: About\n${fields}`));

  expect(problems().map((line) => /^content\/pages\/about\/en\.md · (.*?): /.exec(line)?.[1])).toEqual([
    ...["title", "description", "label", "lead", "keyFacts.0.term", "keyFacts.0.value", "keyFacts.0.note"],
    ...["ask.0", "ask.1", "next.heading", "next.text", "next.action", "next.subject"],
  ]);
});

it("the text of a form is required on pages with a form, and rejected on others", () => {
  const [form] = /^form:\n(?: .*\n)+/m.exec(tinyContent["pages/contact/sv.md"]!)!;
  change("contact/sv.md", (text) => text.replace(form, ""));
  change("about/sv.md", (text) => text.replace("next:\n", `${form}next:\n`));
  const problem = "sv.md · form: must be set on pages with a form in src/site/forms.ts, and only there";
  expect(problems()).toEqual([`content/pages/about/${problem}`, `content/pages/contact/${problem}`]);
});

it("a section with only-with appears only if the site uses that service", () => {
  for (const locale of ["en", "sv", "nb"]) add(`home/${locale}.md`, "## Others {#others only-with=mistral}\n\nText");
  const idsWith = (uses: readonly "mistral"[]) => {
    const { sections } = libraryOf(content.folder, uses).page("home", "sv");
    return sections.map(({ id }) => id);
  };
  expect(idsWith(["mistral"])).toEqual([...idsWith([]), "others"]);
});

it("each answer is a question with an id, at most 90 words and the same id in every language", () => {
  const tooLong = `### And why? {#why}\n\n${"word ".repeat(91)}\n`;
  content.change("answers/sv.md", (text) => `${text.replace("it?", "it")}\n${tooLong}`);

  expect(problems()).toEqual([
    "content/answers/sv.md · {#what}: must be a question, and end with a question mark",
    "content/answers/sv.md · {#why}: has 91 words, at most 90",
    "content/answers/sv.md · sections: must have the ids of en.md (not in both: answers/why)",
  ]);
});

it("raw HTML is shown as text, code has no headings, and words with a hyphen stay together except in code", () => {
  add("home/sv.md", '<script>alert(1)</script> <b onclick="x">e-post</b>: `e-post`, a-b@example.com\n\n```\n# No\n```');
  expect(libraryOf(content.folder).page("home", "sv").sections.at(-1)!.html).toContain(
    "<p>&lt;script&gt;alert(1)&lt;/script&gt; &lt;b onclick=&quot;x&quot;&gt;e-\u2060post&lt;/b&gt;: " +
      "<code>e-post</code>, a-b@example.com</p>\n<pre><code># No\n</code></pre>",
  );
});
