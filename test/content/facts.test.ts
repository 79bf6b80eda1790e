import { beforeEach, expect, it } from "@jest/globals";
import { load } from "cheerio";
import { tinyContent } from "../fixtures/content.js";
import { discount } from "../fixtures/discounts.js";
import { errorIn, libraryOf, problemsIn } from "../support/content-folder.js";
import { copyOf, tinyContentFolder } from "../support/folders.js";
import { forEvery } from "../support/for-every.js";
import { languages } from "../support/shipped.js";

let content: ReturnType<typeof tinyContentFolder>;
beforeEach(() => {
  content = tinyContentFolder();
});

const problems = () => problemsIn(content.folder);
const changeJson = (name: string, changes: object) =>
  content.change(name, (text) => JSON.stringify({ ...JSON.parse(text), ...changes }));

const mistakes: [file: string, text: string | RegExp, becomes: string, problem: string][] = [
  ["membership", /"vat": \d+/, '"vat": 0.12', " · vat: must be per cent: 12 means 12 % (found 0.12)"],
  ["membership", /"vat": \d+/, '$&,\n  "vat": 12', ":5: has a field that stands above too"],
  ["membership", /"currency": "\w+"/, '"currency": "kr"', " · currency: must be a currency of three capital letters"],
  ["membership", /"price": \d+/, '"price": 0', " · price: must be more than 0 (found 0)"],
  ["membership", "Text about the discount student", "{{membership.pupil}}", " · {{membership.pupil}}: is not a fact"],
  ["cities", /\}\s*$/, "\n,}", ": is not JSON: there is a comma or bracket too many, at ,}"],
  ["facts", '"18:15"', '"18:15",', ".json:2: is not JSON: there is a comma or bracket too many, at ,"],
  ["facts", '"18:15"', '"18:15"\n"x": "y"', ".json:3: is not JSON: a comma, colon, quotation mark or bracket is"],
  ["facts", '"18:15"', '"at "18:15" sharp"', ".json:2: is not JSON: a text has quotation marks inside"],
  ["facts", '"18:15"', "“18:15”", ".json:2: is not JSON: a value or straight quotation marks are missing before “"],
  ["facts", '"18:15"', "'18:15'", '.json:2: is not JSON: a text stands between " and ", on one line and without tabs'],
  ["facts", '"18:15"', '"18:15', '.json:2: is not JSON: a text stands between " and ", on one line and without tabs'],
  ["facts", '"18:15"', '"18:15" # sharp', ".json:2: is not JSON: there is a comment after"],
  ["facts", '"18:15"', "", ".json:2: is not JSON: a value or straight quotation marks are missing before }"],
  ["facts", "}", "", ".json:2: is not JSON: a comma, colon, quotation mark or bracket is missing before the end"],
  ["facts", "}", "}}", ".json:3: is not JSON: there is a comma or bracket too many, at }"],
  ["membership", /"vat": \d+/, '"vat": 12,5', ".json:4: is not JSON: a number is written with a point, such as 0.5"],
  ["site", "Europe/Stockholm", "Europe/Oz", " · timezone: must be an IANA time zone, such as Europe/Stockholm (found "],
  ["site", '"segment": "chat"', '"segment": "faq"', "· chat.segment: is the address of another page"],
  ["facts", "{", '{"x": 1, ', "· x: must be a text, or a text for each of en, sv, nb"],
];
forEvery(mistakes)("a mistake is reported once, with its field and the value found", (file, text, becomes, problem) => {
  content = tinyContentFolder();
  content.change(`${file}.json`, (before) => before.replace(text, becomes));
  const { message } = errorIn(content.folder)!;
  expect(message.split("\n").slice(1)).toEqual([expect.stringContaining(problem)]);
  expect(message).toContain(`  content/${file}.json`);
});

