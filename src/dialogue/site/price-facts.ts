import { type Concept, concepts } from "../../addresses/concepts.js";
import { formPages } from "../../addresses/forms.js";
import type { PageName } from "../../addresses/paths.js";
import { answeredByRecords } from "../../addresses/sections.js";
import { pricesInWords, pricesOf } from "../../membership/price.js";
import type { Site } from "../../site.js";
import { listInWords, moneyInWords, percentInWords } from "../../text/in-words.js";
import type { Locale } from "../../text/locale.js";
import { type Fact, sourceFinder } from "./replies.js";
import type { Slots } from "./slots.js";

export function priceFactsIn(locale: Locale, { library, snapshot, getFixedT, clock }: Site) {
  const t = getFixedT(locale);
  const { membership } = library;
  const discounts = membership.discounts[locale];
  const sourceOf = sourceFinder(locale, library);
  const inPercent = (percent: number) => percentInWords(percent, locale);

  /** States the full price of a membership or that of an audience, its VAT, and the sum for several people. */
  const ofMembership = (audience: string | undefined, isVatAsked: boolean, people = 1): Fact => {
    const named = discounts.find(({ id }) => id === audience);
    const isTooSmall = people > 1 && people < (named?.minPeople ?? 0);
    const ofGroup = discounts.find(({ minPeople = Infinity }) => people >= minPeople);
    const discount = isTooSmall ? undefined : (named ?? ofGroup);
    const { withoutVat, withVat } = pricesOf(membership, discount?.percent);
    const values = {
      ...pricesInWords(membership, locale, discount?.percent),
      vat: moneyInWords(withVat - withoutVat, membership.currency, locale),
    };
    const sum = { people, ...pricesInWords({ ...membership, price: people * withoutVat }, locale) };
    const texts = [
      discount
        ? t("assistant:prices.discounted", { ...values, who: discount.who, percent: inPercent(discount.percent) })
        : t("assistant:prices.full", values),
      isVatAsked && t("assistant:prices.vat", { ...values, percent: inPercent(membership.vat) }),
      people > 1 && t("assistant:prices.sum", sum),
    ];
    const join = formPages.join;
    const own = discount ? formPages[discount.form] : join;
    const pages: PageName[] = discount ? ["commerce-commons-discounts", join] : [join];
    if (own !== join) pages.unshift(own);
    return { text: texts.filter(Boolean).join(" "), sources: pages.map(sourceOf) };
  };

  /** States one price for each of several audiences, as nobody knows how many people each has. */
  const ofMembers = ({ audiences = [], people = 1 }: Slots, isVatAsked: boolean): Fact => {
    const [audience] = audiences;
    const ofGroup = discounts.filter(({ minPeople = Infinity }) => people >= minPeople).map(({ id }) => id);
    const named = audience ? [...new Set([...audiences, ...ofGroup])] : [];
    if (named.length < 2) return ofMembership(audience, isVatAsked, people);
    const fees = named.map((one) => ofMembership(one, isVatAsked));
    return {
      text: [...fees.map(({ text }) => text), t("assistant:prices.largest")].join(" "),
      sources: fees.flatMap(({ sources }) => sources.slice(0, 1)),
    };
  };

  /** Returns the concepts whose coming events are all free. */
  const freeConcepts = (code: Concept["code"] | undefined) =>
    concepts.filter((concept) => {
      if (concept.code === "COMMONS" || (code !== undefined && concept.code !== code)) return false;
      const coming = { endsAfter: clock(), startsBefore: Infinity };
      const occurrences = snapshot().agenda.search({ concept: concept.code }, coming);
      return occurrences.length > 0 && occurrences.every(({ event }) => event.price === null);
    });

  return {
    /** Ids of the sections that are answered by prices from records. */
    sections: [
      answeredByRecords.cost,
      answeredByRecords.vat,
      answeredByRecords.discounts,
      ...discounts.map(({ id }) => id),
    ],

    /** States what a concept costs, or all of them; undefined for a concept whose coming dates are not all free. */
    answer(concept: Concept["code"] | undefined, slots: Slots, isVatAsked: boolean): Fact | undefined {
      const free = freeConcepts(concept);
      const names = free.map(({ name }) => name);
      const key = free.length > 1 ? "assistant:prices.allFree" : "assistant:prices.free";
      const gratis = {
        text: names.length > 0 ? t(key, { concept: listInWords(names, locale) }) : "",
        sources: free.map(({ slug }) => sourceOf(`${slug}-faq`)),
      };
      if (concept !== undefined && concept !== "COMMONS") return gratis.text ? gratis : undefined;
      const fee = ofMembers(slots, isVatAsked);
      return {
        text: [gratis.text, fee.text].filter(Boolean).join(" "),
        sources: gratis.text ? [...fee.sources.slice(0, 1), ...gratis.sources] : fee.sources,
      };
    },
  };
}
