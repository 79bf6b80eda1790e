import type { ApiEvent } from "./record-schema.js";
import { placeInWords } from "./words.js";

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

/** Null without coordinates and address. */
export function mapUrl(venue: NonNullable<ApiEvent["venue"]>): string | null {
  const { latitude, longitude, address } = venue;
  const map = "https://www.openstreetmap.org";
  if (latitude !== null) return `${map}/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`;
  return address && `${map}/search?query=${encodeURIComponent(placeInWords({ ...venue, name: "" }))}`;
}
