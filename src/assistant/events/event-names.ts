import type { Event } from "../../domain/event.js";
import type { Reading, Said } from "../site/question.js";
import { isDateName } from "./periods.js";

/** A language that a question has clearly less of than another tells nothing of dates. */
const CLEARLY = 0.85;

/** One that has a little less tells as much where it understands more of the words: "next after work gothenburg". */
const PERHAPS = 0.7;

/** The languages that a question may be in. */
export function spoken(readings: readonly Reading[]): Reading[] {
  const understood = ({ terms }: Reading) =>
    terms.filter(({ kind, meaning }) => kind !== "content" || meaning.size > 0).length;
  const most = Math.max(...readings.filter(({ share }) => share > CLEARLY).map(understood));
  return readings.filter(
    (reading) => reading.share > CLEARLY || (reading.share > PERHAPS && understood(reading) > most),
  );
}

/** How an event is held, which may be asked for as its title or its place may. */
const FORMATS: readonly string[] = ["online", "outdoors"];

/** The events that have most of what the question names them by, where it names any: title, place, or how they are held. */
export function eventsNamed({ readings }: Said, events: readonly Event[]): Event[] {
  const asked = spoken(readings).map(namesAsked);
  const scored = events.map((event) => ({ event, score: Math.max(0, ...asked.map((names) => names(event))) }));
  const most = Math.max(...scored.map(({ score }) => score));
  return most < 1 ? [] : scored.filter(({ score }) => score === most).map(({ event }) => event);
}

/** Says how much of what a reading names is an event's. */
function namesAsked({ language, terms }: Reading): (event: Event) => number {
  const { locale, lexicon, general } = language;
  const words = terms.map(({ word }) => word);
  const dates = language.findPeriods(words);
  const isDate = (index: number) =>
    dates.some(({ from, to }) => from <= index && index < to) || isDateName(words[index]!.folded, locale);
  const naming = terms.filter(
    (term, index) => term.kind === "content" && !isDate(index) && language.findPlaces([term.word]).length === 0,
  );
  const keys = new Set(naming.flatMap(({ stem, parts }) => (parts.length > 0 ? parts : [stem])));
  const formats = FORMATS.filter((format) => terms.some(({ notions }) => notions.includes(format)));
  const pairs = pairsOf(terms).filter((pair) => !pair.split(" ").every((stem) => general.has(stem)));

  return ({ texts, venue, attendance }) => {
    const title = lexicon.read(texts[locale]?.title ?? "");
    const place = lexicon.read(venue?.name[locale] ?? "");
    // A part of a place's name is a word for many places: the town in Newtown.
    const named = [
      ...title.filter(({ kind }) => kind === "content").flatMap(({ stem, parts }) => [stem, ...parts]),
      ...place.filter(({ kind, notions }) => kind === "content" && notions.length === 0).map(({ stem }) => stem),
    ];
    const held = [...title, ...place].flatMap(({ notions }) => notions);
    // "Summer gathering" is a name, where "summer" alone is a time of the year.
    const ofTitle = new Set(pairsOf(title));
    return (
      [...keys].filter((key) => named.includes(key) && !general.has(key)).length +
      formats.filter((format) => held.includes(format) || (format === "online" && attendance !== "in-person")).length +
      pairs.filter((pair) => ofTitle.has(pair)).length
    );
  };
}

const pairsOf = (terms: Reading["terms"]) =>
  terms.flatMap(({ stem, kind }, index) => {
    const next = terms[index + 1];
    return kind === "content" && next?.kind === "content" ? [`${stem} ${next.stem}`] : [];
  });

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
