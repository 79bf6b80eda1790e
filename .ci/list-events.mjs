/** Prints the events of an answer of the API as check-calendar.py prints those of a calendar. */
import { readFileSync } from "node:fs";

const prefixes = {
  cancelled: { en: "CANCELLED: ", sv: "INSTÄLLT: ", nb: "AVLYST: " },
  postponed: { en: "POSTPONED: ", sv: "UPPSKJUTEN: ", nb: "UTSATT: " },
};
const utc = (iso) => new Date(iso).toISOString().replace(".000", "");

const { events } = JSON.parse(readFileSync(process.argv[2], "utf8"));
for (const { uid, startsAt, endsAt, status, title, locale } of events) {
  const prefix = prefixes[status]?.[locale] ?? "";
  const inCalendar = status === "postponed" ? "TENTATIVE" : status.toUpperCase();
  const line = [uid, utc(startsAt), utc(endsAt), inCalendar, prefix + title];
  process.stdout.write(`${line.join(" ")}\n`);
}
