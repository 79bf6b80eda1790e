import * as z from "zod";

export const discounts = ["student", "founder", "non-profit", "group"] as const;

export type Discount = (typeof discounts)[number];

const percent = z
  .number()
  .max(100)
  .refine((number) => number === 0 || number >= 1, "must be per cent: 12 means 12 %");

/** The price is per year, without VAT, in the main unit of the currency. Discounts are never combined. */
export const membershipFile = z.strictObject({
  currency: z.string().regex(/^[A-Z]{3}$/),
  price: z.number().positive(),
  vat: percent,
  groupSize: z.number().int().min(2),
  discounts: z.record(z.enum(discounts), percent),
});

export type Membership = z.infer<typeof membershipFile>;

export function priceWithVat({ price, vat }: Membership): number {
  return reducedBy(price, -vat);
}

export function discountedPrice(membership: Membership, discount: Discount): number {
  return reducedBy(membership.price, membership.discounts[discount]);
}

export function discountedPriceWithVat(membership: Membership, discount: Discount): number {
  return reducedBy(priceWithVat(membership), membership.discounts[discount]);
}

const reducedBy = (amount: number, percent: number) => Math.round(amount * (100 - percent)) / 100;
