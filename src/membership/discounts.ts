import type { Discount, MembershipFile } from "../content/json-files.js";
import { escapeMarkdown } from "../text/escaping.js";
import { percentInWords } from "../text/in-words.js";
import type { Locale, Translate } from "../text/locale.js";
import { pricesInWords } from "./price.js";

/** Puts the facts into a text, each encoded. */
type FillFacts = (text: string, encode?: (fact: string) => string) => string;

export function discountsIn(locale: Locale, file: MembershipFile, t: Translate, fill: FillFacts): Discount[] {
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
      label: t("site:discounts.each", values),
      text: `${fill(texts.text[locale], escapeMarkdown)}\n\n${t("site:discounts.proof", { proof })}`,
      price: t("site:discounts.price", values),
      note: t("site:discounts.note", values),
      option: t("site:discounts.option", {
        ...values,
        name: minPeople ? values.who.replace(/^./u, (first) => first.toUpperCase()) : texts.name[locale],
      }),
    };
  });
}
