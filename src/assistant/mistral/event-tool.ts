import { tool } from "ai";
import { z } from "zod";
import type { AgendaKeeper } from "../../domain/agenda.js";
import { type City, cityMeant } from "../../domain/city.js";
import { concepts } from "../../domain/concept.js";
import type { Locale } from "../../domain/locale.js";
import { isLocalDate } from "../../domain/wall-clock.js";
import type { EventRecords } from "../../formats/event-record.js";
import type { Source } from "../answer.js";

const MOST_EVENTS = 8;

export interface EventUses {
  readonly agenda: AgendaKeeper;
  readonly records: EventRecords;
  readonly cities: readonly City[];
  readonly clock: () => number;
  readonly baseUrl: string;
}

const input = z.object({
  concept: z.enum(concepts.map(({ code }) => code)).optional(),
  city: z.string().max(60).optional().describe("A city's name or slug."),
  from: z.string().max(10).optional().describe("Only from this date on, as 2027-01-31; without it from now on."),
  to: z.string().max(10).optional().describe("Only before this date."),
});

/**
 * What a language model may ask of the events: it gets the records as they are at that moment, each with a number to
 * cite it by, which `cite` hands out.
 *
 * Errors  told to the model in words; what went wrong inside is not.
 */
export function eventTool(locale: Locale, { agenda, records, cities, clock, baseUrl }: EventUses, cite: Cite) {
  const find = ({ concept, city, from, to }: z.infer<typeof input>) => {
    const meant = city === undefined ? undefined : cityMeant(cities, city);
    if (city !== undefined && !meant) {
      return { events: [], note: `No events there. Cities: ${cities.map(({ names }) => names[locale]).join(", ")}` };
    }
    const date = (text: string | undefined) => (text !== undefined && isLocalDate(text) ? text : undefined);
    const window = agenda.current().window(clock(), date(from), date(to));
    if (!window) return { events: [], note: "`to` has to be after `from`." };

    const filter = { concept, city: meant?.slug };
    const { occurrences, total } = agenda.current().search(filter, window, MOST_EVENTS);
    const events = occurrences.map((occurrence) => {
      const { title, url, dateText, status, cityName, venue, attendance, price, recurrence, description } = records.of(
        occurrence,
        locale,
      );
      const number = cite({ path: url.slice(baseUrl.length), title });
      const place = { city: cityName, venue: venue?.name ?? null, attendance };
      return {
        number,
        title,
        when: dateText,
        status,
        ...place,
        price: price?.text ?? null,
        recurs: recurrence?.text ?? null,
        about: description,
      };
    });
    return { events, total };
  };

  return tool({
    description:
      "The community's events, from now on unless dates are given, the soonest first: title, date and time in words, status, place, price (null: nothing is paid on the day) and how it recurs. Cite an event by its number.",
    inputSchema: input,
    execute(asked) {
      try {
        return find(asked);
      } catch {
        return { events: [], note: "The events cannot be read right now." };
      }
    },
  });
}

/** Gives a source the number it is cited by. */
type Cite = (source: Source) => number;
