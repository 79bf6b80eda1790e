import { type Concept, concepts } from "../../domain/concept.js";
import type { Locale } from "../../domain/locale.js";
import { forms } from "../../site/forms.js";
import { type Discount, discountedPrice, discountedPriceWithVat, priceWithVat } from "../../site/membership.js";
import type { PageName } from "../../site/paths.js";
import { listInWords } from "../../text/dates-in-words.js";
import { moneyInWords, percentInWords } from "../../text/money-in-words.js";
import type { Dependencies } from "../dependencies.js";
import { type Fact, linksIn } from "./links.js";
import type { Slots } from "./slots.js";

type PriceSources = Pick<Dependencies, "library" | "agenda" | "getFixedT" | "clock">;

export type PriceFacts = ReturnType<typeof priceFactsIn>;

export function priceFactsIn(locale: Locale, { library, agenda, getFixedT, clock }: PriceSources) {
  const t = getFixedT(locale);
  const { membership } = library;
  const { discounts } = membership;
  const { sourceOf } = linksIn(locale, library);
  const money = (amount: number) => moneyInWords(Math.round(amount * 100) / 100, membership.currency, locale);

  /** The full price of a membership or that of an audience, the VAT of it, and the sum for so many. */
  const ofMembership = (audience: string | undefined, isVatAsked: boolean, people = 1): Fact => {
    const ofGroups = discounts.filter(({ minPeople = Infinity }) => people >= minPeople);
    const named = discounts.find(({ id }) => id === audience);
    const isSmall = named?.minPeople !== undefined && people > 1 && people < named.minPeople;
    const discount = named === undefined ? largest(ofGroups) : isSmall ? undefined : named;
    const [price, withVat] = discount
      ? [discountedPrice(membership, discount), discountedPriceWithVat(membership, discount)]
      : [membership.price, priceWithVat(membership)];
    const vat = { percent: percentInWords(membership.vat, locale), vat: money(withVat - price) };
    const text = [
      t(discount ? "assistant:prices.discounted" : "assistant:prices.full", {
        ...{ price: money(price), withVat: money(withVat), who: discount?.who[locale] ?? "" },
        percent: percentInWords(discount?.percent ?? 0, locale),
      }),
      isVatAsked ? t("assistant:prices.vat", vat) : "",
      people > 1
        ? t("assistant:prices.sum", {
            ...{ people, price: money(people * price) },
            // VAT is added to the sum, as on an invoice.
            withVat: money(priceWithVat({ ...membership, price: people * price })),
          })
        : "",
    ];
    const join = forms.join.page;
    const own = discount ? forms[discount.form].page : join;
    const pages: PageName[] = discount ? ["commerce-commons-discounts", join] : [join];
    if (own !== join) pages.unshift(own);
    return { text: text.filter(Boolean).join(" "), sources: pages.map(sourceOf) };
  };

  /** Of several audiences the price for one of each, as nobody knows how many of whom there are. */
  const ofMembers = ({ audiences = [], people }: Slots, isVatAsked: boolean): Fact => {
    const [audience, ...others] = audiences;
    if (others.length === 0) return ofMembership(audience, isVatAsked, people);
    const fees = audiences.map((one) => ofMembership(one, isVatAsked));
    return {
      text: fees.map(({ text }) => text).join(" "),
      sources: fees.flatMap(({ sources }) => sources.slice(0, 1)),
    };
  };

  /** The concepts whose coming events are all free. */
  const free = (code: Concept["code"] | undefined) =>
    concepts.filter((concept) => {
      if (concept.code === "COMMONS" || (code !== undefined && concept.code !== code)) return false;
      const coming = { endsAfter: clock(), startsBefore: Infinity };
      const { occurrences } = agenda.current().search({ concept: concept.code }, coming);
      return occurrences.length > 0 && occurrences.every(({ event }) => event.price === null);
    });

  return {
    discountIds: discounts.map(({ id }) => id),

    /** What a concept costs, or all; undefined where no sentence can say it, as some dates cost and others do not. */
    of(concept: Concept["code"] | undefined, slots: Slots, isVatAsked = false): Fact | undefined {
      const found = concept === "COMMONS" ? [] : free(concept);
      const [first] = found;
      const names = listInWords(
        found.map(({ name }) => name),
        locale,
      );
      const gratis = first && {
        text: t(found.length > 1 ? "assistant:prices.allFree" : "assistant:prices.free", { concept: names }),
        sources: found.map(({ slug }) => sourceOf(`${slug}-faq`)),
      };
      if (concept !== undefined && concept !== "COMMONS") return gratis;
      const fee = ofMembers(slots, isVatAsked);
      if (!gratis) return fee;
      return { text: `${gratis.text} ${fee.text}`, sources: [...fee.sources.slice(0, 1), ...gratis.sources] };
    },
  };
}

const largest = (discounts: readonly Discount[]): Discount | undefined =>
  discounts.toSorted((one, other) => other.percent - one.percent)[0];