it("invalid values in site.json, membership.json, cities.json and topics.json are reported by field", () => {
  const months = JSON.parse(tinyContent["site.json"]!).retentionMonths;
  changeJson("site.json", {
    security: "nobody",
    timezone: "Mars",
    calendarNamespace: "https://www.tiny.example",
    legalName: "x",
    retentionMonths: { ...months, contact: 0, join: 121 },
    chat: { product: "Discord", segment: "Dis cord", invite: "http://chat.example" },
    contentSignals: { search: true, "ai-input": "yes" },
  });
  const broken = { ...discount(101, "broken"), form: "apply" };
  const discounts = { none: broken, broken: { ...broken, name: { en: "x" } } };
  changeJson("membership.json", { currency: "kr", price: 0, vat: 101, discounts });
  changeJson("cities.json", {
    oslo: { names: { en: "Oslo", sv: "Oslo" }, spellings: [""], timezone: "CET", country: "no" },
  });
  changeJson("topics.json", { "On time": { en: "x", sv: "x", nb: "x" } });
  const found = problems().map((line) => /^content\/(.*?) · (.*?): /.exec(line)!.slice(1).join(" "));
  expect(found.sort()).toEqual([
    ...["country", "names.nb", "spellings.0", "timezone"].map((field) => `cities.json oslo.${field}`),
    "membership.json currency",
    ...["form", "name.en", "name.nb", "name.sv", "percent"].map((field) => `membership.json discounts.broken.${field}`),
    ...["discounts.none", "price", "vat"].map((field) => `membership.json ${field}`),
    ...["calendarNamespace", "chat.invite", "chat.segment"].map((field) => `site.json ${field}`),
    ...["contentSignals.ai-input", "contentSignals.ai-train", "legalName"].map((field) => `site.json ${field}`),
    ...["retentionMonths.contact", "retentionMonths.join", "security", "timezone"].map((field) => `site.json ${field}`),
    "topics.json On time",
  ]);
});

it("a page links to no article, not in the text of a discount either", () => {
  content.change("membership.json", (text) =>
    text.replace("Text about the discount student", "See [it](guide:notes)."),
  );
  expect(problems()).toEqual([expect.stringContaining("notes: is an article, which can be unpublished")]);
});

it("a changed fact changes every page that uses it", () => {
  changeJson("facts.json", { "format.starts": "18:07" });
  content.change("events/evening/event.json", (text) => text.replace(/("start": "2026-02-05)T.*?"/, '$1T16:11"'));
  const library = libraryOf(content.folder);
  for (const locale of languages) {
    const page = library.page("after-commerce-gothenburg", locale);
    expect(page.sections[0]!.html).toContain("16:11");
    expect(page.sections[1]!.parts.map(({ time }) => time)).toEqual(["16:11", "18:07"]);
  }
});

it("cities are listed in the words of each language: all with an event, and those where a concept is held regularly", () => {
  const oslo = { names: { en: "Oslo", sv: "Oslo", nb: "Oslo" }, spellings: [], timezone: "Europe/Oslo", country: "NO" };
  changeJson("cities.json", { oslo, bergen: { ...oslo, names: { en: "Bergen", sv: "Bergen", nb: "Bergen" } } });
  for (const file of ["event.json", "en.md"])
    content.write(`events/oslo/${file}`, tinyContent[`events/evening/${file}`]!);
  changeJson("events/oslo/event.json", { city: "oslo", timezone: "Europe/Oslo" });
  for (const locale of languages)
    content.change(`pages/about/${locale}.md`, (text) => `${text}\n{{cities.all}} / {{cities.after-commerce}}`);
  const library = libraryOf(content.folder);
  for (const [locale, and] of Object.entries({ en: "and", sv: "och", nb: "og" } as const)) {
    const text = library.page("about", locale as "en").sections.at(-2)!.markdown;
    expect(text).toContain(`Gothenburg, Varberg ${and} Oslo / Gothenburg ${and} Oslo`);
  }
});

it("a city that gets events is named wherever the shipped texts list cities", () => {
  const { change, folder, write } = copyOf("content");
  const malmo = { names: { en: "Malmö", sv: "Malmö", nb: "Malmö" }, spellings: [], timezone: "Europe/Stockholm" };
  change("cities.json", (text) => JSON.stringify({ ...JSON.parse(text), malmo: { ...malmo, country: "SE" } }));
  const { overrides: _, ...series } = JSON.parse(tinyContent["events/evening/event.json"]!);
  for (const concept of ["AFTER", "BOARDROOM"]) {
    write(`events/malmo-${concept.toLowerCase()}/event.json`, JSON.stringify({ ...series, concept, city: "malmo" }));
    write(`events/malmo-${concept.toLowerCase()}/en.md`, tinyContent["events/evening/en.md"]!);
  }
  const library = libraryOf(folder);
  const names = ["home", "about", "dates", "after-commerce", "boardroom-for-commerce"] as const;
  for (const name of names)
    for (const locale of languages) expect(JSON.stringify(library.page(name, locale))).toContain("Malmö");
});

it("a fact is shown as it is, with any characters", () => {
  const name = 'A: "B" & C > *x* [y] ~~d~~ \\*';
  changeJson("site.json", { name, mail: "a_b_c@example.com" });
  content.change("pages/home/en.md", (text) => `${text}\nName: {{site.name}}, mail: {{site.mail}}`);
  const page = libraryOf(content.folder).page("home", "en");
  expect(page.lead).toContain(name);
  expect(load(page.sections.at(-1)!.html).text()).toContain(`Name: ${name}, mail: a_b_c@example.com`);
});
