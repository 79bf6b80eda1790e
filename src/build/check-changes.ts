import { isDeepStrictEqual } from "node:util";
import type { Library } from "../content/library.js";
import type { ContentProblem } from "../content/problems.js";
import type { Event, Occurrence } from "../events/event.js";

const NOT_COMING = "leaves no coming date: it is in the past, or more than 24 months ahead";
const NOT_NEWER = "must be newer, or calendars keep the old dates. Since the last build there is another";

/** Mistakes that only a comparison with the last build shows. A file older than the build is no mistake. */
export function changeProblems(library: Library, built: Library, coming: readonly Occurrence[]): ContentProblem[] {
  const problems: ContentProblem[] = [];
  for (const event of library.events) {
    const before = built.events.find(({ slug }) => slug === event.slug);
    const report = (field: string, message: string) =>
      void problems.push({ file: `content/events/${event.slug}/event.json`, field, message });

    const changed = before ? changedFields(event, before) : ["start"];
    const hasDate = coming.some((occurrence) => occurrence.event.slug === event.slug);
    const isRetimed = ["start", "end", "recurrence"].some((name) => changed.includes(name));
    if (isRetimed && !hasDate) report("start", NOT_COMING);
    if (changed.length > 0 && event.updated === before?.updated)
      report("updated", `${NOT_NEWER} ${changed.join(", ")}`);

    for (const [date, override] of Object.entries(event.overrides)) {
      const previous = before?.overrides[date];
      if (isDeepStrictEqual(override, previous)) continue;
      if (override.updated === previous?.updated) report(`overrides.${date}.updated`, `${NOT_NEWER} override`);
      const isComing = coming.some(({ id }) => id === `${event.slug}-${date}`);
      if (override.status === "moved" && !isComing) report(`overrides.${date}.start`, NOT_COMING);
    }
  }
  return problems;
}

/** A field that `before` does not have is new in the program. */
function changedFields(event: Event, before: Event): string[] {
  const { overrides, texts, updated, ...facts } = before;
  const changed = Object.entries(facts).filter(
    ([name, value]) => !isDeepStrictEqual(event[name as keyof Event], value),
  );
  const isUndone = Object.keys(overrides).some((date) => !event.overrides[date]);
  return [...changed.map(([name]) => name.replace(/^(start|end)s$/, "$1")), ...(isUndone ? ["overrides"] : [])];
}
