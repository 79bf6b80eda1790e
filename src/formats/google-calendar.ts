import type { ApiEvent } from "../contracts/event-record.js";
import { placeInWords } from "../text/event-in-words.js";

/** A link that opens Google Calendar with the event filled in. */
export function googleCalendarUrl({ title, startsAt, endsAt, timezone, url, venue }: ApiEvent): string {
  const basic = (iso: string) => new Date(iso).toISOString().replace(/[-:]|\.000/g, "");
  const query = new URLSearchParams({
    action: "TEMPLATE",
    text: title,
    dates: `${basic(startsAt)}/${basic(endsAt)}`,
    ctz: timezone,
    details: url,
    ...(venue && { location: placeInWords(venue) }),
  });
  return `https://calendar.google.com/calendar/render?${query}`;
}
