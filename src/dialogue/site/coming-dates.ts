import type { EventFilter } from "../../addresses/paths.js";
import type { Occurrence } from "../../events/event.js";
import { dateAt, type LocalDate, monthsAfter } from "../../text/wall-clock.js";
import { isIn, type Period } from "./periods.js";
import type { Setting } from "./setting.js";
import { isDated, type Slots } from "./slots.js";

/** Returns the coming dates of the city, concept, series or period that is named; none without such a name. */
export function namedDates(slots: Slots, contentWords: readonly string[], setting: Setting): Occurrence[] {
  const { city, concept, period, unknownCity } = slots;
  // "Cancel membership" names a concept, but looks for no date.
  const isNamed = isDated(slots) || (city ?? (contentWords.length === 0 ? concept : undefined)) !== undefined;
  if (unknownCity || !isNamed) return [];
  return comingDates(slots, setting).filter(
    (date) => date.event.texts[setting.locale] !== undefined && (!period || isOrWasIn(date, period)),
  );
}

/** Returns the concept and the city of the dates in a period, if they have the same. */
export function commonSubject(period: Period, setting: Setting): EventFilter {
  const [first, ...others] = comingDates({}, setting).filter((date) => isOrWasIn(date, period));
  if (!first) return {};
  const { concept, city } = first.event;
  return {
    ...(others.every(({ event }) => event.concept === concept) && { concept }),
    ...(others.every(({ event }) => event.city === city) && { city }),
  };
}

/** Searches twelve months from today, or from the end of a period that is named, so that what comes next is found. */
export function comingDates(slots: Partial<Slots>, { site }: Setting): Occurrence[] {
  const { concept, city, otherCities = [], series, cues, period } = slots;
  const { agenda } = site.snapshot();
  const begin = period && period.to > agenda.today ? period.to : agenda.today;
  return agenda
    .search({ concept }, site.clock(), agenda.startOf(monthsAfter(begin, 12)))
    .filter(({ event }) => !city || event.city === city || otherCities.includes(event.city))
    .filter(({ event }) => !series || series.includes(event.slug))
    .filter(({ event }) => !cues?.has("online") || event.attendance !== "in-person");
}

/** A date that was moved counts at its earlier time too. */
export const isOrWasIn = ({ starts, previousStarts, event }: Occurrence, period: Period): boolean =>
  [starts, previousStarts].some((instant) => instant !== null && isIn(dateAt(instant, event.zone), period));

export const dayOf = ({ starts, event }: Occurrence): LocalDate => dateAt(starts, event.zone);
