import type { Library } from "../content/library.js";
import { type FieldProblem, SECONDS, TRAP, type Values } from "../contracts/submission.js";
import type { AgendaKeeper } from "../domain/agenda.js";
import { isOff, type Occurrence } from "../domain/event.js";
import type { Locale } from "../domain/locale.js";
import type { Words } from "../domain/words.js";
import { changeInWords, type EventRecords } from "../formats/event-record.js";
import { eventsListedOn, type Listed } from "../site/event-pages.js";
import { type Field, FOR_EVENT, type Form, type FormName, forms, wishFor } from "../site/forms.js";
import { controllerOf } from "../site/organisation.js";
import type { PageName } from "../site/paths.js";

/** Longer choices fold into a menu. */
const OPEN_OPTIONS = 6;
/** So many dates are named in place of one that is not on. */
const A_FEW = 3;

/** A form that has been sent and not been taken: what was typed, and why. Or one that is filled in for an event. */
export interface Filled {
  readonly event?: AskedEvent | undefined;
  readonly values: Values;
  readonly problems: readonly FieldProblem[];
  /** What is wrong with the request as a whole; null when it is only with fields. */
  readonly refused: string | null;
}

/** The event that a link has a form filled in for. */
interface AskedEvent {
  /** Empty, as `said` is, when it is not known. */
  readonly id: string;
  /** The event, and when it is, in words. */
  readonly said: string;
  /** Why the form is not filled in: it is off, over or not known. Null when it is. */
  readonly why: string | null;
  /** Then the next ones that are on, with their forms. */
  readonly others: readonly { readonly said: string; readonly path: string }[];
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
  const coming = (listed: Listed, locale: Locale) => {
    const current = agenda.current();
    const { occurrences } = current.search({ ...listed, locale }, current.window(clock())!);
    return occurrences.filter((occurrence) => !isOff(occurrence));
  };
  const datesOn = ({ page }: Form, locale: Locale) =>
    coming(eventsListedOn(page, library.cities) ?? {}, locale)
      .map((occurrence) => records.of(occurrence, locale))
      .map(({ id, dateText }) => ({ value: id, label: dateText }));
  const themes = (locale: Locale) => library.themes(locale).map(({ id, title }) => ({ value: id, label: title }));

  /** What may be chosen in a field at the moment; `label` is in words. */
  const optionsOf = (form: Form, field: Field, locale: Locale) => {
    const offered = { dates: () => datesOn(form, locale), themes: () => themes(locale) };
    const always = (field.options ?? []).map(({ value, label }) => ({ value, label: words(locale)(label) }));
    return [...(field.offers ? offered[field.offers]() : []), ...always];
  };

  return {
    optionsOf,

    /** The form of a page filled in for an event to come whose next step it is; undefined where the page has none. */
    filledFor(page: PageName, locale: Locale, id: string | undefined): (Filled & { event: AskedEvent }) | undefined {
      if (id === undefined || !library.page(page, locale).form) return;
      const t = words(locale);
      const isHere = ({ event: { action, texts } }: Occurrence) => action === page && texts[locale] !== undefined;
      const said = (occurrence: Occurrence) => {
        const { title, dateText } = records.of(occurrence, locale);
        return `${title}, ${dateText}`;
      };
      const filled = (event: AskedEvent, values: Values) => ({ event, values, problems: [], refused: null });
      const inPlace = (...lists: Listed[]) => {
        const found =
          lists.map((listed) => coming(listed, locale).filter(isHere)).find(({ length }) => length > 0) ?? [];
        const path = library.addresses.pathTo(page, locale) + FOR_EVENT;
        return found.slice(0, A_FEW).map((other) => ({ said: said(other), path: `${path}${other.id}#form` }));
      };

      const occurrence = agenda.current().find(id);
      if (!occurrence || !isHere(occurrence))
        return filled({ id: "", said: "", why: t("forms:event.unknown"), others: inPlace({}) }, {});
      const { concept, city } = occurrence.event;
      const event = { id, said: said(occurrence), why: null, others: [] };
      if (isOff(occurrence) || occurrence.ends <= clock()) {
        const why = isOff(occurrence) ? changeInWords(occurrence, locale, t) : t("forms:event.past");
        return filled({ ...event, why, others: inPlace({ concept, city }, { concept }, {}) }, {});
      }
      const about = concept === "BOARDROOM" ? "seat" : "coming";
      return filled(event, { date: id, about, message: `${t(wishFor(concept))}: ${event.said}` });
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
