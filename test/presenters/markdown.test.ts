import { expect, it } from "@jest/globals";
import type { Article } from "../../src/domain/article.js";
import { articlePresenter } from "../../src/presenters/article.js";
import type { EventBoard } from "../../src/presenters/event-board.js";
import { eventBlocks } from "../../src/presenters/markdown-events.js";
import { pageBlocks } from "../../src/presenters/markdown-page.js";
import { pagePresenter } from "../../src/presenters/page.js";
import type { Services } from "../../src/services.js";
import { createAddresses } from "../../src/site/addresses.js";
import type { Page } from "../../src/site/page.js";
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
const about = { isList: false, t, mail: "hello@example.com" };
const listedArticles = [{ title: "L[a]mps", description: "All *about*", path: "/en/guides/lamps" }];
const blocksOf = (more: object = {}) => pageBlocks(page, { ...about, ...more }).flatMap((block) => block.split("\n\n"));
const opening = ["# A table", "Sit [down](/en/sit).", "- Price: SEK 100\n- Seats: 12 (at most)"];
const section = ["## Agenda", "How it goes.", "### 17:30 Doors", "Come in.", "### Later", "Go home."];
const ending = ["## Come by", "We meet.", "[See when](/en/events)"];
const lampLine = "- [L\\[a\\]mps](/en/guides/lamps): All \\*about\\*";
/** What a presenter needs of the services for texts without lists, events and forms. */
const services = {
  baseUrl,
  getFixedT: () => t,
  library: {
    addresses: createAddresses("chat"),
    cities: [],
    illustrationPhase: () => 0,
    organisation: { mail: about.mail, timezone: "Europe/Stockholm" },
    page: () => page,
  },
} as unknown as Services;

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
  expect(blocksOf({ listedArticles: [], isList: true }).slice(3, 5)).toEqual([newest, "articles:list.empty"]);

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
  const board = { upcoming: [], later: [], next: null, calendars: [calendar] } as unknown as EventBoard;
  const events = eventBlocks(board, about.mail, t).join("\n\n").split("\n\n");
  expect(blocksOf({ board })).toEqual([...opening, ...events, ...section, ...ending]);
});

it("a page in Markdown begins with its front matter, and its links are absolute", () => {
  const [front, , lead] = pagePresenter(services).markdown("about", "en").split("\n\n");
  expect(front).toBe(
    '---\ntitle: "Tables"\ndescription: "About tables."\nlang: "en"\nurl: "https://www.example.com/en/about"\nupdated: "2026-11-20T00:00:00+01:00"\n---',
  );
  expect(lead).toBe("Sit [down](https://www.example.com/en/sit).");
});

it("an article in Markdown has its author, its dates and further reading", () => {
  const lamps = {
    kind: "guide",
    slug: "lamps",
    concept: "AFTER",
    title: "L[a]mps",
    description: "All *about*",
    locale: "sv",
    author: "The editors",
    topics: ["pricing", "light"],
    published: "2026-07-01T00:00",
    updated: "2026-11-20T12:00",
    zone: "Europe/Stockholm",
    markdown: "Switch [them](/en/on) on.",
    related: [],
    next,
  } as unknown as Article;
  const articles = { current: () => ({ find: ({ slug }: Article) => (slug === "lamps" ? lamps : undefined) }) };
  const { markdown } = articlePresenter({ ...services, articles } as unknown as Services);
  const front =
    '---\ntitle: "L[a]mps"\ndescription: "All *about*"\nlang: "sv"\nurl: "https://www.example.com/sv/guides/lamps"\nauthor: "The editors"\npublished: "2026-07-01T00:00:00+02:00"\nupdated: "2026-11-20T12:00:00+01:00"\ntopics: ["pricing","light"]\n---';
  const heading = "# L[a]mps";
  const text = ["All *about*", "Switch [them](https://www.example.com/en/on) on."];
  const end = ["## Come by", "We meet.", "[See when](https://www.example.com/en/events)"];
  const lampLine = "- [L\\[a\\]mps](https://www.example.com/sv/guides/lamps): All \\*about\\*";

  expect(markdown(lamps, "sv")).toBe(`${[front, heading, ...text, ...end].join("\n\n")}\n`);
  const related = [
    { kind: "guide", slug: "lamps" },
    { kind: "guide", slug: "gone" },
  ] as const;
  expect(markdown({ ...lamps, related }, "nb")).toBe(
    `${[front, heading, "> articles:notInLanguage", ...text, "## articles:related", lampLine, ...end].join("\n\n")}\n`,
  );
});
