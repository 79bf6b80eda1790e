import type { Concept } from "../addresses/concepts.js";
import { type Locale, locales } from "../text/locale.js";
import type { Slug } from "../text/slug.js";
import type { Instant, LocalDate, LocalDateTime } from "../text/wall-clock.js";
import type { Recurrence } from "./recurrence.js";

export const attendances = ["in-person", "online", "hybrid"] as const;

/** An event is open to anyone, to those who apply and get a seat, or to members. */
export const audiences = ["open", "application", "members"] as const;

export type Audience = (typeof audiences)[number];

export type Texts = Readonly<Partial<Record<Locale, string>>>;

/** An event is announced once; each time it takes place is an occurrence (contract §3). */
export interface Event {
  readonly slug: Slug;
  readonly concept: Concept["code"];
  /** The city that hosts it, if it is online. */
  readonly city: Slug;
  readonly audience: Audience;
  readonly attendance: (typeof attendances)[number];
  readonly venue: Venue | null;
  /** The start of the first occurrence, in the zone. */
  readonly starts: LocalDateTime;
  readonly ends: LocalDateTime;
  readonly zone: string;
  readonly recurrence: Recurrence | null;
  readonly exceptions: readonly LocalDate[];
  /** Changes by date of the rule. */
  readonly overrides: Readonly<Record<LocalDate, Override>>;
  readonly status: "confirmed" | "tentative";
  /** Sign-up ends this long before the start. */
  readonly closesHoursBefore: number;
  /** Ends sign-up before `closesHoursBefore`. */
  readonly signUp: "full" | "closed" | null;
  /** The subject, as a question. */
  readonly theme: Texts | null;
  /** An id of content/hosts.json. */
  readonly host: string | null;
  /** What was talked about, once it is over. */
  readonly notes: Texts | null;
  /** The languages that people speak there, in words. */
  readonly language: Texts | null;
  readonly price: { readonly amount: number; readonly currency: string } | null;
  /** The name of the page to sign up on; `dates` is the page of the date itself. */
  readonly action: string | null;
  readonly updated: Instant;
  readonly texts: Readonly<Partial<Record<Locale, EventText>>>;
}

/** Who welcomes people; `role` is what they do, within a sentence. */
export interface Host {
  readonly name: string;
  /** A file of content/hosts; null without one. */
  readonly portrait: string | null;
  readonly role: Readonly<Record<Locale, string>>;
  readonly text: Readonly<Record<Locale, string>>;
}

export interface EventText {
  readonly title: string;
  readonly summary: string;
  readonly description: string;
}

export interface Venue {
  readonly name: Texts;
  readonly address: string | null;
  readonly postalCode: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** What an override leaves out is as on the other dates. */
export type Override = {
  /** When the date was changed. One that has only its subject, host or notes is changed with its event. */
  readonly updated?: Instant | undefined;
  readonly texts?: TextsOfDate | undefined;
} & {
  readonly [Name in "venue" | "theme" | "host" | "notes" | "signUp"]?: Event[Name] | undefined;
} & (
    | { readonly status: "moved"; readonly reason: Texts; readonly start: LocalDateTime; readonly end: LocalDateTime }
    | { readonly status: "cancelled" | "postponed"; readonly reason: Texts }
    | { readonly status?: undefined; readonly reason?: undefined }
  );

type TextsOfDate = { readonly [Tag in Locale]?: { readonly [Name in keyof EventText]?: string | undefined } };

export function localesOf({ texts }: Event): Locale[] {
  return locales.filter((locale) => texts[locale] !== undefined);
}
