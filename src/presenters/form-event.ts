import type { Values } from "../contracts/submission.js";
import { type Audience, type Occurrence, takesPlace } from "../domain/event.js";
import type { Locale } from "../domain/locale.js";
import type { EventFilter } from "../site/event-pages.js";
import { EVENT_QUERY } from "../site/form-queries.js";
import { isPageName, type PageName } from "../site/paths.js";
import { changeInWords, eventInWords } from "../text/event-in-words.js";
import type { Site } from "./site.js";

const MAX_OFFERED_DATES = 3;

export interface EventOfForm {
  readonly id: string;
  readonly summary: string;
  readonly audience: Audience;
  /** Replaces the texts of a form that is not only for events. */
  readonly invitation?: Readonly<Record<"heading" | "text" | "action", string>>;
  readonly join?: Readonly<Record<"path" | "label", string>>;
}

/** Events of the form instead of one that it cannot be used for; `summary` is null if that is unknown. */
interface Notice {
  readonly summary: string | null;
  readonly why: string;
  readonly others: readonly Readonly<Record<"summary" | "path", string>>[];
}

export interface FormOfLink {
  readonly event?: EventOfForm | undefined;
  readonly notice?: Notice;
  readonly values: Values;
}

export function formEvents(site: Site) {
  const { agenda, clock, getFixedT, library, records } = site;
  const upcoming = (listed: EventFilter, locale: Locale): Occurrence[] => {
    const current = agenda.current();
    return current.search({ ...listed, locale }, current.window(clock())!).occurrences.filter(takesPlace);
  };
  const hasForm = (page: PageName, locale: Locale) => library.page(page, locale).form !== null;
  const summaryOf = (occurrence: Occurrence, locale: Locale) => eventInWords(records.of(occurrence, locale));
  const present = (occurrence: Occurrence, locale: Locale): EventOfForm => {
    const { audience, action: page } = occurrence.event;
    const t = getFixedT(locale);
    const action = t(`events:action.${audience}`);
    const join = { path: library.addresses.pathTo("commerce-commons-join", locale), label: t("forms:event.join") };
    return {
      id: occurrence.id,
      audience,
      summary: summaryOf(occurrence, locale),
      ...(page === "contact" && {
        invitation: { heading: action, text: t(`forms:event.${audience}`), action },
      }),
      ...(audience === "members" && { join }),
    };
  };
  const find = (page: PageName, locale: Locale, id: string | undefined) => {
    const current = agenda.current();
    const occurrence = id !== undefined && hasForm(page, locale) ? current.find(id) : undefined;
    if (!occurrence?.event.texts[locale]) return undefined;
    const { endsAfter, startsBefore } = current.window(clock())!;
    return occurrence.ends > endsAfter && occurrence.starts < startsBefore ? occurrence : undefined;
  };
  const findOn = (page: PageName, locale: Locale, id: string | undefined) => {
    const occurrence = find(page, locale, id);
    return occurrence?.event.action === page ? occurrence : undefined;
  };
  const noticeOn = (page: PageName, locale: Locale, missing: Occurrence | undefined): Notice | undefined => {
    const t = getFixedT(locale);
    const here = upcoming({}, locale).filter(({ event }) => event.action === page);
    const alike = here.filter(
      ({ event: { concept, city } }) => concept === missing?.event.concept && city === missing.event.city,
    );
    const path = library.addresses.pathTo(page, locale) + EVENT_QUERY;
    const others = (alike.length > 0 ? alike : here)
      .slice(0, MAX_OFFERED_DATES)
      .map((other) => ({ summary: summaryOf(other, locale), path: `${path}${other.id}#form` }));
    if (others.length === 0) return undefined;
    const why = missing ? changeInWords(missing, locale, t) : t("forms:event.unavailable");
    return { summary: missing ? summaryOf(missing, locale) : null, why, others };
  };

  return {
    upcoming,

    /** Undefined if it does not take place, is past, or has another form. */
    eventOf(page: PageName, locale: Locale, id: string | undefined) {
      const occurrence = findOn(page, locale, id);
      return occurrence && takesPlace(occurrence) ? present(occurrence, locale) : undefined;
    },

    /** Undefined if the form of the event is on this page. */
    otherForm(page: PageName, locale: Locale, id: string | undefined): PageName | undefined {
      const action = find(page, locale, id)?.event.action;
      return action && isPageName(action) && action !== page ? action : undefined;
    },

    /** Bounds the cache: one page for each event of the form, and one for all other ids. */
    queryFor(page: PageName, locale: Locale, id: string | undefined): string {
      if (id === undefined || !hasForm(page, locale)) return "";
      return EVENT_QUERY + (findOn(page, locale, id)?.id ?? "");
    },

    formOfLink(page: PageName, locale: Locale, id: string | undefined): FormOfLink | undefined {
      if (id === undefined || !hasForm(page, locale)) return undefined;
      const occurrence = findOn(page, locale, id);
      if (!occurrence || !takesPlace(occurrence)) {
        const notice = noticeOn(page, locale, occurrence);
        return notice && { values: {}, notice };
      }
      const event = present(occurrence, locale);
      const { audience } = occurrence.event;
      const about = audience === "application" ? "seat" : "coming";
      return { event, values: { date: id, about, message: event.summary } };
    },
  };
}
