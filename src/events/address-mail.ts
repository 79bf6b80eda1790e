import type { Site } from "../site.js";
import { weekdayAndDay } from "../text/in-words.js";
import type { Locale } from "../text/locale.js";
import { dateAt, daysAfter } from "../text/wall-clock.js";
import type { EventRecord } from "./record-schema.js";

/**
 * Says who mails the address or the link after a sign-up at `time`, and by when; members get it once their membership
 * has been checked. Empty if the address is public.
 */
export function addressMailInWords(record: EventRecord, time: number, locale: Locale, site: Site): string {
  const { audience, startsAt, timezone, venue } = record;
  if (venue?.address) return "";
  const t = site.getFixedT(locale);
  if (audience === "members") return t(`forms:receipt.later.${venue ? "address" : "link"}ToMembers`);
  const { daysBefore, from } = site.library.organisation.addressMail;
  const lastDay = daysAfter(startsAt.slice(0, 10), -daysBefore);
  const [what, when] = [venue ? "address" : "link", dateAt(time, timezone) > lastDay ? "Soon" : "By"];
  const date = weekdayAndDay(lastDay, locale);
  return t(`forms:receipt.later.${what}${when}`, { from: from[locale], date });
}
