/** The files of content/*.json, and what is made from them. */
import * as z from "zod";
import { formNames } from "../addresses/pages.js";
import { type ByLocale, inEachLocale, locales } from "../text/locale.js";
import { isSlug } from "../text/slug.js";
import { isLocalDate, isZone } from "../text/wall-clock.js";

/** A text with this many characters. */
export const textOfLength = (min: number, max: number) => z.string().min(min).max(max);
const whole = (min: number, max: number) => z.number().int().min(min).max(max);
export const localDate = z.string().refine(isLocalDate, "must be a date that exists, such as 2027-05-06");
export const zoneName = z.string().refine(isZone, "must be an IANA time zone, such as Europe/Stockholm");
const slug = z.string().refine(isSlug, "must be a slug: lower-case letters and digits, with hyphens between");
export const currency = z.string().regex(/^[A-Z]{3}$/, "must be a currency of three capital letters, such as SEK");
/** An optional field, which is null if it is left out. */
export const orNull = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().default(null);
const inEachLanguage = (min = 0, max = Infinity) => z.strictObject(inEachLocale(() => textOfLength(min, max)));

export const organisationFile = z.strictObject({
  name: textOfLength(1, 40),
  mail: z.email(),
  security: z.email(),
  timezone: zoneName,
  /** Part of the UIDs of calendar entries. If it changed, imported entries would appear twice. */
  calendarNamespace: z
    .string()
    .regex(/^[a-z\d-]+(?:\.[a-z\d-]+)+$/, "must be a domain name in lower case, such as www.example.com"),
  /** The controller of personal data; null if it is `name`. */
  legalName: textOfLength(2, 120).nullable(),
  postalAddress: textOfLength(8, 200).nullable(),
  retentionMonths: z.record(z.enum(formNames), whole(1, 120)),
  /** Who mails an address that is not public, and how many days before the date at the latest. */
  addressMail: z.strictObject({ from: z.record(z.enum(locales), textOfLength(2, 40)), daysBefore: whole(2, 30) }),
  /** How many days before the date applications are answered at the latest. */
  answerDaysBefore: whole(2, 60),
  chat: z.strictObject({
    product: textOfLength(2, 20),
    segment: slug,
    /** Where invited members enter. */
    invite: z.url({ protocol: /^https$/, error: "must begin with https://" }),
  }),
  contentSignals: z.strictObject({ search: z.boolean(), "ai-input": z.boolean(), "ai-train": z.boolean() }),
});

export type Organisation = z.infer<typeof organisationFile>;

/** The name, and the address if known (GDPR, article 13). */
export function dataController({ name, legalName, postalAddress }: Organisation): string {
  return [legalName ?? name, ...(postalAddress === null ? [] : [postalAddress])].join(", ");
}

/** Names of facts that are missing or use the reserved domain `.example` (RFC 2606). */
export function placeholderFacts({ mail, security, chat, legalName, postalAddress }: Organisation): string[] {
  const facts = { mail, security, "chat.invite": chat.invite, legalName, postalAddress };
  return Object.entries(facts).flatMap(([name, value]) =>
    value === null || /\.example(?:\/|$)/.test(value) ? [name] : [],
  );
}

export const factsFile = z.record(
  z.string(),
  z.union([z.string(), inEachLanguage()], { error: `must be a text, or a text for each of ${locales.join(", ")}` }),
);
export const citiesFile = z.record(
  slug,
  z.strictObject({
    names: inEachLanguage(),
    spellings: z.array(z.string().min(1)),
    timezone: zoneName,
    country: z.string().regex(/^[A-Z]{2}$/, "must be a country code of two letters"),
    host: z.string().optional(),
  }),
);

/** Who welcomes people. */
const host = z.strictObject({
  name: textOfLength(2, 40),
  portrait: orNull(
    z.string().regex(/^[a-z0-9-]+\.(?:jpg|png)$/, "must be a .jpg or .png of content/hosts, such as kim.jpg"),
  ),
  /** What they do, within a sentence. */
  role: inEachLanguage(3, 80),
  text: inEachLanguage(3, 240),
});
export type Host = z.infer<typeof host>;
export const hostsFile = z.record(slug, host);
export const topicsFile = z.record(slug, inEachLanguage());

/** A form sends "none" if its sender has no discount. */
const discountId = slug.refine((id) => id !== "none", 'must not be "none"');

const discount = z.strictObject({
  percent: z.number().min(1).max(100),
  form: z.enum(["join", "student"]),
  /** The smallest group that gets it. */
  minPeople: z.number().int().min(2).optional(),
  name: inEachLanguage(2, 30),
  /** Who gets it, as a part of a sentence. */
  who: inEachLanguage(3, 100),
  /** Markdown. */
  text: inEachLanguage(20, 600),
  proof: inEachLanguage(3, 120).nullable(),
});

/** The price is per year, without VAT, in the main unit of the currency. Discounts are never combined. */
export const membershipFile = z.strictObject({
  currency,
  price: z.number().positive(),
  vat: z
    .number()
    .max(100)
    .refine((number) => number === 0 || number >= 1, "must be per cent: 12 means 12 %"),
  discounts: z.record(discountId, discount),
});

export type MembershipFile = z.infer<typeof membershipFile>;

/** A discount in one language. */
export interface Discount {
  readonly id: string;
  readonly form: "join" | "student";
  readonly minPeople: number | undefined;
  readonly percent: number;
  readonly name: string;
  readonly who: string;
  /** "50% for students" */
  readonly label: string;
  /** Markdown. */
  readonly text: string;
  readonly price: string;
  readonly note: string;
  /** "Groups of five or more: SEK 1,490 each incl. VAT (SEK 1,192 excl. VAT)" */
  readonly option: string;
}

export interface Membership extends Omit<MembershipFile, "discounts"> {
  readonly discounts: ByLocale<readonly Discount[]>;
}
