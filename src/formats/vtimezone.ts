import { DAY_MS, instantOf, isoAt, MINUTE_MS, offsetAt } from "../text/wall-clock.js";

const QUARTER_MS = 15 * MINUTE_MS;

/** RFC 5545 §3.6.5, for this year and the next; throws RangeError for a zone that Intl does not know. */
export function vtimezone(zone: string, year: number): string[] {
  const [start, end] = [instantOf(`${year}-01-01T00:00`, zone), instantOf(`${year + 2}-01-01T00:00`, zone)];
  const changes = [start];
  for (let instant = start; instant < end; ) {
    const isOnThisDay = offsetAt(instant, zone) !== offsetAt(instant + DAY_MS, zone);
    instant += isOnThisDay ? QUARTER_MS : DAY_MS; // clocks change at whole quarters of an hour
    if (offsetAt(instant, zone) !== offsetAt(instant - QUARTER_MS, zone)) changes.push(instant);
  }
  const standard = Math.min(...changes.map((instant) => offsetAt(instant, zone)));

  const observances = changes.flatMap((instant) => {
    const [before, after] = [isoAt(instant - QUARTER_MS, zone), isoAt(instant, zone)].map(utcOffset);
    const shownBefore = new Date(instant + offsetAt(instant - QUARTER_MS, zone)).toISOString();
    const kind = offsetAt(instant, zone) === standard ? "STANDARD" : "DAYLIGHT";
    return [
      `BEGIN:${kind}`,
      `DTSTART:${shownBefore.slice(0, 19).replace(/[-:]/g, "")}`,
      `TZOFFSETFROM:${before}`,
      `TZOFFSETTO:${after}`,
      `END:${kind}`,
    ];
  });
  return ["BEGIN:VTIMEZONE", `TZID:${zone}`, ...observances, "END:VTIMEZONE"];
}

/** `+0100`, `-0330` (§3.3.14) */
const utcOffset = (iso: string) => iso.slice(-6).replace(":", "");
