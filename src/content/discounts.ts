import { inEachLocale, type Locale } from "../domain/locale.js";
import type { Discount, MembershipFile } from "../site/membership.js";
import { escapeMarkdown } from "../text/escaping.js";
import { percentInWords } from "../text/money-in-words.js";
import type { Translate } from "../text/translate.js";
import type { ContentFolder } from "./content-folder.js";
import { type Facts, factFiller } from "./facts.js";

/** A page that has it gets a part with the text, and a key fact with the price, of each discount. */
export const DISCOUNT_PARTS = "{{membership.discount-parts}}";

/** With the facts in their texts filled in. */
export function fillDiscounts(
  files: ContentFolder,
  { discounts }: MembershipFile,
  facts: Record<Locale, Facts>,
  getFixedT: (locale: Locale) => Translate,
): Discount[] {
  const report = files.reporterFor("membership.json");
  return discounts.map((discount, index) => {
    const filled = (field: "who" | "text", encode?: (fact: string) => string) =>
      inEachLocale((locale) => {
        const place = `discounts.${index}.${field}.${locale}`;
        const fill = factFiller(facts[locale], (fact, message) => report(place, `${fact} ${message}`));
        return fill(discount[field][locale], encode);
      });
    const who = filled("who");
    const label = inEachLocale((locale) => {
      const percent = percentInWords(discount.percent, locale);
      return getFixedT(locale)("site:discounts.each", { percent, who: who[locale] });
    });
    return { ...discount, who, text: filled("text", escapeMarkdown), label };
  });
}

export function discountParts(discounts: readonly Discount[], facts: Facts, locale: Locale, t: Translate) {
  const none = t("site:discounts.noProof");
  return {
    markdown: discounts
      .map(({ id, name, text, proof }) => {
        const needed = t("site:discounts.proof", { proof: proof?.[locale] ?? none });
        return `### ${name[locale]} {#${id}}\n\n${text[locale]}\n\n${needed}`;
      })
      .join("\n\n"),
    keyFacts: discounts.map(({ id, name, withVat }) => {
      const fact = (kind: string) => facts.get(`membership.${id}-${kind}`)!;
      const numbers = { percent: fact("discount"), withVat: fact("price-with-vat") };
      const note = t(withVat ? "site:discounts.includingVat" : "site:discounts.excludingVat", numbers);
      return { term: name[locale], part: id, value: withVat ? numbers.withVat : fact("price"), note };
    }),
  };
}
