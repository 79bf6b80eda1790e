import type { Library } from "../content/library.js";
import { type FieldProblem, SECONDS, TRAP, type Values } from "../contracts/submission.js";
import type { AgendaKeeper } from "../domain/agenda.js";
import { isOff } from "../domain/event.js";
import type { Locale } from "../domain/locale.js";
import type { Words } from "../domain/words.js";
import type { EventRecords } from "../formats/event-record.js";
import { eventsListedOn } from "../site/event-pages.js";
import { type Field, FOR_EVENT, type Form, type FormName, forms, wishFor } from "../site/forms.js";
import { controllerOf } from "../site/organisation.js";
import type { PageName } from "../site/paths.js";

/** Longer choices fold into a menu. */
const OPEN_OPTIONS = 6;

/** A form that has been sent and not been taken: what was typed, and why. Or one that is filled in for an event. */
export interface Filled {
  /** The event, and when it is, in words. */
  readonly event?: string;
  readonly values: Values;
  readonly problems: readonly FieldProblem[];
  /** What is wrong with the request as a whole; null when it is only with fields. */
  readonly refused: string | null;
}

interface Uses {
  readonly agenda: AgendaKeeper;
  readonly clock: () => number;
  readonly library: Library;
  readonly records: EventRecords;
  readonly words: (locale: Locale) => Words;
}

export type FormViews = ReturnType<typeof formViews>;

/** Forms as views show them, empty or filled in, and what may be chosen in them. */
export function formViews({ agenda, clock, library, records, words }: Uses) {
  const datesOn = ({ page }: Form, locale: Locale) => {
    const listed = eventsListedOn(page, library.cities) ?? {};
    const current = agenda.current();
    const { occurrences } = current.search({ ...listed, locale }, current.window(clock())!);
    return occurrences
      .filter((occurrence) => !isOff(occurrence))
      .map((occurrence) => records.of(occurrence, locale))
      .map(({ id, dateText }) => ({ value: id, label: dateText }));
  };
  const themes = (locale: Locale) => library.themes(locale).map(({ id, title }) => ({ value: id, label: title }));

  /** What may be chosen in a field at the moment; `label` is in words. */
  const optionsOf = (form: Form, field: Field, locale: Locale) => {
    const offered = { dates: () => datesOn(form, locale), themes: () => themes(locale) };
    const always = (field.options ?? []).map(({ value, label }) => ({ value, label: words(locale)(label) }));
    return [...(field.offers ? offered[field.offers]() : []), ...always];
  };

  return {
    optionsOf,

    /** What a link has the form of a page filled in with: an event to come whose next step it is; else undefined. */
    filledFor(page: PageName, locale: Locale, query: string): Filled | undefined {
      if (!query.startsWith(FOR_EVENT) || !library.page(page, locale).form) return;
      const occurrence = agenda.current().find(query.slice(FOR_EVENT.length));
      if (!occurrence || isOff(occurrence) || occurrence.ends <= clock()) return;
      const { action, texts } = occurrence.event;
      if (action !== page || !texts[locale]) return;
      const { concept, title, dateText } = records.of(occurrence, locale);
      const about = concept === "BOARDROOM" ? "seat" : "coming";
      const event = `${title}, ${dateText}`;
      const message = `${words(locale)(wishFor(concept))}: ${event}`;
      return { event, values: { date: occurrence.id, about, message }, problems: [], refused: null };
    },

    view(name: FormName, locale: Locale, filled?: Filled) {
      const t = words(locale);
      const form: Form = forms[name];
      const { organisation, page } = library;
      const { purpose, ...text } = page(form.page, locale).form!;
      const fields = form.fields.map((field) => {
        const options = field.kind === "choice" ? optionsOf(form, field, locale) : [];
        const problem = filled?.problems.find((problem) => problem.field === field);
        const label = t(field.label);
        return {
          ...field,
          label,
          hint: field.hint ? t(field.hint) : null,
          options,
          isMenu: options.length > OPEN_OPTIONS,
          value: filled?.values[field.name] ?? "",
          problem: problem ? t(problem.key, { label, most: field.most, count: problem.excess }) : null,
        };
      });
      return {
        ...text,
        event: filled?.event ?? null,
        trap: TRAP,
        seconds: SECONDS,
        fields,
        problems: fields.filter(({ problem }) => problem !== null),
        refused: filled?.refused ?? null,
        kept: t("forms:kept", {
          controller: controllerOf(organisation),
          count: organisation.retentionMonths[name],
          purpose,
        }),
      };
    },
  };
}
