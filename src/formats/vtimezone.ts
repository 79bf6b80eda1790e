/**
 * The clocks of a time zone as an iCalendar component, content lines not yet folded.
 *
 * Units   the years are those of the zone's own calendar; it knows the offsets from the start of `year` to the end of
 *         the next, each change written out, no rule.
 * Errors  RangeError from Intl for a zone it does not know.
 * Source  RFC 5545 §3.6.5; the changes are those of the IANA time zone database that Intl carries. Where a zone has
 *         several offsets in the two years the smallest is called STANDARD, the others DAYLIGHT.
 */
import { DAY_MS, instantOf, offsetAt } from "../domain/wall-clock.js";

/** The clocks go from one offset to another, in milliseconds ahead of UTC, at an instant. */
interface Change {
  readonly instant: number;
  readonly from: number;
  readonly to: number;
}

export function vtimezone(zone: string, year: number): string[] {
  const [start, end] = [instantOf(`${year}-01-01T00:00`, zone), instantOf(`${year + 2}-01-01T00:00`, zone)];
  const first = offsetAt(start, zone);
  const changes = [{ instant: start, from: first, to: first }, ...changesBetween(start, end, zone)];
  const standard = Math.min(...changes.map(({ to }) => to));

  return [
    "BEGIN:VTIMEZONE",
    `TZID:${zone}`,
    ...changes.flatMap((change) => observance(change.to === standard ? "STANDARD" : "DAYLIGHT", change)),
    "END:VTIMEZONE",
  ];
}

/** Begins at the time that clocks showed before they changed. */
function observance(kind: "STANDARD" | "DAYLIGHT", { instant, from, to }: Change): string[] {
  return [
    `BEGIN:${kind}`,
    `DTSTART:${new Date(instant + from).toISOString().slice(0, 19).replace(/[-:]/g, "")}`,
    `TZOFFSETFROM:${utcOffset(from)}`,
    `TZOFFSETTO:${utcOffset(to)}`,
    `END:${kind}`,
  ];
}

/** At most one change a day is found; no zone has had two. */
function changesBetween(start: number, end: number, zone: string): Change[] {
  const changes: Change[] = [];
  let from = offsetAt(start, zone);
  for (let day = start; day < end; day += DAY_MS) {
    const to = offsetAt(day + DAY_MS, zone);
    if (to !== from) changes.push({ instant: changeWithin(day, day + DAY_MS, zone), from, to });
    from = to;
  }
  return changes;
}

/** The first instant at which the offset is no longer that of `before`. */
function changeWithin(before: number, after: number, zone: string): number {
  const from = offsetAt(before, zone);
  let [low, high] = [before, after];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle, zone) === from) low = middle;
    else high = middle;
  }
  return high;
}

/** `+0100`, `-0330` (§3.3.14) */
function utcOffset(milliseconds: number): string {
  const clock = new Date(Math.abs(milliseconds)).toISOString();
  return (milliseconds < 0 ? "-" : "+") + clock.slice(11, 13) + clock.slice(14, 16);
}
