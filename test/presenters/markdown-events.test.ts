import { expect, it } from "@jest/globals";
import type { EventRecord } from "../../src/contracts/event-record.js";
import type { EventBoard } from "../../src/presenters/event-board.js";
import { eventBlocks } from "../../src/presenters/markdown-events.js";
import { evening, keysOf as t } from "../support/event-record.js";

const mail = "hello@example.com";
const blocksOf = (board: object) => eventBlocks(board as EventBoard, mail, t);

it("a line has date, title, venue, audience, recurrence, change and next step of an event", () => {
  const row = (change: Partial<EventRecord> = {}, rest: object = {}) => ({
    record: { ...evening, ...change },
    audience: "For all",
    change: "",
    theme: "",
    signUp: "",
    action: null,
    ...rest,
  });
  const lineOf = (one: ReturnType<typeof row>) =>
    blocksOf({ upcoming: [one], later: [], next: null, calendars: [] })[1];
  const link = `[An \\[evening\\]](${evening.path})`;
  const when = "Thursday 25 March 2027, 17:30–20:00";

  expect(lineOf(row())).toBe(`- **${when}**: ${link}. The bar, Gothenburg. For all. One evening.`);
  expect(
    lineOf(row({ recurring: true, status: "tentative", price: { amount: 1, currency: "SEK", text: "SEK 1" } })),
  ).toBe(`- **${when}**: ${link}. The bar, Gothenburg. For all. SEK 1. events:board.tentative`);
  const action = { label: "Come" };
  expect(lineOf(row({ attendance: "hybrid", recurring: true }, { change: "Now *later*.", action }))).toBe(
    `- **${when}**: ${link}. The bar, Gothenburg, events:board.hybrid. For all. Now \\*later\\*. [Come](${evening.actionPath})`,
  );
  expect(lineOf(row({ attendance: "online", venue: null, status: "cancelled", recurring: true }))).toBe(
    `- **~~${when}~~**: ${link}. events:board.online. For all.`,
  );
});

it("the events begin with the next one or a note that there is none, and end with the calendars", () => {
  const row = (title: string) => ({
    record: { ...evening, title },
    audience: "All",
    change: "",
    theme: "",
    signUp: "",
    action: null,
  });
  const calendars = [
    { city: "Gothenburg", address: "/api/calendar/gothenburg", webcal: "webcal://x/gothenburg" },
    { city: "Varberg", address: "/api/calendar/varberg", webcal: "webcal://x/varberg" },
  ];
  const empty = { upcoming: [], later: [], next: null, calendars };
  const hint = "events:board.emptyHint [hello@example.com](mailto:hello@example.com)";
  const next = { title: "Tables", dateText: "in May" };

  expect(blocksOf(empty).slice(0, 4)).toEqual([
    "## events:board.heading",
    "events:board.empty",
    hint,
    "## events:subscribe.heading",
  ]);
  expect(blocksOf({ ...empty, next })[1]).toBe("events:board.emptyUntil title=Tables when=in May");
  const [, rows, ...rest] = blocksOf({ ...empty, upcoming: [row("First")], later: [row("Then")] });
  expect(rows!.split("\n").map((line) => /\[(\w+)\]/.exec(line)![1])).toEqual(["First", "Then"]);
  expect(rest).toEqual([
    "## events:subscribe.heading",
    "events:subscribe.text",
    "- [events:subscribe.city city=Gothenburg](/api/calendar/gothenburg), [events:subscribe.open](webcal://x/gothenburg)\n- [events:subscribe.city city=Varberg](/api/calendar/varberg), [events:subscribe.open](webcal://x/varberg)",
    "events:subscribe.instructions:\n\n- events:subscribe.google: events:subscribe.googleInstructions\n- events:subscribe.apple: events:subscribe.appleInstructions\n- events:subscribe.outlook: events:subscribe.outlookInstructions",
    "events:subscribe.unsubscribe",
  ]);
});
