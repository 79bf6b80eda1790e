import { type Concept, concepts, formPages, type PageName } from "../../addresses/pages.js";
import type { Discount } from "../../content/json-files.js";
import { pricesInWords, pricesOf } from "../../membership/price.js";
import { listInWords, moneyInWords, percentInWords } from "../../text/in-words.js";
import { isDayOrNumberedWeeks } from "./periods.js";
import type { Question } from "./question.js";
import { type Reply, type Setting, sourceOf } from "./setting.js";
import { namesAny, type Slots } from "./slots.js";
import { answeredByRecords, type Topic } from "./topics.js";

export function findPrice(question: Question, topic: Topic, hasDates: boolean, setting: Setting): Reply | undefined {
  const { slots } = question;
  if (!isPriceAsked(question, topic, hasDates, setting)) return undefined;
  // "I'd like to bring 18 students to an evening. What does it cost?" asks for no membership.
  const concept = slots.concept ?? (slots.discounts ? "COMMONS" : topic.concept);
  const isVatAsked = topic.id === answeredByRecords.vat || slots.isAbroad === true;
  return priceAnswer(concept, slots, isVatAsked, setting);
}

/** Whether the price of dates, a membership or a discount is asked for. */
function isPriceAsked(question: Question, topic: Topic, hasDates: boolean, setting: Setting): boolean {
  const { slots, named, contentWords } = question;
  // The members' breakfast is part of the membership, and has no price of its own.
  const isOnDay = slots.series !== undefined || (slots.period !== undefined && isDayOrNumberedWeeks(slots.period));
  if (isOnDay && slots.concept === "COMMONS") return false;
  // "Do members pay extra for breakfast?" asks no fee, and what something costs in an article is no price of ours.
  const isAboutPrices = topic.listPage === undefined && isAnsweredByPrices(topic.id, slots, setting);
  const isAboutMembershipPrice = slots.discounts !== undefined || isAboutPrices;
  if (slots.people && topic.concept === "COMMONS" && isAboutMembershipPrice && !hasDates) return true;
  // After "What do students pay?", "And founders?" asks for a price, and "Do I have to prove it?" does not.
  const isLikeBefore = contentWords.length === 0 || namesAny(named, "concept", "discounts", "people", "isAbroad");
  if (!(isLikeBefore ? slots : named).cues.has("price")) return false;
  const isOfMembers = slots.concept === undefined || slots.concept === "COMMONS";
  if (slots.people && isOfMembers && !hasDates) return true; // "There are seven of us. The price?"
  return hasDates || isAboutMembershipPrice;
}

/** Whether prices from records answer the section; that of all prices only for one concept. */
function isAnsweredByPrices(section: string | undefined, { concept }: Slots, setting: Setting): boolean {
  const { cost, prices, vat, discounts } = answeredByRecords;
  const ofDiscounts = allDiscounts(setting).map(({ id }) => id);
  const answered = [cost, vat, discounts, ...ofDiscounts, ...(concept ? [prices] : [])];
  return answered.some((id) => id === section);
}

/** States what a concept costs, or all of them; undefined for a concept whose coming dates are not all free. */
function priceAnswer(
  concept: Concept["code"] | undefined,
  slots: Slots,
  isVatAsked: boolean,
  setting: Setting,
): Reply | undefined {
  const { t, locale } = setting;
  const free = freeConcepts(concept, setting);
  const names = listInWords(
    free.map(({ name }) => name),
    locale,
  );
  const key = free.length > 1 ? "assistant:prices.allFree" : "assistant:prices.free";
  const text = free.length > 0 ? t(key, { concept: names }) : "";
  const sources = free.map(({ slug }) => sourceOf(`${slug}-faq`, setting));
  if (concept !== undefined && concept !== "COMMONS") return text ? { text, sources } : undefined;
  const fee = membersFee(slots, isVatAsked, setting);
  if (!text) return fee;
  return { text: `${text} ${fee.text}`, sources: [...fee.sources.slice(0, 1), ...sources] };
}

/** Returns the concepts whose coming events are all free. */
function freeConcepts(code: Concept["code"] | undefined, { site }: Setting): Concept[] {
  return concepts.filter((concept) => {
    if (concept.code === "COMMONS" || (code !== undefined && concept.code !== code)) return false;
    const dates = site.snapshot().agenda.search({ concept: concept.code }, { endsAfter: site.clock() });
    return dates.length > 0 && dates.every(({ event }) => event.price === null);
  });
}

