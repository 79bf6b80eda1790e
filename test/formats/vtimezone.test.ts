import { describe, expect, it } from "@jest/globals";
import ICAL from "ical.js";
import { forEvery } from "../support/for-every.js";
import { linesOf, read, withFeed } from "../support/icalendar.js";

describe("The VTIMEZONE of a calendar without events", () => {
  const without = (zone: string) => withFeed({ zone }, []);

  it("is its only component, and starts each offset when the clocks change, in the local time before", () => {
    const observance = (kind: string, start: string, from: string, to: string) => [
      `BEGIN:${kind}`,
      `DTSTART:${start}`,
      `TZOFFSETFROM:${from}`,
      `TZOFFSETTO:${to}`,
      `END:${kind}`,
    ];
    const lines = linesOf(without("Europe/Stockholm"));

    expect(lines.slice(lines.indexOf("BEGIN:VTIMEZONE"))).toEqual([
      ...["BEGIN:VTIMEZONE", "TZID:Europe/Stockholm"],
      ...observance("STANDARD", "20260101T000000", "+0100", "+0100"),
      ...observance("DAYLIGHT", "20260329T020000", "+0100", "+0200"),
      ...observance("STANDARD", "20261025T030000", "+0200", "+0100"),
      ...observance("DAYLIGHT", "20270328T020000", "+0100", "+0200"),
      ...observance("STANDARD", "20271031T030000", "+0200", "+0100"),
      ...["END:VTIMEZONE", "END:VCALENDAR", ""],
    ]);
  });

  // biome-ignore format: a table is read in columns
  forEvery([
    ["Europe/Stockholm",    "2027-12-31T23:59", 60],
    ["Asia/Kolkata",        "2026-07-01T12:00", 330],
    ["Australia/Lord_Howe", "2026-04-05T01:29", 660],
    ["Australia/Lord_Howe", "2026-04-05T02:00", 630],
    ["Australia/Lord_Howe", "2026-10-04T02:30", 660],
    ["America/St_Johns",    "2027-01-15T12:00", -210],
  ])("has the offset from UTC at each local time", (zone, shown, minutes) => {
    const timezone = new ICAL.Timezone(read(without(zone)).getFirstSubcomponent("vtimezone")!);
    expect(timezone.utcOffset(ICAL.Time.fromDateTimeString(`${shown}:00`)) / 60).toBe(minutes);
  });

  forEvery([
    ["Australia/Lord_Howe", ["daylight +11:00", "standard +10:30"]],
    ["America/St_Johns", ["standard -03:30", "daylight -02:30"]],
  ])("has the smaller offset as STANDARD, east and west, north and south", (zone, kinds) => {
    const observances = read(without(zone)).getFirstSubcomponent("vtimezone")!.getAllSubcomponents();
    const found = observances.map((one) => `${one.name} ${one.getFirstPropertyValue("tzoffsetto")}`);
    expect([...new Set(found)]).toEqual(kinds);
  });
});
