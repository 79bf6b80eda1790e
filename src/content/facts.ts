import type { Event } from "../domain/event.js";
import { type Locale, regionalTags } from "../domain/locale.js";
import {
  discountedPrice,
  discountedPriceWithVat,
  discounts,
  type Membership,
  priceWithVat,
} from "../domain/membership.js";
import { moneyInWords, percentInWords } from "../domain/money-in-words.js";
import { recurrenceInWords } from "../domain/recurrence-in-words.js";
import type { Translate } from "../domain/translate.js";
import { dataController, type Organisation } from "../site/organisation.js";
import type { Refuse } from "./problems.js";

/** What `{{name}}` stands for in a text, by name, in one language. */
export type Facts = ReadonlyMap<string, string>;

/**
 * `site.name`, `site.mail`, `site.controller`, `site.url`, `chat.product`, and `forms.months`: how long, at most, what
 * a form has sent is kept.
 */
export function factsOfSite(organisation: Organisation, baseUrl: string, locale: Locale): [string, string][] {
  const months = new Intl.NumberFormat(regionalTags[locale], { style: "unit", unit: "month", unitDisplay: "long" });
  return [
    ["site.name", organisation.name],
    ["site.mail", organisation.mail],
    ["site.controller", dataController(organisation)],
    ["site.url", baseUrl],
    ["chat.product", organisation.chat.product],
    ["forms.months", months.format(Math.max(...Object.values(organisation.retentionMonths)))],
  ];
}

/**
 * `membership.price`, `.price-with-vat`, `.vat`, and of each discount `membership.<who>-discount`, `-price` and
 * `-price-with-vat`.
 */
export function factsOfMembership(membership: Membership, locale: Locale): [string, string][] {
  const money = (amount: number) => moneyInWords(amount, membership.currency, locale);
  return [
    ["membership.price", money(membership.price)],
    ["membership.price-with-vat", money(priceWithVat(membership))],
    ["membership.vat", percentInWords(membership.vat, locale)],
    ...discounts.flatMap((discount): [string, string][] => [
      [`membership.${discount}-discount`, percentInWords(membership.discounts[discount], locale)],
      [`membership.${discount}-price`, money(discountedPrice(membership, discount))],
      [`membership.${discount}-price-with-vat`, money(discountedPriceWithVat(membership, discount))],
    ]),
  ];
}

/**
 * `event.<slug>.starts`, `.ends`, `.venue` and `.recurrence`, so that no text says by itself when or where an event is.
 */
export function factsOfEvent(event: Event, locale: Locale, t: Translate): [string, string][] {
  const { slug, starts, ends, venue, recurrence } = event;
  const facts: Record<string, string | undefined> = {
    starts: starts.slice(11),
    ends: ends.slice(11),
    venue: venue?.name[locale],
    recurrence: recurrence ? recurrenceInWords(recurrence.rule, starts.slice(0, 10), locale, t) : undefined,
  };
  return Object.entries(facts).flatMap(([name, fact]) => (fact === undefined ? [] : [[`event.${slug}.${name}`, fact]]));
}

/**
 * Fills in every `{{name}}` of a text. A name that stands for nothing is refused; with no facts at all, which is a
 * problem told elsewhere, nothing is.
 */
export function filler(facts: Facts | undefined, refuse: Refuse) {
  return (text: string, written = (fact: string) => fact): string =>
    text.replace(/\{\{\s*([\w.-]+)\s*\}\}/g, (_, name: string) => {
      const fact = facts?.get(name);
      if (facts && fact === undefined)
        refuse(`{{${name}}}`, "is no fact of facts.json, site.json, membership.json or an event");
      return written(fact ?? "…");
    });
}
