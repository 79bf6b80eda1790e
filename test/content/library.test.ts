import { beforeEach, describe, expect, it } from "@jest/globals";
import { stringify } from "yaml";
import { pageNames } from "../../src/site/paths.js";
import { tinyContent } from "../fixtures/content.js";
import { discount } from "../fixtures/discounts.js";
import { tinyContentFolder } from "../support/content-copy.js";
import { errorIn, libraryOf, problemsIn } from "../support/content-folder.js";
import { forEvery } from "../support/for-every.js";
import { languages } from "../support/specified-pages.js";

let content: ReturnType<typeof tinyContentFolder>;
beforeEach(() => {
  content = tinyContentFolder();
});

const change = (name: string, edit: (text: string) => string) => content.change(`pages/${name}`, edit);
const problems = () => problemsIn(content.folder);

it("the shipped content has no problem", () => {
  expect(problemsIn("content")).toEqual([]);
});

it("all problems are reported together, each with its file and field", () => {
  content.remove("pages/home/nb.md");
  change("home/sv.md", (text) => text.replace(/^title: .*$/m, "title: x\nsubtitle: y"));
  change("after-commerce/en.md", (text) => `${text}\n\n[words](page:nowhere)\n`);
  change("after-commerce-faq/en.md", (text) => text.replace("{#first}", "{#earlier}"));
  content.write("pages/home/en.txt", "");

  expect(problems().sort()).toEqual([
    expect.stringMatching(/^content\/pages\/after-commerce-faq\/nb\.md · sections: /),
    expect.stringMatching(/^content\/pages\/after-commerce-faq\/sv\.md · sections: .*ids of en\.md \(.*earlier.*first/),
    'content/pages/after-commerce/en.md · link: there is no page "nowhere"',
    expect.stringMatching(/^content\/pages\/home\/en\.txt · : is not read: names are/),
    "content/pages/home/nb.md · : is missing",
    expect.stringMatching(
      /^content\/pages\/home\/sv\.md · subtitle: there is no field "subtitle"; did you mean "title"\?/,
    ),
    expect.stringMatching(/^content\/pages\/home\/sv\.md · title: has 1 character, at least 3/),
  ]);
});

forEvery<[string, string, (text: string) => string, string]>([
  [
    "a share in place of per cent",
    "membership.json",
    (text) => text.replace(/"vat": \d+/, '"vat": 0.12'),
    ":4 · vat: must be per cent: 12 means 12 % (found 0.12)",
  ],
  [
    "a heading above the front matter",
    "pages/home/en.md",
    (text) => `# Home\n${text}`,
    ':1: must begin with front matter between two lines of ---, but the first line is "# Home"',
  ],
  [
    "a heading in the front matter",
    "pages/home/en.md",
    (text) => text.replace("---\n", "---\n## Who\n"),
    ":2 · front matter: has a heading, which belongs below the second ---: ## Who",
  ],
  [
    "a link to a page that there is not",
    "pages/home/en.md",
    (text) => text.replace("Text about", "[x](page:nowhere) about"),
    ':21 · link: there is no page "nowhere"',
  ],
  [
    "a key that is not known, whose value has a fact",
    "pages/home/en.md",
    (text) => text.replace("---\n", '---\ndescripton: "{{site.name}} is here."\n'),
    ':2 · descripton: there is no field "descripton"; did you mean "description"?',
  ],
  [
    "a fact without quotes",
    "pages/home/en.md",
    (text) => text.replace(/^lead: .*$/m, "lead: {{site.name}} is here."),
    ":7 · front matter: needs quotes around a text that begins with {{, *, & or !: lead: {{site.name}} is here.",
  ],
  [
    "nothing but a fact without quotes",
    "pages/home/en.md",
    (text) => text.replace(/^lead: .*$/m, "lead: {{site.name}}"),
    ":7 · front matter: needs quotes around a text that begins with {{, *, & or !: lead: {{site.name}}",
  ],
  [
    "two mistakes of YAML, of which the first is reported",
    "pages/home/en.md",
    (text) => text.replace("title: ", "title: [\nlabel: ]]"),
    ":3 · front matter: is not YAML: ",
  ],
  [
    "emphasis without quotes",
    "pages/home/en.md",
    (text) => text.replace(/^lead: .*$/m, "lead: *Commerce* in three cities."),
    ":7 · front matter: needs quotes around a text that begins with {{, *, & or !: lead: ",
  ],
  [
    "one word with emphasis, without quotes",
    "pages/home/en.md",
    (text) => text.replace(/^lead: .*$/m, "lead: *Commerce*"),
    ":7 · front matter: needs quotes around a text that begins with {{, *, & or !: lead: ",
  ],
  [
    "an ampersand without quotes",
    "pages/home/en.md",
    (text) => text.replace(/^lead: .*$/m, "lead: &more than that"),
    ":7 · front matter: needs quotes around a text that begins with {{, *, & or !: lead: ",
  ],
  [
    "an exclamation mark without quotes",
    "pages/home/en.md",
    (text) => text.replace(/^lead: .*$/m, "lead: !new dates"),
    ":7 · front matter: needs quotes around a text that begins with {{, *, & or !: lead: ",
  ],
  [
    "an unknown zone",
    "site.json",
    (text) => text.replace("Europe/Stockholm", "Europe/Gothenburg"),
    ':19 · timezone: must be an IANA time zone, such as Europe/Stockholm (found "Europe/Gothenburg")',
  ],
  [
    "an impossible date",
    "pages/home/en.md",
    (text) => text.replace(/^updated: .*$/m, "updated: 2026-02-30"),
    '· updated: must be a date that exists: 2027-05-06 (found "2026-02-30")',
  ],
  ["a comma too many in JSON", "cities.json", (text) => text.replace(/\}\s*$/, "\n,}"), ": is not JSON: "],
  [
    "a key of JSON given twice",
    "membership.json",
    (text) => text.replace(/("vat": \d+)/, '$1,\n  "vat": 12'),
    ':5: has the key "vat" twice',
  ],
  [
    "a discount given twice",
    "membership.json",
    (text) => text.replace('"founder": {', '"student": {'),
    ': has the key "student" twice',
  ],
  [
    "a text of a discount that names one that there is not",
    "membership.json",
    (text) => text.replace("Text about the discount student", "{{membership.pupil-price}}"),
    ":25 · {{membership.pupil-price}}: is not a fact of ",
  ],
])("a mistake is reported with its line, the value found and the value expected", (_, file, spoil, expected) => {
  content = tinyContentFolder();
  content.change(file, spoil);
  const { message } = errorIn(content.folder)!;
  expect(message.split("\n").slice(1)).toEqual([expect.stringContaining(expected)]);
  expect(message).not.toMatch(/\?, with its/);
  expect(message).toMatch(new RegExp(`  content/${file}:\\d`));
});

