import { execFileSync } from "node:child_process";
import { describe, expect, it } from "@jest/globals";
import { sync as nodeIcal } from "node-ical";
import { type Calendar, icalendar } from "../../src/formats/icalendar.js";
import { forEvery } from "../support/for-every.js";
import {
  awkward,
  calendar,
  evening,
  eventsIn,
  linesOf,
  octetLines,
  read,
  valueIn,
  venue,
  withFeed,
} from "../support/icalendar.js";

describe("A calendar", () => {
  it("has its name, zone and refresh interval once each, and no METHOD", () => {
    const lines = linesOf(icalendar(calendar));

    expect(lines.slice(0, lines.indexOf("BEGIN:VEVENT")).toSorted()).toEqual([
      "BEGIN:VCALENDAR",
      "CALSCALE:GREGORIAN",
      "DESCRIPTION:Alla datum i Göteborg.",
      "NAME:For Commerce i Göteborg",
      "PRODID:-//for-commerce//calendar//SV",
      "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
      "VERSION:2.0",
      "X-PUBLISHED-TTL:PT1H",
      "X-WR-CALDESC:Alla datum i Göteborg.",
      "X-WR-CALNAME:For Commerce i Göteborg",
      "X-WR-TIMEZONE:Europe/Stockholm",
    ]);
  });

  it("that is no feed has nothing that describes a calendar to subscribe to", () => {
    const { feed, ...file } = calendar;
    const propertiesOf = (lines: string[]) => lines.slice(1, lines.indexOf("BEGIN:VEVENT")).toSorted();
    const own = ["CALSCALE:GREGORIAN", "PRODID:-//for-commerce//calendar//SV", "VERSION:2.0"];
    const organizer = { name: "For Commerce", email: "hello@example.com" };

    expect(propertiesOf(linesOf(icalendar(file)))).toEqual(own);
    expect(propertiesOf(linesOf(icalendar({ ...file, organizer })))).toEqual([
      own[0],
      "METHOD:PUBLISH",
      ...own.slice(1),
    ]);
    expect(eventsIn(icalendar(file)).map(String)).toEqual(eventsIn(icalendar(calendar)).map(String));
  });

  forEvery(awkward)("has a name that parsers read unchanged", (words) => {
    const text = withFeed({ name: words, description: words });

    // ical.js does not unescape unknown properties such as NAME.
    expect((nodeIcal.parseICS(text) as any).vcalendar).toMatchObject({
      name: words,
      description: words,
      "WR-CALNAME": words,
      "WR-CALDESC": words,
    });
    expect(valueIn(read(text), "description")).toBe(words);
  });

  it("has the same bytes each time, in any time zone of the server", () => {
    const there = { ...calendar, events: [evening, { ...evening, status: "cancelled" as const }] };
    const text = icalendar(there);

    expect(icalendar(there)).toBe(text);
    const empty = { ...calendar, events: [] };
    expect(builtIn("America/New_York", [there, empty])).toEqual([text, icalendar(empty)]);
  });
});

/** The documents of a machine in this time zone. */
function builtIn(TZ: string, calendars: readonly Calendar[]): string[] {
  const script = `
    import { text } from "node:stream/consumers";
    import { icalendar } from "./src/formats/icalendar.ts";
    import { createI18n } from "./src/content/i18n.ts";
    const t = createI18n("locales").getFixedT("sv");
    const calendars = JSON.parse(await text(process.stdin));
    process.stdout.write(JSON.stringify(calendars.map((calendar) => icalendar({ ...calendar, t }))));
  `;
  const options = { input: JSON.stringify(calendars), encoding: "utf8", env: { TZ } } as const;
  return JSON.parse(execFileSync(process.execPath, ["--import=tsx", "--input-type=module", "--eval", script], options));
}

describe("The lines of a calendar", () => {
  /** Shifted by each number of octets, so that some split a character at the end of a line. */
  const shifted = [..."01234567"].map((_, count) => "x".repeat(count) + "å日🎉👩‍💻".repeat(40));
  const texts = shifted.map((text) =>
    withFeed({ name: text, description: text }, [
      { ...evening, title: text, description: text, uid: text, venue: { ...venue, name: text } },
    ]),
  );

  it("are at most 75 octets, and do not split a character", () => {
    const lines = texts.flatMap(octetLines);

    expect(Math.max(...lines.map(({ length }) => length))).toBe(75);
    const decoder = new TextDecoder("utf-8", { fatal: true });
    for (const line of lines) expect(() => decoder.decode(Buffer.from(line, "latin1"))).not.toThrow();
  });

  it("end in CR LF, also the last, and CR and LF never appear alone", () => {
    for (const text of texts) {
      expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
      expect(text).toMatch(/END:VCALENDAR\r\n$/);
      expect(text).not.toContain("\r\n\r\n");
    }
  });

  it("are unfolded to the same text", () => {
    for (const [index, text] of texts.entries()) {
      expect(valueIn(eventsIn(text)[0]!, "summary")).toBe(shifted[index]);
      expect(valueIn(read(text), "description")).toBe(shifted[index]);
    }
  });
});
