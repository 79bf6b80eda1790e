import type { Agenda, AgendaKeeper } from "../../domain/agenda.js";
import { dateInWords } from "../../domain/dates-in-words.js";
import { isOff, type Occurrence } from "../../domain/event.js";
import type { Locale } from "../../domain/locale.js";
import { dateAt, daysAfter, weekdayOf } from "../../domain/wall-clock.js";
import type { Words } from "../../domain/words.js";
import type { SiteAnswer } from "../site/site-answer.js";
import { citiesAnswer, notThereAnswer, placeAsked } from "./event-places.js";
import type { EventQuestion } from "./event-question.js";
import { type EventWords, type EventWordsUses, eventWordsIn } from "./event-words.js";

interface Uses extends EventWordsUses {
  readonly agenda: AgendaKeeper;
  readonly clock: () => number;
}

const MOST_LISTED = 8;
const A_FEW = 4;

/** Says what is known of dates and places at this moment. */
export function eventAnswerer(uses: Uses) {
  const { agenda, clock, library } = uses;

  return (asked: EventQuestion, locale: Locale, words: Words): SiteAnswer => {
    const say = eventWordsIn(locale, words, uses);
    const places = { say, words, locale, library };
    const current = agenda.current();
    const now = clock();
    const been = beenIn(asked, current, now);
    if (been.length > 0) return answer([datesInWords(been, { say, words })], say.sourcesOf(been));
    const coming = current.search({}, { endsAfter: now, startsBefore: Infinity }).occurrences;
    const meant = coming.filter((occurrence) => isMeant(occurrence, asked));
    const ahead = meant.filter((one) => !isOff(one));
    const first = ahead[asked.later];
    const matching = asked.later > 0 && first ? meant.slice(meant.indexOf(first)) : meant;

    if (asked.elsewhere !== undefined && asked.series.length === 0) return notThereAnswer(asked, coming, places);
    if (asked.asks.has("cities") && asked.city === undefined) return citiesAnswer(asked, coming, places);
    if (matching.length === 0 || asked.elsewhere !== undefined) {
      const anywhere = coming.filter((occurrence) => isMeant(occurrence, { ...asked, city: undefined }));
      const place = placeAsked(asked, places);
      if (place === undefined || anywhere.length === 0) return notThereAnswer(asked, coming, places);
      return after(words("assistant:events.notThat", { place }), nextAnswer(anywhere, { say, words, locale }));
    }
    if (asked.later > 0 && !first)
      return after(words("assistant:events.noLater"), theseAnswer(ahead.slice(-1), ahead, { say, words, locale }));
    return datesAnswer(asked, matching, { say, words, locale });
  };
}

/** What has been in a stretch of time that is over; nothing where another is asked about. */
function beenIn(asked: EventQuestion, agenda: Agenda, now: number): Occurrence[] {
  const { period } = asked;
  const window = period && period.to <= agenda.today ? agenda.window(now, period.from, period.to) : undefined;
  if (!period || !window) return [];
  const { occurrences } = agenda.search({}, window);
  return occurrences.filter((one) => isMeant(one, asked) && isWithin(one, period)).slice(0, MOST_LISTED);
}

interface Saying {
  readonly say: EventWords;
  readonly words: Words;
  readonly locale: Locale;
}

function datesAnswer(asked: EventQuestion, matching: readonly Occurrence[], saying: Saying): SiteAnswer {
  const { asks, period, reasonWords, concept, city, series } = asked;
  const { words, locale } = saying;
  const some = (occurrences: readonly Occurrence[], most = A_FEW) =>
    theseAnswer(occurrences.slice(0, most), matching, saying);
  const within = period ? matching.filter((occurrence) => isWithin(occurrence, period)) : matching;
  if (asks.has("often") && within.length > 0) return howOftenAnswer(within, saying);

  const named = reasonWords.length > 0 ? matching.filter((one) => isReasonOf(one, reasonWords, locale)) : [];
  if (named.length > 0) return some(named);
  const changed = asks.has("status") ? within.filter(isChanged) : [];
  if (changed.length > 0) return some(changed);
  if (period) {
    if (within.length > 0) return some(within, MOST_LISTED);
    const nothing =
      period.to === daysAfter(period.from, 1) ? "assistant:events.nothingOn" : "assistant:events.nothingThen";
    const since = matching.filter(({ starts, event }) => dateAt(starts, event.zone) >= period.to);
    const next = nextAnswer(since.some((one) => !isOff(one)) ? since : matching, saying);
    return after(words(nothing, { date: dateInWords(period.from, locale) }), next);
  }
  if (asks.has("status")) return after(words("assistant:events.unchanged"), nextAnswer(matching, saying));
  if (asks.has("list") && !asks.has("next")) return some(matching, MOST_LISTED);
  if (city !== undefined && concept === undefined && asks.size === 0) return placeAnswer(matching, saying);
  const isOne = new Set(matching.map(({ event }) => event.slug)).size === 1 || series.length > 0;
  return isOne || concept !== undefined || city !== undefined ? nextAnswer(matching, saying) : some(matching);
}

