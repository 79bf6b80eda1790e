import type { Audience, Occurrence } from "./event.js";
import type { Locale } from "../text/locale.js";
import { startInWords, weekdayAndDay } from "../text/in-words.js";
import type { Translate } from "../text/translate.js";

export const eventInWords = ({ title, dateText }: Readonly<Record<"title" | "dateText", string>>) =>
  `${title}, ${dateText}`;

/** "A bar, Långgatan 1, 413 04 Gothenburg". */
export function placeInWords({ name, address, postalCode, city }: Place): string {
  return [name, address, postalCode ? `${postalCode} ${city}` : city].filter(Boolean).join(", ");
}

type Place = Readonly<Record<"name" | "city", string> & Record<"address" | "postalCode", string | null>>;

export function audienceInWords({ audience, price }: { audience: Audience; price: object | null }, t: Translate) {
  return t(audience === "open" && price ? "events:audience.openAtPrice" : `events:audience.${audience}`);
}

/** A sign-up for an open date puts the visitor on its list; one for a date for members is only received. */
export function signedUpInWords(record: { audience: Audience; startsAt: string }, locale: Locale, t: Translate) {
  const key = record.audience === "members" ? "forms:date.received" : "forms:date.onList";
  return t(key, { date: weekdayAndDay(record.startsAt, locale) });
}

/** Empty while visitors can sign up, and for events without sign-up. */
export function signUpInWords({ signUp }: { signUp: string | null }, t: Translate): string {
  return signUp === "full" || signUp === "closed" ? t(`events:signUp.${signUp}`) : "";
}

/** "Host: Kim Berg."; empty if it is not known. */
export function factInWords(name: "theme" | "host" | "language", fact: string | undefined | null, t: Translate) {
  if (!fact) return "";
  return `${t(`events:date.${name}`)}: ${fact}${/[.?!]$/.test(fact) ? "" : "."}`;
}

/** A short text stands beside the old date, struck out. */
export function changeInWords(occurrence: Occurrence, locale: Locale, t: Translate, isShort = false): string {
  const { event, status, previousStarts } = occurrence;
  const reason = occurrence.reason?.[locale] ?? "";
  if (status === "cancelled" || status === "postponed") return t(`events:change.${status}`, { reason });
  if (previousStarts === null) return "";
  if (isShort) return t("events:change.movedShort", { reason });
  return t("events:change.moved", { date: startInWords(previousStarts, event.zone, locale, t), reason });
}
