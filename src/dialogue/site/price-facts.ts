import { type Concept, concepts } from "../../addresses/concepts.js";
import { formPages } from "../../addresses/forms.js";
import type { PageName } from "../../addresses/paths.js";
import { answeredByRecords } from "../../addresses/sections.js";
import { pricesInWords, pricesOf } from "../../membership/price.js";
import { listInWords, moneyInWords, percentInWords } from "../../text/in-words.js";
import type { Conversation } from "./conversation.js";
import { type Reply, sourceOf } from "./replies.js";
import type { Slots } from "./slots.js";

const discountsIn = ({ site, locale }: Conversation) => site.library.membership.discounts[locale];

/** Whether prices from records answer the section. */
export function isAnsweredByPrices(section: string | undefined, conversation: Conversation): boolean {
  if (section === undefined) return false;
  const { cost, vat, discounts } = answeredByRecords;
  return (
    section === cost ||
    section === vat ||
    section === discounts ||
    discountsIn(conversation).some(({ id }) => id === section)
  );
}

/** States what a concept costs, or all of them; undefined for a concept whose coming dates are not all free. */
export function priceAnswer(
  concept: Concept["code"] | undefined,
  slots: Slots,
  isVatAsked: boolean,
  conversation: Conversation,
): Reply | undefined {
  const { t, locale } = conversation;
  const free = freeConcepts(concept, conversation);
  const names = listInWords(
    free.map(({ name }) => name),
    locale,
  );
  const key = free.length > 1 ? "assistant:prices.allFree" : "assistant:prices.free";
  const text = free.length > 0 ? t(key, { concept: names }) : "";
  const sources = free.map(({ slug }) => sourceOf(`${slug}-faq`, conversation));
  if (concept !== undefined && concept !== "COMMONS") return text ? { text, sources } : undefined;
  const fee = membersFee(slots, isVatAsked, conversation);
  if (!text) return fee;
  return { text: `${text} ${fee.text}`, sources: [...fee.sources.slice(0, 1), ...sources] };
}

/** Returns the concepts whose coming events are all free. */
function freeConcepts(code: Concept["code"] | undefined, { site }: Conversation): Concept[] {
  return concepts.filter((concept) => {
    if (concept.code === "COMMONS" || (code !== undefined && concept.code !== code)) return false;
    const toCome = { endsAfter: site.clock(), startsBefore: Infinity };
    const dates = site.snapshot().agenda.search({ concept: concept.code }, toCome);
    return dates.length > 0 && dates.every(({ event }) => event.price === null);
  });
}

/** States one price for each of several discounts, as nobody knows how many people each has. */
function membersFee(slots: Slots, isVatAsked: boolean, conversation: Conversation): Reply {
  const { discounts, people = 1 } = slots;
  const ofGroups = discountsIn(conversation).filter(({ minPeople }) => minPeople !== undefined);
  // Somebody in a group is still what they were before: "Our shop is a charity's." "Does it help that we are five?"
  const isOfGroup = discounts?.[0] !== undefined && discounts.every((id) => ofGroups.some((group) => group.id === id));
  const earlier = discounts === undefined || isOfGroup ? (slots.earlierDiscounts ?? []) : [];
  const named: (string | undefined)[] = [...earlier, ...(discounts ?? [])];
  if (named.length > 0) named.push(...ofGroups.filter(({ minPeople = 0 }) => people >= minPeople).map(({ id }) => id));
  // "And if we can't deduct VAT?", after it was about a charity, gets the full price and the charity's.
  if (discounts === undefined && named.length === 1) named.unshift(undefined);
  const each = [...new Set(named)];
  if (each.length < 2) return membershipFee(each[0], isVatAsked, people, conversation);
  const fees = each.map((discount, index) =>
    membershipFee(discount, isVatAsked && index === each.length - 1, 1, conversation),
  );
  return {
    text: [...fees.map(({ text }) => text), conversation.t("assistant:prices.largest")].join(" "),
    sources: fees.flatMap(({ sources }) => sources.slice(0, 1)),
  };
}

/** States the full price of a membership or that of an audience, its VAT, and the sum for several people. */
function membershipFee(
  audience: string | undefined,
  isVatAsked: boolean,
  people: number,
  conversation: Conversation,
): Reply {
  const { t, locale, site } = conversation;
  const { membership } = site.library;
  const inPercent = (percent: number) => percentInWords(percent, locale);
  const named = discountsIn(conversation).find(({ id }) => id === audience);
  const isTooSmall = people > 1 && people < (named?.minPeople ?? 0);
  const ofGroup = discountsIn(conversation).find(({ minPeople = Infinity }) => people >= minPeople);
  const discount = isTooSmall ? undefined : (named ?? ofGroup);
  const { withoutVat, withVat } = pricesOf(membership, discount?.percent);
  const prices = pricesInWords(membership, locale, discount?.percent);
  const vat = moneyInWords(withVat - withoutVat, membership.currency, locale);

  const texts = [
    discount
      ? t("assistant:prices.discounted", { ...prices, vat, who: discount.who, percent: inPercent(discount.percent) })
      : t("assistant:prices.full", { ...prices, vat }),
  ];
  if (isVatAsked) texts.push(t("assistant:prices.vat", { ...prices, vat, percent: inPercent(membership.vat) }));
  if (people > 1) {
    const sum = pricesInWords({ ...membership, price: people * withoutVat }, locale);
    texts.push(t("assistant:prices.sum", { people, ...sum }));
  }
  const pages: PageName[] = discount ? ["commerce-commons-discounts", formPages.join] : [formPages.join];
  const ofForm = formPages[discount?.form ?? "join"];
  if (ofForm !== formPages.join) pages.unshift(ofForm);
  return { text: texts.join(" "), sources: pages.map((page) => sourceOf(page, conversation)) };
}
