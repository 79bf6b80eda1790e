/** What the membership costs (content/membership.json). Amounts are in the currency's main unit. */
export interface Membership {
  /** ISO 4217 code. */
  readonly currency: string;
  /** A year, without VAT. */
  readonly price: number;
  /** Per cent of the price. */
  readonly vat: number;
  /** From how many people on the discount for groups holds. */
  readonly groupSize: number;
  /** Per cent off, by who gets it; not combined. */
  readonly discounts: Readonly<Record<Discount, number>>;
}

export const discounts = ["student", "founder", "non-profit", "group"] as const;

export type Discount = (typeof discounts)[number];

/** With VAT, as a private member pays. */
export function priceWithVat({ price, vat }: Membership): number {
  return less(price, -vat);
}

/** A year with a discount, without VAT. */
export function discountedPrice(membership: Membership, discount: Discount): number {
  return less(membership.price, membership.discounts[discount]);
}

export function discountedPriceWithVat(membership: Membership, discount: Discount): number {
  return less(priceWithVat(membership), membership.discounts[discount]);
}

/** So many per cent off, rounded to the hundredth. */
const less = (amount: number, percent: number) => Math.round(amount * (100 - percent)) / 100;
