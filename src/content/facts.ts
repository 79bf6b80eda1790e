import type { Event } from "../domain/event.js";
import { type Locale, regionalTags } from "../domain/locale.js";
import { discountedPrice, discountedPriceWithVat, type MembershipFile, priceWithVat } from "../site/membership.js";
import { dataController, type Organisation } from "../site/organisation.js";
import { moneyInWords, percentInWords } from "../text/money-in-words.js";
import { recurrenceInWords } from "../text/recurrence-in-words.js";
import type { Translate } from "../text/translate.js";
import type { ReportProblem } from "./problems.js";

/** By the name in `{{name}}`, in one language. */
export type Facts = ReadonlyMap<string, string>;

/** `forms.months` is the longest retention of a form. */
export function siteFacts(organisation: Organisation, baseUrl: string, locale: Locale): [string, string][] {
  const months = new Intl.NumberFormat(regionalTags[locale], { style: "unit", unit: "month", unitDisplay: "long" });
  return [
    ["site.name", organisation.name],
    ["site.legal-name", organisation.legalName ?? organisation.name],
    ["site.mail", organisation.mail],
    ["site.controller", dataController(organisation)],
    ["site.url", baseUrl],
    ["chat.product", organisation.chat.product],
    ["forms.months", months.format(Math.max(...Object.values(organisation.retentionMonths)))],
  ];
}

/** `numbers` in words, from 1 on. */
export function membershipFacts(
  membership: MembershipFile,
  numbers: readonly string[],
  locale: Locale,
): [string, string][] {
  const money = (amount: number) => moneyInWords(amount, membership.currency, locale);
  return [
    ["membership.price", money(membership.price)],
    ["membership.price-with-vat", money(priceWithVat(membership))],
    ["membership.vat", percentInWords(membership.vat, locale)],
    ...membership.discounts.flatMap(({ id, minPeople, percent, proof }): [string, string][] => [
      [`membership.${id}-discount`, percentInWords(percent, locale)],
      [`membership.${id}-price`, money(discountedPrice(membership, { percent }))],
      [`membership.${id}-price-with-vat`, money(discountedPriceWithVat(membership, { percent }))],
      ...(minPeople ? [[`membership.${id}-size`, numbers[minPeople - 1] ?? `${minPeople}`] as [string, string]] : []),
      ...(proof ? [[`membership.${id}-proof`, proof[locale]] as [string, string]] : []),
    ]),
  ];
}

export function eventFacts(event: Event, locale: Locale, t: Translate): [string, string][] {
  const { slug, starts, ends, venue, recurrence } = event;
  const facts: Record<string, string | undefined> = {
    starts: starts.slice(11),
    ends: ends.slice(11),
    venue: venue?.name[locale],
    recurrence: recurrence ? recurrenceInWords(recurrence.rule, starts.slice(0, 10), locale, t) : undefined,
  };
  return Object.entries(facts).flatMap(([name, fact]) => (fact === undefined ? [] : [[`event.${slug}.${name}`, fact]]));
}

export function factFiller(facts: Facts, report: ReportProblem) {
  return (text: string, encode = (fact: string) => fact): string =>
    text.replace(/\{\{\s*([\w.-]+)\s*\}\}/g, (_, name: string) => {
      const fact = facts.get(name);
      if (fact === undefined)
        report(`{{${name}}}`, "is not a fact of facts.json, site.json, membership.json or an event");
      return encode(fact ?? "…");
    });
}
