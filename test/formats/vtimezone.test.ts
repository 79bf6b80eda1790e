import { describe, expect, it } from "@jest/globals";
import ICAL from "ical.js";
import { sync as nodeIcal } from "node-ical";
import { forEvery } from "../support/for-every.js";
import { linesOf, octetLines, read, valueIn, withFeed } from "../support/icalendar.js";

describe("The VTIMEZONE of a calendar without events", () => {
  const without = (zone: string) => withFeed({ zone }, []);
  const offsetsIn = (text: string) => {
    const component = read(text).getFirstSubcomponent("vtimezone")!;
    const zone = new ICAL.Timezone(component);
    /** Minutes ahead of UTC at a local time. */
    return (shown: string) => zone.utcOffset(ICAL.Time.fromDateTimeString(`${shown}:00`)) / 60;
  };

  forEvery([
    ["Europe/Stockholm", 5],
    ["Australia/Lord_Howe", 5],
    ["Asia/Kolkata", 1],
    ["Africa/Casablanca", [4, 5]], // from September 2026 its clocks are changed no more, as Node's zones know since 2026c
    ["America/St_Johns", 5],
    ["UTC", 1],
  ])("is its only component", (zone, count) => {
    const text = without(zone);
    const [component, ...others] = read(text).getAllSubcomponents();

    expect(others).toEqual([]);
    expect(component!.name).toBe("vtimezone");
    expect(valueIn(component!, "tzid")).toBe(zone);
    const observances = component!.getAllSubcomponents();
    expect([count].flat()).toContain(observances.length);
    expect(observances.map(({ name }) => name)).toContain("standard");
    for (const observance of observances) {
      const names = observance.getAllProperties().map(({ name }) => name);
      expect(names).toEqual(["dtstart", "tzoffsetfrom", "tzoffsetto"]);
    }
    expect(Object.values(nodeIcal.parseICS(text))).toContainEqual(
      expect.objectContaining({ type: "VTIMEZONE", tzid: zone }),
    );
  });

  it("starts each offset when the clocks change, in the local time before the change", () => {
    const observance = (kind: string, start: string, from: string, to: string) => [
      `BEGIN:${kind}`,
      `DTSTART:${start}`,
      `TZOFFSETFROM:${from}`,
      `TZOFFSETTO:${to}`,
      `END:${kind}`,
    ];
    const timezone = (zone: string) => {
      const lines = linesOf(without(zone));
      return lines.slice(lines.indexOf("BEGIN:VTIMEZONE") + 2, lines.indexOf("END:VTIMEZONE"));
    };

    expect(timezone("Europe/Stockholm")).toEqual([
      ...observance("STANDARD", "20260101T000000", "+0100", "+0100"),
      ...observance("DAYLIGHT", "20260329T020000", "+0100", "+0200"),
      ...observance("STANDARD", "20261025T030000", "+0200", "+0100"),
      ...observance("DAYLIGHT", "20270328T020000", "+0100", "+0200"),
      ...observance("STANDARD", "20271031T030000", "+0200", "+0100"),
    ]);
    expect(timezone("America/St_Johns").slice(5, 10)).toEqual(
      observance("DAYLIGHT", "20260308T020000", "-0330", "-0230"),
    );
    expect(timezone("Australia/Lord_Howe").slice(5, 10)).toEqual(
      observance("STANDARD", "20260405T020000", "+1100", "+1030"),
    );
  });

  // prettier-ignore
  forEvery([
    ["Europe/Stockholm", "2026-01-01T00:00", 60],
    ["Europe/Stockholm", "2026-03-29T01:59", 60],
    ["Europe/Stockholm", "2026-03-29T03:00", 120],
    ["Europe/Stockholm", "2026-10-25T01:59", 120],
    ["Europe/Stockholm", "2026-10-25T03:00", 60],
    ["Europe/Stockholm", "2027-03-28T03:00", 120],
    ["Europe/Stockholm", "2027-12-31T23:59", 60],
    ["Asia/Kolkata", "2026-07-01T12:00", 330],
    ["Asia/Kolkata", "2027-12-31T23:59", 330],
    ["Australia/Lord_Howe", "2026-01-01T00:00", 660],
    ["Australia/Lord_Howe", "2026-04-05T01:29", 660],
    ["Australia/Lord_Howe", "2026-04-05T02:00", 630],
    ["Australia/Lord_Howe", "2026-10-04T01:59", 630],
    ["Australia/Lord_Howe", "2026-10-04T02:30", 660],
    ["America/St_Johns", "2026-07-01T12:00", -150],
    ["America/St_Johns", "2027-01-15T12:00", -210],
    ["UTC", "2026-07-01T12:00", 0],
  ])("has the offset from UTC at each local time", (zone, shown, minutes) => {
    expect(offsetsIn(without(zone))(shown)).toBe(minutes);
  });

  it("has the smaller offset as STANDARD, east and west, north and south", () => {
    const kinds = (zone: string) =>
      read(without(zone))
        .getFirstSubcomponent("vtimezone")!
        .getAllSubcomponents()
        .map((observance) => `${observance.name} ${valueIn(observance, "tzoffsetto")}`);

    expect([...new Set(kinds("Europe/Stockholm"))]).toEqual(["standard +01:00", "daylight +02:00"]);
    expect([...new Set(kinds("Australia/Lord_Howe"))]).toEqual(["daylight +11:00", "standard +10:30"]);
    expect([...new Set(kinds("America/St_Johns"))]).toEqual(["standard -03:30", "daylight -02:30"]);
  });

  it("is folded, and ends in CR LF", () => {
    const text = withFeed({ name: "ö".repeat(100) }, []);

    expect(Math.max(...octetLines(text).map(({ length }) => length))).toBe(75);
    expect(text).toMatch(/END:VTIMEZONE\r\nEND:VCALENDAR\r\n$/);
    expect(without("Europe/Stockholm")).toBe(without("Europe/Stockholm"));
  });
});