/** The first that takes place, what has become of any before it, and the dates after it. */
function nextAnswer(matching: readonly Occurrence[], saying: Saying): SiteAnswer {
  const { say, words } = saying;
  const index = matching.findIndex((occurrence) => !isOff(occurrence));
  const next = matching[index];
  if (!next) return theseAnswer(matching.slice(0, A_FEW), matching, saying);

  const later = matching.slice(index + 1, index + A_FEW);
  const parts = [
    say.next(next),
    matching.slice(0, index).map(say.item).join("\n"),
    later.length > 0 ? `${words("assistant:events.after")}\n\n${later.map(say.item).join("\n")}` : "",
    say.steps([next, ...later], next),
  ];
  return answer(parts, say.sourcesOf([next, ...later]));
}

/** Each of these; where none of them takes place, the next that does. */
function theseAnswer(
  shown: readonly Occurrence[],
  matching: readonly Occurrence[],
  { say, words }: Saying,
): SiteAnswer {
  const next = shown.every(isOff) ? matching.find((occurrence) => !isOff(occurrence)) : undefined;
  const steps = next ? say.steps([...shown, next], next) : say.steps(shown);
  return answer([datesInWords(shown, { say, words }), next ? say.instead(next) : "", steps], say.sourcesOf(shown));
}

function datesInWords(shown: readonly Occurrence[], { say, words }: Pick<Saying, "say" | "words">): string {
  return shown.length === 1
    ? say.sentence(shown[0]!)
    : `${words("assistant:events.these")}\n\n${shown.map(say.item).join("\n")}`;
}

/** What there is in a place, each with its next date. */
function placeAnswer(matching: readonly Occurrence[], saying: Saying): SiteAnswer {
  const { say, words } = saying;
  const next = new Map<string, Occurrence>();
  for (const one of matching) if (!isOff(one) && !next.has(one.event.slug)) next.set(one.event.slug, one);
  const shown = [...next.values()];
  const [first] = shown;
  if (!first) return nextAnswer(matching, saying);

  const text = `${words("assistant:events.there", { city: say.cityName(first) })}\n\n${shown.map(say.item).join("\n")}`;
  return answer([text, say.steps(shown)], say.sourcesOf(shown));
}

function howOftenAnswer(matching: readonly Occurrence[], saying: Saying): SiteAnswer {
  const { say } = saying;
  const series = new Map<string, Occurrence>();
  for (const one of matching) if (one.event.recurrence && !series.has(one.event.slug)) series.set(one.event.slug, one);
  const first = [...series.values()];
  if (first.length === 0) return nextAnswer(matching, saying);

  const next = matching.find((one) => !isOff(one) && series.has(one.event.slug));
  const lines = first.map(say.recurrence);
  const text = lines.length === 1 ? lines[0]! : lines.map((line) => `- ${line}`).join("\n");
  return answer([text, next ? say.next(next) : "", say.steps(first, next)], say.sourcesOf(first));
}

const isChanged = (occurrence: Occurrence) => isOff(occurrence) || occurrence.previousStarts !== null;

function isMeant({ event }: Occurrence, { concept, city, series }: EventQuestion): boolean {
  const isOfIts = series.length > 0 ? series.includes(event) : concept === undefined || event.concept === concept;
  return isOfIts && (city === undefined || event.city === city);
}

function isWithin(
  { starts, previousStarts, event }: Occurrence,
  period: NonNullable<EventQuestion["period"]>,
): boolean {
  const { from, to, weekday } = period;
  return [starts, previousStarts].some((instant) => {
    if (instant === null) return false;
    const date = dateAt(instant, event.zone);
    return date >= from && date < to && (weekday === undefined || weekdayOf(date) === weekday);
  });
}

/** Words are stems, so only how they begin is compared. */
function isReasonOf({ reason }: Occurrence, words: readonly string[], locale: Locale): boolean {
  const text = reason?.[locale]?.toLowerCase() ?? "";
  return words.some((word) => text.includes(word.slice(0, 5)));
}

const answer = (parts: readonly string[], sources: SiteAnswer["sources"]): SiteAnswer => ({
  text: parts.filter((part) => part !== "").join("\n\n"),
  sources,
  kind: "events",
});

const after = (sentence: string, rest: SiteAnswer): SiteAnswer => ({ ...rest, text: `${sentence} ${rest.text}` });
