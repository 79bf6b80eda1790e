import type { Discount, MembershipFile } from "../content/json-files.js";
import { type Facts, numberInWords } from "../content/references.js";
import { escapeMarkdown } from "../text/escaping.js";
import { moneyInWords, percentInWords } from "../text/in-words.js";
import type { Locale, Translate } from "../text/locale.js";

type Price = Pick<MembershipFile, "price" | "vat" | "currency">;

/** `percent` is the discount. */
export function pricesOf({ price, vat }: Price, percent = 0) {
  return { withoutVat: reducedBy(price, percent), withVat: reducedBy(reducedBy(price, -vat), percent) };
}

export function pricesInWords(membership: Price, locale: Locale, percent?: number) {
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

/** `fill` puts the facts into a text, each encoded. */
export function discountsIn(
  locale: Locale,
  file: MembershipFile,
  t: Translate,
  fill: (text: string, encode?: (fact: string) => string) => string,
): Discount[] {
  return Object.entries(file.discounts).map(([id, { form, minPeople, percent, ...texts }]) => {
    const prices = pricesInWords(file, locale, percent);
    const values = { ...prices, percent: percentInWords(percent, locale), who: fill(texts.who[locale]) };
    const payers = minPeople ? "each" : "one";
    const proof = texts.proof?.[locale] ?? t("site:discounts.noProof");
    return {
      id,
      form,
      minPeople,
      percent,
      name: texts.name[locale],
      who: values.who,
      label: t("site:discounts.each", values),
      text: `${fill(texts.text[locale], escapeMarkdown)}\n\n${t("site:discounts.proof", { proof })}`,
      price: t("site:discounts.price", values),
      note: t(`site:discounts.note.${payers}`, values),
      option: t(`site:discounts.option.${payers}`, {
        ...values,
        name: minPeople ? values.who.replace(/^./u, (first) => first.toUpperCase()) : texts.name[locale],
      }),
    };
  });
}