/** States a price for each discount that may apply, as nobody knows how many people each has. */
function membersFee(slots: Slots, isVatAsked: boolean, setting: Setting): Reply {
  const priced = pricedDiscounts(slots, setting);
  const people = priced.length === 1 ? (slots.people ?? 1) : 1;
  const texts = priced.map((discount) => membershipFee(discount, people, setting));
  // Beside several prices, nobody would know whose VAT an amount is.
  if (isVatAsked && priced.length === 1) texts.push(vatInWords(priced[0], people, setting));
  if (isVatAsked) texts.push(setting.t("assistant:prices.withoutVat"));
  // Somebody who gets no discount is told of none; else a visitor who did not say enough would get a wrong price.
  const isFullPrice = priced.length === 1 && priced[0] === undefined;
  if (slots.discounts?.length !== 0) texts.push(discountsInWords(isFullPrice, setting));
  const forms = priced.map((discount) => formPages[discount?.form ?? "join"]);
  const ofDiscounts: PageName[] = isFullPrice ? [] : ["commerce-commons-discounts"];
  const pages = new Set([...forms.filter((page) => page !== formPages.join), ...ofDiscounts, formPages.join]);
  return { text: texts.join(" "), sources: [...pages].map((page) => sourceOf(page, setting)) };
}

/** The discounts that may apply; undefined is the full price. */
function pricedDiscounts(
  { discounts, earlierDiscounts = [], people = 1 }: Slots,
  setting: Setting,
): (Discount | undefined)[] {
  const all = allDiscounts(setting);
  const ofGroups = all.filter(({ minPeople }) => minPeople !== undefined);
  // Somebody in a group is still what they were before: "Our shop is a charity's." "Does it help that we are five?"
  const isOfGroup = discounts?.[0] !== undefined && discounts.every((id) => ofGroups.some((group) => group.id === id));
  const earlier = discounts === undefined || isOfGroup ? earlierDiscounts : [];
  const named = [...earlier, ...(discounts ?? [])].map((name) =>
    all.find(({ id, minPeople = 1 }) => id === name && (people === 1 || people >= minPeople)),
  );
  const priced = new Set([...named, ...ofGroups.filter(({ minPeople = 0 }) => people >= minPeople)]);
  // "And if we can't deduct VAT?", after it was about a charity, gets the full price and the charity's.
  if (discounts === undefined && earlier.length > 0 && priced.size === 1) return [undefined, ...priced];
  return priced.size > 0 ? [...priced] : [undefined];
}

/** States the price of a membership, and the sum for several people. */
function membershipFee(discount: Discount | undefined, people: number, { t, locale, site }: Setting): string {
  const { membership } = site.library;
  const prices = pricesInWords(membership, locale, discount?.percent);
  const percent = percentInWords(discount?.percent ?? 0, locale);
  const fee = discount
    ? t("assistant:prices.discounted", { ...prices, who: discount.who, percent })
    : t("assistant:prices.full", prices);
  if (people < 2) return fee;
  const { withoutVat } = pricesOf(membership, discount?.percent);
  const sum = pricesInWords({ ...membership, price: people * withoutVat }, locale);
  return `${fee} ${t("assistant:prices.sum", { people, ...sum })}`;
}

/** The VAT in the price of all the people. */
function vatInWords(discount: Discount | undefined, people: number, { t, locale, site }: Setting): string {
  const { membership } = site.library;
  const { withoutVat, withVat } = pricesOf(membership, discount?.percent);
  const vat = moneyInWords(people * (withVat - withoutVat), membership.currency, locale);
  return t("assistant:prices.vat", { vat, percent: percentInWords(membership.vat, locale) });
}

/** Names all discounts below the full price, and says below others that one person gets one of them. */
function discountsInWords(isFullPrice: boolean, setting: Setting): string {
  const { t, locale } = setting;
  if (!isFullPrice) return t("assistant:prices.largest");
  const labels = allDiscounts(setting).map(({ label }) => label);
  return labels.length > 0 ? t("assistant:prices.offered", { discounts: listInWords(labels, locale) }) : "";
}

const allDiscounts = ({ site, locale }: Setting) => site.library.membership.discounts[locale];
