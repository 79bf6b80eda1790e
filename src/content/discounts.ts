import type { Locale } from "../domain/locale.js";
import { type MembershipFile, pricesInWords } from "../site/membership.js";
import { escapeMarkdown } from "../text/escaping.js";
import { percentInWords } from "../text/money-in-words.js";
import type { Translate } from "../text/translate.js";
import type { factFiller } from "./facts.js";

/** A page that has it gets a part with the text, and a key fact with the price, of each discount. */
export const DISCOUNT_PARTS = "{{membership.discount-parts}}";

/** In one language. */
export type Discount = ReturnType<typeof discountsIn>[number];

export interface Membership extends Omit<MembershipFile, "discounts"> {
  readonly discounts: Readonly<Record<Locale, readonly Discount[]>>;
}

export function discountsIn(locale: Locale, file: MembershipFile, t: Translate, fill: ReturnType<typeof factFiller>) {
  return Object.entries(file.discounts).map(([id, { form, minPeople, percent, withVat, ...texts }]) => {
    const prices = pricesInWords(file, locale, percent);
    const values = { ...prices, percent: percentInWords(percent, locale), who: fill(texts.who[locale]) };
    const proof = texts.proof?.[locale] ?? t("site:discounts.noProof");
    return {
      ...{ id, form, minPeople, percent, withVat, name: texts.name[locale], who: values.who },
      /** "50% for students" */
      label: t("site:discounts.each", values),
      text: `${fill(texts.text[locale], escapeMarkdown)}\n\n${t("site:discounts.proof", { proof })}`,
      price: withVat ? prices.withVat : prices.price,
      note: t(withVat ? "site:discounts.includingVat" : "site:discounts.excludingVat", values),
    };
  });
}

export function discountParts(discounts: readonly Discount[]) {
  return {
    markdown: discounts.map(({ id, name, text }) => `### ${name} {#${id}}\n\n${text}`).join("\n\n"),
    keyFacts: discounts.map(({ id, name, price, note }) => ({ term: name, part: id, value: price, note })),
  };
}
