import type { City } from "../addresses/cities.js";
import { concepts } from "../addresses/concepts.js";
import type { Event } from "../events/event.js";
import { recurrenceInWords } from "../events/words.js";
import { type MembershipFile, pricesInWords } from "../membership/price.js";
import { listInWords, percentInWords } from "../text/in-words.js";
import { type Locale, regionalTags, type Translate } from "../text/locale.js";
import { dataController, type Organisation } from "./organisation.js";
import type { ReportProblem } from "./problems.js";

/** By the name in `{{name}}`, in one language; undefined for what an event or a discount does not have. */
export type Facts = ReadonlyMap<string, string | undefined>;

/** `site.run-by` is a sentence, empty without an owner. `forms.months` is the longest retention of a form; `numbers` are in words, from 1 on. */
export function siteFacts(
  organisation: Organisation,
  baseUrl: string,
  numbers: readonly string[],
  locale: Locale,
  t: Translate,
): Facts {
  const { name, legalName, mail, chat, retentionMonths, addressMail, answerDaysBefore } = organisation;
  const months = new Intl.NumberFormat(regionalTags[locale], { style: "unit", unit: "month", unitDisplay: "long" });
  return new Map([
    ["site.name", name],
    ["site.legal-name", legalName ?? name],
    ["site.mail", mail],
    ["site.run-by", legalName === null ? "" : t("site:runBy", { name, owner: dataController(organisation) })],
    ["site.controller", dataController(organisation)],
    ["site.url", baseUrl],
    ["chat.product", chat.product],
    ["forms.months", months.format(Math.max(...Object.values(retentionMonths)))],
    ["forms.address-days", numberInWords(addressMail.daysBefore, numbers)],
    ["forms.answer-days", numberInWords(answerDaysBefore, numbers)],
  ]);
}

export function membershipFacts(membership: MembershipFile, numbers: readonly string[], locale: Locale): Facts {
  const full = pricesInWords(membership, locale);
  const facts = new Map<string, string | undefined>([
    ["membership.price", full.price],
    ["membership.price-with-vat", full.withVat],
    ["membership.vat", percentInWords(membership.vat, locale)],
  ]);
  for (const [id, { minPeople, percent, proof }] of Object.entries(membership.discounts)) {
    const { price, withVat } = pricesInWords(membership, locale, percent);
    facts.set(`membership.${id}-price`, price);
    facts.set(`membership.${id}-price-with-vat`, withVat);
    facts.set(`membership.${id}-discount`, percentInWords(percent, locale));
    facts.set(`membership.${id}-size`, minPeople ? numberInWords(minPeople, numbers) : undefined);
    facts.set(`membership.${id}-proof`, proof?.[locale]);
  }
  return facts;
}

const numberInWords = (number: number, numbers: readonly string[]) => numbers[number - 1] ?? `${number}`;

export function eventFacts({ slug, starts, ends, venue, recurrence }: Event, locale: Locale, t: Translate): Facts {
  return new Map([
    [`event.${slug}.starts`, starts.slice(11)],
    [`event.${slug}.ends`, ends.slice(11)],
    [`event.${slug}.venue`, venue?.name[locale]],
    [
      `event.${slug}.recurrence`,
      recurrence ? recurrenceInWords(recurrence.rule, starts.slice(0, 10), locale, t) : undefined,
    ],
  ]);
}

/** `cities.all` names the cities that have events, and `cities.<concept>` those where it is held regularly. */
export function cityFacts(cities: readonly City[], events: readonly Event[], locale: Locale): Facts {
  const meetings = events.filter(({ attendance }) => attendance !== "online");
  const namesOf = (held: readonly Event[]) => {
    const named = cities.filter(({ slug }) => held.some(({ city }) => city === slug));
    return (
      listInWords(
        named.map(({ names }) => names[locale]),
        locale,
      ) || undefined
    );
  };
  const facts = new Map([["cities.all", namesOf(meetings)]]);
  for (const { code, slug } of concepts)
    facts.set(`cities.${slug}`, namesOf(meetings.filter(({ concept, recurrence }) => concept === code && recurrence)));
  return facts;
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
