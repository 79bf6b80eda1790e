import { expect, it } from "@jest/globals";
import type { Article } from "../../src/domain/article.js";
import type { Page } from "../../src/domain/page.js";
import { llmsTxt, lowerHeadings } from "../../src/formats/llms-txt.js";
import { markdownArticle } from "../../src/formats/markdown-article.js";
import { eventBlocks } from "../../src/formats/markdown-events.js";
import { markdownPage } from "../../src/formats/markdown-page.js";
import { keysOf as t } from "../support/event-record.js";

const baseUrl = "https://www.example.com";
const next = { heading: "Come by", text: "We meet.", action: "See when", href: "/en/events" };
const page = {
  title: "Tables",
  description: "About tables.",
  heading: "A table",
  lead: "Sit [down](/en/sit).",
  updated: "2026-11-20",
  keyFacts: [
    { term: "Price", value: "SEK 100", note: null, part: null },
    { term: "Seats", value: "12", note: "at most", part: null },
  ],
  sections: [
    {
      title: "Agenda",
      markdown: "How it goes.",
      parts: [
        { time: "17:30", title: "Doors", markdown: "Come in." },
        { time: null, title: "Later", markdown: "Go home." },
      ],
    },
  ],
  next,
} as unknown as Page;
const about = {
  isList: false,
  t,
  mail: "hello@example.com",
  locale: "en",
  url: `${baseUrl}/en/tables`,
  baseUrl,
  zone: "Europe/Stockholm",
} as const;
const listedArticles = [{ title: "L[a]mps", description: "All *about*", path: "/en/guides/lamps" }];
const blocksOf = (...more: object[]) =>
  markdownPage(page, Object.assign({}, about, ...more))
    .trimEnd()
    .split("\n\n");
const front =
  '---\ntitle: "Tables"\ndescription: "About tables."\nlang: "en"\nurl: "https://www.example.com/en/tables"\nupdated: "2026-11-20T00:00:00+01:00"\n---';
const opening = [
  front,
  "# A table",
  "Sit [down](https://www.example.com/en/sit).",
  "- Price: SEK 100\n- Seats: 12 (at most)",
];
const section = ["## Agenda", "How it goes.", "### 17:30 Doors", "Come in.", "### Later", "Go home."];
const ending = ["## Come by", "We meet.", "[See when](https://www.example.com/en/events)"];
const lampLine = "- [L\\[a\\]mps](https://www.example.com/en/guides/lamps): All \\*about\\*";

it("a page in Markdown has the parts of its HTML in the same order", () => {
  expect(blocksOf()).toEqual([...opening, ...section, ...ending]);
  expect(blocksOf({ listedArticles })).toEqual([
    ...opening,
    ...section,
    "## articles:list.heading",
    lampLine,
    ...ending,
  ]);
  expect(blocksOf({ listedArticles: [] })).toEqual([...opening, ...section, ...ending]);
  const newest = "## articles:list.newest";
  expect(blocksOf({ listedArticles, isList: true })).toEqual([...opening, newest, lampLine, ...section, ...ending]);
  expect(blocksOf({ listedArticles: [], isList: true }).slice(4, 6)).toEqual([newest, "articles:list.empty"]);

  const form = {
    fields: [
      { label: "Name", hint: null, required: true, options: [] },
      { label: "Topic", hint: "Choose one.", required: false, options: [{ label: "Sales" }, { label: "Other" }] },
    ],
    retention: "Kept for a year.",
  };
  const fields = "- **Name**\n- **Topic (forms:optional)** Choose one. Sales; Other";
  expect(blocksOf({ form })).toEqual([...opening, ...ending, fields, "Kept for a year.", ...section]);
  const calendar = { city: "Varberg", address: `${baseUrl}/api/calendar/varberg`, webcal: "webcal://x/varberg" };
  const board = { upcoming: [], later: [], next: null, calendars: [calendar] };
  const events = eventBlocks(board, about.mail, t).join("\n\n").split("\n\n");
  expect(blocksOf({ board })).toEqual([...opening, ...events, ...section, ...ending]);
});

it("an article in Markdown has its author, its dates and further reading", () => {
  const article = {
    title: "Lamps",
    description: "About lamps.",
    locale: "sv",
    author: "The editors",
    topics: ["pricing", "light"],
    published: "2026-07-01T00:00",
    updated: "2026-11-20T12:00",
    zone: "Europe/Stockholm",
    markdown: "Switch [them](/en/on) on.",
    next,
  } as unknown as Article;
  const written = (related: typeof listedArticles, notice: string) =>
    markdownArticle(article, { url: `${baseUrl}/sv/guides/lamps`, baseUrl, notice, related, t });
  const front =
    '---\ntitle: "Lamps"\ndescription: "About lamps."\nlang: "sv"\nurl: "https://www.example.com/sv/guides/lamps"\nauthor: "The editors"\npublished: "2026-07-01T00:00:00+02:00"\nupdated: "2026-11-20T12:00:00+01:00"\ntopics: ["pricing","light"]\n---';
  const text = ["About lamps.", "Switch [them](https://www.example.com/en/on) on."];

  expect(written([], "")).toBe(`${[front, "# Lamps", ...text, ...ending].join("\n\n")}\n`);
  expect(written(listedArticles, "A draft.")).toBe(
    `${[front, "# Lamps", "> A draft.", ...text, "## articles:related", lampLine, ...ending].join("\n\n")}\n`,
  );
});

it("llms.txt leaves out parts without text", () => {
  const parts = [
    { heading: "Pages", blocks: ["- one", "", "- two"] },
    { heading: "Nothing", blocks: ["", ""] },
    { heading: "Neither", blocks: [] },
  ];
  expect(llmsTxt({ name: "Site", summary: "In short.", paragraphs: ["More.", ""], parts })).toBe(
    "# Site\n\n> In short.\n\nMore.\n\n## Pages\n\n- one\n\n- two\n",
  );
  expect(lowerHeadings(["# One", "## Two\n# three", "#four", "a # five"], 2)).toEqual([
    "### One",
    "#### Two\n# three",
    "#four",
    "a # five",
  ]);
});
