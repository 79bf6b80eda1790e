import type { City } from "../addresses/cities.js";
import { concepts } from "../addresses/concepts.js";
import { listInWords } from "../text/in-words.js";
import { type Locale, regionalTags, type Translate } from "../text/locale.js";
import type { Event } from "./event.js";
import { dataController, type Organisation } from "./json-files.js";
import type { ReportProblem } from "./problems.js";

/** Stands for BASE_URL until the content is opened. */
export const SITE_URL_PLACEHOLDER = "https://site-url.invalid";

/** By the name in `{{name}}`, in one language; undefined for what an event or a discount does not have. */
export type Facts = ReadonlyMap<string, string | undefined>;

/** `site.run-by` is a sentence, empty without an owner. `forms.months` is the longest retention of a form; `numbers` are in words, from 1 on. */
export function siteFacts(organisation: Organisation, numbers: readonly string[], locale: Locale, t: Translate): Facts {
  const { name, legalName, mail, chat, retentionMonths, addressMail, answerDaysBefore } = organisation;
  const months = new Intl.NumberFormat(regionalTags[locale], { style: "unit", unit: "month", unitDisplay: "long" });
  return new Map([
    ["site.name", name],
    ["site.legal-name", legalName ?? name],
    ["site.mail", mail],
    ["site.run-by", legalName === null ? "" : t("site:runBy", { name, owner: dataController(organisation) })],
    ["site.controller", dataController(organisation)],
    ["site.url", SITE_URL_PLACEHOLDER],
    ["chat.product", chat.product],
    ["forms.months", months.format(Math.max(...Object.values(retentionMonths)))],
    ["forms.address-days", numberInWords(addressMail.daysBefore, numbers)],
    ["forms.answer-days", numberInWords(answerDaysBefore, numbers)],
  ]);
}

/** Large numbers are in digits. */
export const numberInWords = (number: number, numbers: readonly string[]) => numbers[number - 1] ?? `${number}`;

/** `cities.all` names the cities that have events, and `cities.<concept>` those where it is held regularly. */
export function cityFacts(cities: readonly City[], events: readonly Event[], locale: Locale): Facts {
  const meetings = events.filter(({ attendance }) => attendance !== "online");
  const namesOf = (held: readonly Event[]) => {
    const hosting = cities.filter(({ slug }) => held.some(({ city }) => city === slug));
    const names = hosting.map(({ names }) => names[locale]);
    return names.length > 0 ? listInWords(names, locale) : undefined;
  };
  const facts = new Map([["cities.all", namesOf(meetings)]]);
  for (const { code, slug } of concepts)
    facts.set(`cities.${slug}`, namesOf(meetings.filter(({ concept, recurrence }) => concept === code && recurrence)));
  return facts;
}

export function fillFacts(text: string, facts: Facts, report: ReportProblem, encode = (fact: string) => fact): string {
  return text.replace(/\{\{\s*([\w.-]+)\s*\}\}/g, (_, name: string) => {
    const fact = facts.get(name);
    if (fact === undefined)
      report(`{{${name}}}`, "is not a fact of facts.json, site.json, membership.json or an event");
    return encode(fact ?? "…");
  });
}
