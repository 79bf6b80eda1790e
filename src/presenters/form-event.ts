import type { Values } from "../contracts/submission.js";
import { isOff, type Occurrence } from "../domain/event.js";
import type { Locale } from "../domain/locale.js";
import { changeInWords, eventInWords } from "../formats/event-record.js";
import type { Services } from "../services.js";
import { contactReason, type EventFilter } from "../site/event-pages.js";
import { EVENT_QUERY } from "../site/form-queries.js";
import { isPageName, type PageName } from "../site/paths.js";

/** So many dates are named in place of one that is not on. */
const A_FEW = 3;

/** The event that a form is about: its title, and when it is, in words. */
interface FormEvent {
  readonly id: string;
  readonly summary: string;
}

/** Why a form is not filled in for the event of a link, and the next ones that are on, with their forms. */
interface Notice {
  /** The event; null where it is not one to come. */
  readonly summary: string | null;
  readonly why: string;
  readonly others: readonly { readonly summary: string; readonly path: string }[];
}

/** A form that a link has filled in for an event, or with a notice that it is not on. */
export interface FilledByLink {
  readonly event?: FormEvent | undefined;
  readonly notice?: Notice;
  readonly values: Values;
}

export type FormEvents = ReturnType<typeof formEvents>;

/** The event that a link names (`?event=`), and what the form of a page makes of it. */
export function formEvents({
  agenda,
  clock,
  library,
  records,
  getFixedT,
}: Pick<Services, "agenda" | "clock" | "getFixedT" | "library" | "records">) {
  /** Those that a form may be about: on, and within the next twelve months. */
  const coming = (listed: EventFilter, locale: Locale) => {
    const current = agenda.current();
    const { occurrences } = current.search({ ...listed, locale }, current.window(clock())!);
    return occurrences.filter((occurrence) => !isOff(occurrence));
  };
  const isHere = ({ event: { action } }: Occurrence, page: PageName) => action === page;
  const summaryOf = (occurrence: Occurrence, locale: Locale): FormEvent => ({
    id: occurrence.id,
    summary: eventInWords(records.of(occurrence, locale)),
  });
  /** The event of a link to a form, where it is one of the next twelve months. */
  const named = (page: PageName, locale: Locale, id: string | undefined) => {
    const current = agenda.current();
    const occurrence = id === undefined || !library.page(page, locale).form ? undefined : current.find(id);
    if (!occurrence?.event.texts[locale]) return;
    const { endsAfter, startsBefore } = current.window(clock())!;
    return occurrence.ends > endsAfter && occurrence.starts < startsBefore ? occurrence : undefined;
  };
  /** The same, where its next step is the form of this page. */
  const occurrenceOn = (page: PageName, locale: Locale, id: string | undefined) => {
    const occurrence = named(page, locale, id);
    return occurrence && isHere(occurrence, page) ? occurrence : undefined;
  };
  /** The event that a form is about, in words; undefined when it is off, or not one to come. */
  const eventOf = (page: PageName, locale: Locale, id: string | undefined): FormEvent | undefined => {
    const occurrence = occurrenceOn(page, locale, id);
    return occurrence && !isOff(occurrence) ? summaryOf(occurrence, locale) : undefined;
  };

  return {
    coming,
    eventOf,

    /** The page whose form an event has, where that is another than this one. */
    otherForm(page: PageName, locale: Locale, id: string | undefined): PageName | undefined {
      const action = named(page, locale, id)?.event.action;
      return action && isPageName(action) && action !== page ? action : undefined;
    },

    /** The part of a query that a page depends on: the event of its form, the same for all that are not to come. */
    queryFor(page: PageName, locale: Locale, id: string | undefined): string {
      if (id === undefined || !library.page(page, locale).form) return "";
      return EVENT_QUERY + (occurrenceOn(page, locale, id)?.id ?? "");
    },

    /** The form of a page filled in for an event, or with a notice that it is not on; undefined where it is for none. */
    filledFor(page: PageName, locale: Locale, id: string | undefined): FilledByLink | undefined {
      if (id === undefined || !library.page(page, locale).form) return;
      const t = getFixedT(locale);
      const occurrence = occurrenceOn(page, locale, id);
      const event = occurrence && summaryOf(occurrence, locale);
      if (event && !isOff(occurrence)) {
        const { concept } = occurrence.event;
        const about = concept === "BOARDROOM" ? "seat" : "coming";
        return { event, values: { date: id, about, message: `${t(contactReason(concept))}: ${event.summary}` } };
      }
      const here = coming({}, locale).filter((other) => isHere(other, page));
      const alike = here.filter(
        ({ event: { concept, city } }) => concept === occurrence?.event.concept && city === occurrence.event.city,
      );
      const path = library.addresses.pathTo(page, locale) + EVENT_QUERY;
      const others = (alike.length > 0 ? alike : here)
        .slice(0, A_FEW)
        .map((other) => ({ ...summaryOf(other, locale), path: `${path}${other.id}#form` }));
      if (others.length === 0) return;
      const why = occurrence ? changeInWords(occurrence, locale, t) : t("forms:event.unavailable");
      return { values: {}, notice: { summary: event?.summary ?? null, why, others } };
    },
  };
}
