/** content/membership.json; amounts are in the main unit of the currency. */
export interface Membership {
  /** ISO 4217 code. */
  readonly currency: string;
  /** Per year, without VAT. */
  readonly price: number;
  /** Per cent of the price. */
  readonly vat: number;
  /** The smallest group that gets the discount. */
  readonly groupSize: number;
  /** Per cent off; not combined. */
  readonly discounts: Readonly<Record<Discount, number>>;
}

export const discounts = ["student", "founder", "non-profit", "group"] as const;

export type Discount = (typeof discounts)[number];

export function priceWithVat({ price, vat }: Membership): number {
  return less(price, -vat);
}

export function discountedPrice(membership: Membership, discount: Discount): number {
  return less(membership.price, membership.discounts[discount]);
}

export function discountedPriceWithVat(membership: Membership, discount: Discount): number {
  return less(priceWithVat(membership), membership.discounts[discount]);
}

/** Rounded to hundredths. */
const less = (amount: number, percent: number) => Math.round(amount * (100 - percent)) / 100;
