import * as z from "zod";
import { inEachLocale, type Locale } from "../domain/locale.js";
import { isSlug } from "../domain/slug.js";
import type { FormName } from "./forms.js";

const percent = z
  .number()
  .max(100)
  .refine((number) => number === 0 || number >= 1, "must be per cent: 12 means 12 %");

const inEachLanguage = (min: number, max: number) => z.strictObject(inEachLocale(() => z.string().min(min).max(max)));

/** The value of the form's other choice. */
const NO_DISCOUNT = "none";

const discountFields = z.strictObject({
  id: z.string().refine((id) => isSlug(id) && id !== NO_DISCOUNT, `must be a slug, and not "${NO_DISCOUNT}"`),
  percent: z.number().min(1).max(100),
  form: z.enum(["join", "student"] satisfies FormName[]),
  /** Private individuals get it, so its price is shown with VAT. */
  withVat: z.boolean().default(false),
  /** It applies to groups of at least so many. */
  minPeople: z.number().int().min(2).optional(),
  name: inEachLanguage(2, 30),
  /** Who gets it, within a sentence. */
  who: inEachLanguage(3, 100),
  /** Markdown. */
  text: inEachLanguage(20, 600),
  /** Null if none is needed. */
  proof: inEachLanguage(3, 120).nullable(),
});

/** The price is per year, without VAT, in the main unit of the currency. Discounts are never combined. */
export const membershipFile = z.strictObject({
  currency: z.string().regex(/^[A-Z]{3}$/),
  price: z.number().positive(),
  vat: percent,
  discounts: z.array(discountFields).check(({ value, issues }) => {
    for (const [index, { id }] of value.entries())
      if (value.findIndex((other) => other.id === id) < index)
        issues.push({ code: "custom", path: [index, "id"], input: id, message: "is the id of another discount" });
  }),
});

export type MembershipFile = z.infer<typeof membershipFile>;

/** `label` is "50% for students". */
export type Discount = z.infer<typeof discountFields> & { readonly label: Readonly<Record<Locale, string>> };

export interface Membership extends Omit<MembershipFile, "discounts"> {
  readonly discounts: readonly Discount[];
}

type Price = Pick<Membership, "price" | "vat">;

export function priceWithVat({ price, vat }: Price): number {
  return reducedBy(price, -vat);
}

export function discountedPrice({ price }: Price, { percent }: Pick<Discount, "percent">): number {
  return reducedBy(price, percent);
}

export function discountedPriceWithVat(membership: Price, { percent }: Pick<Discount, "percent">): number {
  return reducedBy(priceWithVat(membership), percent);
}

const reducedBy = (amount: number, percent: number) => Math.round(amount * (100 - percent)) / 100;
