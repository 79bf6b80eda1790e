/** content/membership.json; amounts are in the main unit of the currency. */
export interface Membership {
  readonly currency: string;
  /** Per year, without VAT. */
  readonly price: number;
  /** In per cent. */
  readonly vat: number;
  /** The smallest group that gets the discount. */
  readonly groupSize: number;
  /** In per cent; never combined. */
  readonly discounts: Readonly<Record<Discount, number>>;
}

export const discounts = ["student", "founder", "non-profit", "group"] as const;

export type Discount = (typeof discounts)[number];

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