it("an article can be changed on the day of its publication", () => {
  content.change("guides/chairs/en.md", (text) => text.replace("published: 2026-10-01", "published: 2026-10-01T07:00"));
  expect(problems()).toEqual([]);
});

forEvery(["13-45", "02-29", "easter"])("a holiday is rejected on a day that does not exist in every year", (day) => {
  content = tinyContentFolder();
  content.change("dialogue/sv.json", (text) => text.replace('"12-24"', `"${day}"`));
  expect(problems()).toEqual([expect.stringContaining(`content/dialogue/sv.json · namedDates.${day}: must be a day`)]);
});

describe("A page is rejected", () => {
  const mistakes: [string, (text: string) => string, RegExp][] = [
    ["without front matter", () => "Hello", /must begin with front matter .* but the first line is "Hello"/],
    ["with broken YAML", (text) => text.replace("lead: ", "lead: [ "), /front matter: /],
    [
      "with a key given twice",
      (text) => text.replace("---\n", "---\ntitle: Twice over\n"),
      /front matter: has the key title twice/,
    ],
    ["with a fact that nobody has stated", (text) => `${text}\n{{weather}}`, /\{\{weather\}\}: is not a fact/],
    ["with a section without a title", (text) => `${text}\n## {#x}`, /must stand under a heading/],
    ["with a heading that has no id", (text) => `${text}\n## Without id\n\nText`, /must stand under a heading/],
    ["with a heading of another level", (text) => `${text}\n# Top {#top}\n\nText`, /must stand under a heading/],
    ["with an id that stands twice", (text) => `${text}\n### Again {#first}\n\nText`, /\{#first\}: is used twice/],
    ["without a section", (text) => text.slice(0, text.indexOf("\n## ")), / · : has no section/],
    [
      "with a part before its first section",
      (text) => text.replace("\n## ", "\n### X {#x}\n\nText\n\n## "),
      /is a part before/,
    ],
    ["with an empty section", (text) => `${text}\n## Nothing {#nothing}\n`, /\{#nothing\}: has a title and no text/],
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
    [
      "with text before its first section",
      (text) => text.replace("\n## ", "\nText\n\n## "),
      /must stand under a heading/,
    ],
    [
      "with a link to a script",
      (text) => `${text}\n[x](javascript:alert(1))`,
      /has a link that is not allowed: javascript:alert/,
    ],
    ["with a link over plain HTTP", (text) => `${text}\n[x](http://example.com)`, /has a link that is not allowed/],
    [
      "with a link to another host by two slashes",
      (text) => `${text}\n[x](//example.com)`,
      /has a link that is not allowed/,
    ],
    [
      "with a subject and no mail",
      (text) => text.replace("  to: page:", "  subject: Hello\n  to: page:"),
      /next\.subject: must be set if/,
    ],
    ["with mail and no subject", (text) => text.replace(/to: page:.*/, "to: mail"), /next\.subject: must be set if/],
    ["with a next step to nowhere", (text) => text.replace("to: page:", "to: /"), /next\.to: must be page:/],
  ];
  it("with the reason", () => {
    // Each mistake on a page of its own, because reading a folder takes longest.
    const plain = pageNames.filter((name) => tinyContent[`pages/${name}/en.md`]!.includes("{#first}"));
    expect(plain.length).toBeGreaterThanOrEqual(mistakes.length);
    for (const [index, [, spoil]] of mistakes.entries()) change(`${plain[index]}/en.md`, spoil);
    const found = problems();
    const reported = mistakes.map(([what, , problem], index) => {
      const own = found.filter((line) => line.startsWith(`content/pages/${plain[index]}/en.md`));
      return [what, problem.test(own.join("\n"))];
    });
    expect(reported).toEqual(mistakes.map(([what]) => [what, true]));
  });
});

it("each text that is too long or too short is reported with its field", () => {
  const long = (characters: number) => "x".repeat(characters + 1);
  const words = { heading: long(60), action: long(40) };
  const fields = {
    title: long(60),
    description: long(160),
    label: long(24),
    heading: long(48),
    lead: "x".repeat(59),
    keyFacts: [{ term: long(30), value: long(80), note: long(60) }],
    ask: [long(70), "x"],
    next: { ...words, text: "x".repeat(19), to: "mail", subject: long(80) },
    form: { ...words, text: long(300), purpose: "to x", thanks: { heading: "x", text: "Thank you." } },
    updated: "2026-02-30",
  };
  change("contact/en.md", (text) => text.replace(/^---\n.*?\n---\n/s, `---\n${stringify(fields)}---\n`));

  expect(problems().map((line) => /^content\/pages\/contact\/en\.md · (.*?): /.exec(line)?.[1])).toEqual([
    ...["title", "description", "label", "heading", "lead"],
    ...["keyFacts.0.term", "keyFacts.0.value", "keyFacts.0.note", "ask.0", "ask.1"],
    ...["next.heading", "next.text", "next.action", "next.subject"],
    ...["form.heading", "form.text", "form.action", "form.purpose", "form.thanks.heading", "form.thanks.text"],
    "updated",
  ]);
});

it("the text of a form is required on pages with a form, and rejected on others", () => {
  const withoutForm = (text: string) => text.replace(/^form:\n(?: .*\n)+/m, "");
  const [form] = /^form:\n(?: .*\n)+/m.exec(tinyContent["pages/contact/sv.md"]!)!;
  change("contact/sv.md", withoutForm);
  change("about/sv.md", (text) => text.replace("next:\n", `${form}next:\n`));
  expect(problems()).toEqual([
    "content/pages/about/sv.md · form: must be set on pages with a form in src/site/forms.ts, and only there",
    "content/pages/contact/sv.md · form: must be set on pages with a form in src/site/forms.ts, and only there",
  ]);
});

it("a section with only-with appears only if the site uses that service", () => {
  change("home/nb.md", (text) => `${text}\n## Til andre {#others only-with=mistral}\n\nTekst`);
  change("home/sv.md", (text) => `${text}\n## Till andra {#others only-with=mistral}\n\nText`);
  change("home/en.md", (text) => `${text}\n## To others {#others only-with=mistral}\n\nText`);
  const idsWith = (uses: readonly "mistral"[]) =>
    libraryOf(content.folder, uses)
      .page("home", "sv")
      .sections.map(({ id }) => id);

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

it("raw HTML is shown as text", () => {
  change("home/sv.md", (text) => `${text}\n\n<script>alert(1)</script> <b onclick="x">fet</b>`);
  const { html } = libraryOf(content.folder).page("home", "sv").sections.at(-1)!;

  expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(html).not.toMatch(/<script|<b /);
});

it("a changed fact changes every page that uses it", () => {
  content.change("facts.json", (text) => JSON.stringify({ ...JSON.parse(text), "format.starts": "18:07" }));
  content.change("events/evening/event.json", (text) =>
    text.replace(/"start": "(\d{4}-\d\d-\d\d)T.*?"/, '"start": "$1T16:11"'),
  );
  const library = libraryOf(content.folder);

  for (const locale of languages) {
    const page = library.page("after-commerce-gothenburg", locale);
    expect(page.sections[0]!.html).toContain("16:11");
    expect(page.sections[1]!.parts.map(({ time }) => time)).toEqual(["16:11", "18:07"]);
  }
});

it("problems of facts and events are reported first, and then those of the texts that use them", () => {
  const facts = tinyContent["facts.json"]!;
  content.write("facts.json", '{"x": 1}');
  content.change("events/evening/event.json", (text) => text.replace('"AFTER"', '"EVENING"'));
  content.remove("pages/home/nb.md");

  expect(problems()).toEqual(["content/facts.json · x: must be a text, or a text for each of en, sv, nb (found 1)"]);
  content.write("facts.json", facts);
  expect(problems()).toEqual([expect.stringMatching(/^content\/events\/evening\/event\.json · concept: /)]);
  content.write("events/evening/event.json", tinyContent["events/evening/event.json"]!);
  expect(problems()).toEqual(["content/pages/home/nb.md · : is missing"]);
});

it("a fact is shown as it is, with any characters", () => {
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

it("a line in a code fence is not a heading", () => {
  change("home/en.md", (text) => `${text}\n\`\`\`sh\n# a comment\n\`\`\`\n`);
  expect(libraryOf(content.folder).page("home", "en").sections.at(-1)!.html).toContain("# a comment");
});

it("a file that is not UTF-8 is rejected", () => {
  content.write("pages/home/sv.md", Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xe5, 0xe4, 0xf6]));
  expect(problems().join("\n")).toMatch(/home\/sv\.md · : .*not valid/);
});

forEvery([
  ["site.json", '{"name": "For Commerce"}', /content\/site\.json · mail/],
  ["site.json", '{"name": "x", "mail": "nobody", "phone": "1"}', /mail: Invalid email[\s\S]*phone/],
  ["site.json", "{", /content\/site\.json · : .*JSON/],
  ["facts.json", '{"x": {"en": "one", "sv": "en"}}', /content\/facts\.json · x/],
])("an invalid site.json or facts.json is rejected with the field", (name, text, problem) => {
  content = tinyContentFolder();
  content.write(name, text);
  expect(problems().join("\n")).toMatch(problem);
});

it("topics.json that is not JSON is one problem, and articles have none", () => {
  content = tinyContentFolder();
  content.write("topics.json", "{,");
  expect(problems()).toEqual([expect.stringMatching(/^content\/topics\.json · : is not JSON/)]);
});

it("invalid values in site.json, membership.json, cities.json and topics.json are reported by field", () => {
  const change = (name: string, changes: object) =>
    content.change(name, (text) => JSON.stringify({ ...JSON.parse(text), ...changes }));
  const months = JSON.parse(tinyContent["site.json"]!).retentionMonths;
  change("site.json", {
    security: "nobody",
    timezone: "Mars",
    calendarNamespace: "https://www.tiny.example",
    legalName: "x",
    postalAddress: "x",
    retentionMonths: { ...months, contact: 0, join: 121, student: 1.5 },
    chat: { product: "Discord", segment: "Dis cord", invite: "http://chat.example" },
    contentSignals: { search: true, "ai-input": "yes" },
  });
  const broken = { ...discount(101, "broken"), form: "apply" };
  change("membership.json", {
    currency: "kr",
    price: 0,
    vat: 101,
    discounts: { none: broken, broken: { ...broken, name: { en: "x" } } },
  });
  change("cities.json", {
    oslo: { names: { en: "Oslo", sv: "Oslo" }, spellings: [""], timezone: "CET", country: "no" },
  });
  change("topics.json", { "On time": { en: "x", sv: "x", nb: "x" } });

  const fields = problems().map((line) => line.slice("content/".length, line.indexOf(": ")));
  const of = (file: string) => fields.filter((line) => line.startsWith(file)).map((line) => line.split(" · ")[1]);
  expect(of("site.json").sort()).toEqual([
    ...[
      "calendarNamespace",
      "chat.invite",
      "chat.segment",
      "contentSignals.ai-input",
      "contentSignals.ai-train",
      "legalName",
      "postalAddress",
    ],
    ...["retentionMonths.contact", "retentionMonths.join", "retentionMonths.student", "security", "timezone"],
  ]);
  expect(of("membership.json").sort()).toEqual([
    "currency",
    ...["form", "name.en", "name.nb", "name.sv", "percent"].map((field) => `discounts.broken.${field}`),
    ...["discounts.none", "price", "vat"],
  ]);
  expect(of("cities.json").sort()).toEqual(["oslo.country", "oslo.names.nb", "oslo.spellings.0", "oslo.timezone"]);
  expect(of("topics.json")).toEqual(["On time"]);
});

it("the address of the chat community cannot be that of another page", () => {
  content.change("site.json", (text) => text.replace('"segment": "chat"', '"segment": "faq"'));
  expect(problems()).toEqual(["content/site.json · chat.segment: is the address of another page"]);
});
