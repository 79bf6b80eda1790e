import { type Occurrence, takesPlace } from "../../domain/event.js";
import { dateAt, weekdayOf } from "../../domain/wall-clock.js";
import type { Period } from "./periods.js";

/** Without so many of the dates that are held. */
export function passedOver(all: readonly Occurrence[], skip: number): readonly Occurrence[] {
  const held = all.filter(takesPlace);
  return all.slice(all.indexOf(held[skip]!));
}

/** Where it is, or was before it was moved. */
export function isWithin({ starts, previousStarts, event }: Occurrence, { from, to, weekday }: Period): boolean {
  return [starts, previousStarts].some((instant) => {
    if (instant === null) return false;
    const date = dateAt(instant, event.zone);
    return date >= from && date < to && (weekday === undefined || weekdayOf(date) === weekday);
  });
}
