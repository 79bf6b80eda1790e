import { type Occurrence, takesPlace } from "../../domain/event.js";
import { dateAt, type LocalDate, weekdayOf } from "../../domain/wall-clock.js";
import type { Period } from "./periods.js";

/** Without so many of the dates that are held. */
export function passedOver(all: readonly Occurrence[], skip: number): readonly Occurrence[] {
  const held = all.filter(takesPlace);
  return all.slice(all.indexOf(held[skip]!));
}

/** Where it is, or was before it was moved. */
export const isWithin = ({ starts, previousStarts, event }: Occurrence, period: Period): boolean =>
  [starts, previousStarts].some((instant) => instant !== null && isIn(period, dateAt(instant, event.zone)));

export const isIn = ({ from, to, weekday }: Period, date: LocalDate): boolean =>
  date >= from && date < to && (weekday === undefined || weekdayOf(date) === weekday);
