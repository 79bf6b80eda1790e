import { escapeMarkdown } from "../text/escaping.js";
import { percentInWords } from "../text/in-words.js";
import type { Locale, Translate } from "../text/locale.js";
import { type MembershipFile, pricesInWords } from "./price.js";

/** A page that has it gets a part with the text, and a key fact with the price, of each discount. */
export const DISCOUNT_PARTS = "{{membership.discount-parts}}";

export type Discount = ReturnType<typeof discountsIn>[number];

export interface Membership extends Omit<MembershipFile, "discounts"> {
  readonly discounts: Readonly<Record<Locale, readonly Discount[]>>;
}

/** Puts the facts into a text, each encoded. */
type FillFacts = (text: string, encode?: (fact: string) => string) => string;

export function discountsIn(locale: Locale, file: MembershipFile, t: Translate, fill: FillFacts) {
  return Object.entries(file.discounts).map(([id, { form, minPeople, percent, ...texts }]) => {
    const prices = pricesInWords(file, locale, percent);
    const values = { ...prices, percent: percentInWords(percent, locale), who: fill(texts.who[locale]) };
    const proof = texts.proof?.[locale] ?? t("site:discounts.noProof");
    return {
      id,
      form,
      minPeople,
      percent,
      name: texts.name[locale],
      who: values.who,
      /** "50% for students" */
      label: t("site:discounts.each", values),
      text: `${fill(texts.text[locale], escapeMarkdown)}\n\n${t("site:discounts.proof", { proof })}`,
      price: t("site:discounts.price", values),
      note: t("site:discounts.note", values),
      /** "Groups of five or more: SEK 1,490 incl. VAT (SEK 1,192 excl. VAT)" */
      option: t("site:discounts.option", {
        ...values,
        name: minPeople ? values.who.replace(/^./u, (first) => first.toUpperCase()) : texts.name[locale],
      }),
    };
  });
}

export function discountParts(discounts: readonly Discount[]) {
  return {
    markdown: discounts.map(({ id, name, text }) => `### ${name} {#${id}}\n\n${text}`).join("\n\n"),
    keyFacts: discounts.map(({ id, name, price, note }) => ({ term: name, part: id, value: price, note })),
  };
}
