import * as z from "zod";
import { moneyInWords } from "../text/in-words.js";
import { inEachLocale, type Locale } from "../text/locale.js";
import { isSlug } from "../text/slug.js";

const percent = z
  .number()
  .max(100)
  .refine((number) => number === 0 || number >= 1, "must be per cent: 12 means 12 %");

const inEachLanguage = (min: number, max: number) => z.strictObject(inEachLocale(() => z.string().min(min).max(max)));

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

type Price = Pick<MembershipFile, "price" | "vat">;

/** `percent` is the discount. */
export function pricesOf({ price, vat }: Price, percent = 0) {
  return { withoutVat: reducedBy(price, percent), withVat: reducedBy(reducedBy(price, -vat), percent) };
}

export function pricesInWords(membership: Price & Pick<MembershipFile, "currency">, locale: Locale, percent?: number) {
  const { withoutVat, withVat } = pricesOf(membership, percent);
  const money = (amount: number) => moneyInWords(amount, membership.currency, locale);
  return { price: money(withoutVat), withVat: money(withVat) };
}

const reducedBy = (amount: number, percent: number) => Math.round(amount * (100 - percent)) / 100;
