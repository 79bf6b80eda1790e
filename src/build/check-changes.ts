import { isDeepStrictEqual } from "node:util";
import type { Event } from "../content/event.js";
import { eventFile } from "../content/events.js";
import type { Library } from "../content/library.js";
import type { ContentProblem } from "../content/problems.js";
import type { Occurrence } from "../events/event.js";

const NOT_COMING = "leaves no coming date: it is in the past, or more than 24 months ahead";

/** Mistakes that only a comparison with the last build shows. */
export function changeProblems(library: Library, built: Library, coming: readonly Occurrence[]): ContentProblem[] {
  const problems: ContentProblem[] = [];
  for (const event of library.events) {
    const before = built.events.find(({ slug }) => slug === event.slug);
    const report = (field: string, message: string) =>
      void problems.push({ file: `content/${eventFile(event.slug)}`, field, message });

    const changed = before ? changedFields(event, before) : ["start"];
    const hasDate = coming.some((occurrence) => occurrence.event.slug === event.slug);
    const isRetimed = ["start", "end", "recurrence"].some((name) => changed.includes(name));
    if (isRetimed && !hasDate) report("start", NOT_COMING);
    if (before && changed.length > 0 && event.updated <= before.updated)
      report("updated", `${laterThan(before.updated)}. Since the last build there is another ${changed.join(", ")}`);

    for (const [date, override] of Object.entries(event.overrides)) {
      const previous = before?.overrides[date];
      if (isDeepStrictEqual(override, previous)) continue;
      // A date has been changed by its own override, or with the event.
      const lastChange = Math.max(before?.updated ?? 0, previous?.updated ?? 0);
      if (before && Math.max(event.updated, override.updated ?? 0) <= lastChange)
        report(`overrides.${date}.updated`, laterThan(lastChange));
      const isComing = coming.some(({ id }) => id === `${event.slug}-${date}`);
      const field = override.status === "moved" ? ".start" : "";
      if (override.status && !isComing) report(`overrides.${date}${field}`, NOT_COMING);
    }
  }
  return problems;
}

/** Calendars keep the old date otherwise. */
const laterThan = (instant: number) =>
  `must be later than ${new Date(instant).toISOString().slice(0, 19)}Z, the last change that calendars know`;

/** A field that `before` does not have is new in the program. */
function changedFields(event: Event, before: Event): string[] {
  const { overrides, texts, updated, ...facts } = before;
  const changed = Object.entries(facts).filter(
    ([name, value]) => !isDeepStrictEqual(event[name as keyof Event], value),
  );
  const isUndone = Object.keys(overrides).some((date) => !event.overrides[date]);
  return [...changed.map(([name]) => name.replace(/^(start|end)s$/, "$1")), ...(isUndone ? ["overrides"] : [])];
}
