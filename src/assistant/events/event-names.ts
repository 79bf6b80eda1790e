import type { Event } from "../../domain/event.js";
import type { Question, Reading } from "../site/question.js";

/** A language that a question has clearly less of than another tells nothing of dates. */
const CLEARLY = 0.85;

/** The languages that a question may be in. */
export const spoken = (readings: readonly Reading[]) => readings.filter(({ share }) => share > CLEARLY);

/** The events whose titles have most of what the question names them by, where it names any. */
export function eventsNamed({ readings }: Question, events: readonly Event[]): Event[] {
  const scored = events.map((event) => {
    const scores = spoken(readings).map(({ language, terms }) => {
      const title = language.lexicon
        .read(event.texts[language.locale]?.title ?? "")
        .filter(({ kind }) => kind === "content");
      const keys = new Set(
        title.flatMap(({ stem, parts }) => [stem, ...parts]).filter((key) => !language.general.has(key)),
      );
      const named = language.findPeriods(terms.map(({ word }) => word));
      const isPeriod = (index: number) => named.some(({ from, to }) => from <= index && index < to);
      const asked = new Set(
        terms
          .filter((term, index) => term.kind === "content" && !isPeriod(index))
          .flatMap(({ stem, parts }) => (parts.length > 0 ? parts : [stem])),
      );
      const places = new Set(
        terms.filter((term) => language.findPlaces([term.word]).length > 0).map(({ stem }) => stem),
      );
      return [...asked].filter((key) => keys.has(key) && !places.has(key)).length;
    });
    return { event, score: Math.max(0, ...scores) };
  });
  const most = Math.max(...scored.map(({ score }) => score));
  return most < 1 ? [] : scored.filter(({ score }) => score === most).map(({ event }) => event);
}

/** Whether a word stands in the reason why a date was moved or cancelled, such as the name of a holiday. */
export function isInAReason(stem: string, { language }: Reading, events: readonly Event[]): boolean {
  return events.some(({ overrides }) =>
    Object.values(overrides).some(({ reason }) =>
      language.lexicon
        .read(reason[language.locale] ?? "")
        .some((term) => term.kind === "content" && term.stem === stem),
    ),
  );
}
