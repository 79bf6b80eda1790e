import { type Occurrence, takesPlace } from "../domain/event.js";
import type { Locale } from "../domain/locale.js";
import { EVENT_QUERY, isPageName, type PageName } from "../site/paths.js";
import { changeInWords, eventInWords } from "../text/event-in-words.js";
import type { Site } from "./site.js";

const MAX_OFFERED_DATES = 3;
/** One id for all unknown events, so that requests cannot make the response cache grow. */
export const UNKNOWN_ID = "unknown";

export const noEvent = { kind: "none", query: "" } as const;

export type LinkedEvent = ReturnType<typeof findLinkedEvent>;

/** The event in the link to a form; `elsewhere` is one of another form. `query` is that of the page that shows it. */
export function findLinkedEvent(site: Site, page: PageName, locale: Locale, id: string | undefined) {
  const { agenda, clock, getFixedT, library, recordOf } = site;
  if (id === undefined || !library.page(page, locale).form) return noEvent;

  const t = getFixedT(locale);
  const summaryOf = (occurrence: Occurrence) => eventInWords(recordOf(occurrence, locale));
  const current = agenda.current();
  const upcoming = current.search({ locale }, current.window(clock())!).occurrences;
  const found = upcoming.find((occurrence) => occurrence.id === id);
  const action = found?.event.action;
  if (action && action !== page && isPageName(action)) return { kind: "elsewhere", page: action, query: "" } as const;

  const linked = action === page ? found : undefined;
  if (linked && takesPlace(linked)) {
    const { audience } = linked.event;
    const label = t(`events:action.${audience}`);
    const join = { path: library.addresses.pathTo("commerce-commons-join", locale), label: t("forms:event.join") };
    return {
      kind: "open",
      query: EVENT_QUERY + id,
      id,
      summary: summaryOf(linked),
      audience,
      /** Replaces the texts of a form that is not only for events. */
      invitation: page === "contact" ? { heading: label, text: t(`forms:event.${audience}`), action: label } : null,
      join: audience === "members" ? join : null,
    } as const;
  }

  const open = upcoming.filter((occurrence) => occurrence.event.action === page && takesPlace(occurrence));
  const alike = open.filter(
    ({ event: { concept, city } }) => concept === linked?.event.concept && city === linked.event.city,
  );
  const path = library.addresses.pathTo(page, locale) + EVENT_QUERY;
  const others = (alike.length > 0 ? alike : open)
    .slice(0, MAX_OFFERED_DATES)
    .map((other) => ({ summary: summaryOf(other), path: `${path}${other.id}#form` }));
  if (!linked && others.length === 0) return noEvent;
  return {
    kind: "gone",
    query: EVENT_QUERY + (linked?.id ?? UNKNOWN_ID),
    summary: linked ? summaryOf(linked) : null,
    why: linked ? changeInWords(linked, locale, t) : t("forms:event.unavailable"),
    others,
  } as const;
}
