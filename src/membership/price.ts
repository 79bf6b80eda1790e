import { type Facts, numberInWords } from "../content/facts.js";
import type { MembershipFile } from "../content/json-files.js";
import { moneyInWords, percentInWords } from "../text/in-words.js";
import type { Locale } from "../text/locale.js";

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

export function membershipFacts(membership: MembershipFile, numbers: readonly string[], locale: Locale): Facts {
  const full = pricesInWords(membership, locale);
  const facts = new Map<string, string | undefined>([
    ["membership.price", full.price],
    ["membership.price-with-vat", full.withVat],
    ["membership.vat", percentInWords(membership.vat, locale)],
  ]);
  for (const [id, { minPeople, percent, proof }] of Object.entries(membership.discounts)) {
    const { price, withVat } = pricesInWords(membership, locale, percent);
    facts.set(`membership.${id}-price`, price);
    facts.set(`membership.${id}-price-with-vat`, withVat);
    facts.set(`membership.${id}-discount`, percentInWords(percent, locale));
    facts.set(`membership.${id}-size`, minPeople ? numberInWords(minPeople, numbers) : undefined);
    facts.set(`membership.${id}-proof`, proof?.[locale]);
  }
  return facts;
}

const reducedBy = (amount: number, percent: number) => Math.round(amount * (100 - percent)) / 100;
