import type { Event } from "../domain/event.js";
import { type Locale, regionalTags } from "../domain/locale.js";
import { type MembershipFile, pricesInWords } from "../site/membership.js";
import { dataController, type Organisation } from "../site/organisation.js";
import { percentInWords } from "../text/money-in-words.js";
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
  const prices = (percent?: number) => {
    const { price, withVat } = pricesInWords(membership, locale, percent);
    return { price, "price-with-vat": withVat };
  };
  return [
    ...named("membership.", { ...prices(), vat: percentInWords(membership.vat, locale) }),
    ...Object.entries(membership.discounts).flatMap(([id, { minPeople, percent, proof }]) =>
      named(`membership.${id}-`, {
        ...prices(percent),
        discount: percentInWords(percent, locale),
        size: minPeople === undefined ? undefined : (numbers[minPeople - 1] ?? `${minPeople}`),
        proof: proof?.[locale],
      }),
    ),
  ];
}

export function eventFacts(event: Event, locale: Locale, t: Translate): [string, string][] {
  const { slug, starts, ends, venue, recurrence } = event;
  return named(`event.${slug}.`, {
    starts: starts.slice(11),
    ends: ends.slice(11),
    venue: venue?.name[locale],
    recurrence: recurrence ? recurrenceInWords(recurrence.rule, starts.slice(0, 10), locale, t) : undefined,
  });
}

const named = (prefix: string, facts: Readonly<Record<string, string | undefined>>) =>
  Object.entries(facts).flatMap(([name, fact]): [string, string][] =>
    fact === undefined ? [] : [[prefix + name, fact]],
  );

export function factFiller(facts: Facts, report: ReportProblem) {
  return (text: string, encode = (fact: string) => fact): string =>
    text.replace(/\{\{\s*([\w.-]+)\s*\}\}/g, (_, name: string) => {
      const fact = facts.get(name);
      if (fact === undefined)
        report(`{{${name}}}`, "is not a fact of facts.json, site.json, membership.json or an event");
      return encode(fact ?? "…");
    });
}
