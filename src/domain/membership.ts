/** The price is per year, without VAT, in the main unit of the currency; VAT and discounts are per cent. */
export interface Membership {
  readonly currency: string;
  readonly price: number;
  readonly vat: number;
  readonly groupSize: number;
  /** Never combined. */
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
