import * as z from "zod";
import { inEachLocale, type Locale } from "../text/locale.js";
import { isSlug } from "../text/slug.js";

const percent = z
  .number()
  .max(100)
  .refine((number) => number === 0 || number >= 1, "must be per cent: 12 means 12 %");

export const inEachLanguage = (min = 0, max = Infinity) =>
  z.strictObject(inEachLocale(() => z.string().min(min).max(max)));

const NO_DISCOUNT = "none";

const discountId = z
  .string()
  .refine((id) => isSlug(id) && id !== NO_DISCOUNT, `must be a slug, and not "${NO_DISCOUNT}"`);

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
  currency: z.string().regex(/^[A-Z]{3}$/),
  price: z.number().positive(),
  vat: percent,
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
  readonly discounts: Readonly<Record<Locale, readonly Discount[]>>;
}

/** A page that has it gets a part with the text, and a key fact with the price, of each discount. */
export const DISCOUNT_PARTS = "{{membership.discount-parts}}";
