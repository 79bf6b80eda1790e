import { tool } from "ai";
import * as z from "zod";
import { conceptCodes } from "../../domain/concept.js";
import type { Locale } from "../../domain/locale.js";
import { isLocalDate } from "../../domain/wall-clock.js";
import { cityBySpelling } from "../../text/city-spelling.js";
import type { Source } from "../answer.js";
import type { Dependencies } from "../dependencies.js";

const MAX_EVENTS = 8;

const date = z
  .string()
  .optional()
  .transform((text) => (text !== undefined && isLocalDate(text) ? text : undefined));
const query = z.object({
  concept: z.enum(conceptCodes).optional(),
  city: z.string().max(60).optional().describe("A city's name or slug."),
  from: date.describe("Only from this date on, as 2027-01-31; without it from now on."),
  to: date.describe("Only before this date."),
});

/** The language model's access to the event records; `cite` returns the number by which it cites a source. */
export function eventTool(
  locale: Locale,
  { agenda, recordOf, library, clock }: Pick<Dependencies, "agenda" | "recordOf" | "library" | "clock">,
  cite: (source: Source) => number,
) {
  const find = ({ concept, city, from, to }: z.infer<typeof query>) => {
    const { cities } = library;
    const slug = city && cityBySpelling(cities, city)?.slug;
    if (city && !slug) {
      return { events: [], note: `No events there. Cities: ${cities.map(({ names }) => names[locale]).join(", ")}` };
    }
    const window = agenda.current().window(clock(), from, to);
    if (!window) return { events: [], note: "`to` has to be after `from`." };
    const { occurrences, total } = agenda.current().search({ concept, city: slug }, window, MAX_EVENTS);
    const events = occurrences.map((occurrence) => {
      const { path, title, status, audience, attendance, ...record } = recordOf(occurrence, locale);
      return {
        number: cite({ path, title }),
        title,
        when: record.dateText,
        status,
        city: record.cityName,
        venue: record.venue?.name ?? null,
        audience,
        attendance,
        price: record.price?.text ?? null,
        recurs: record.recurrence?.text ?? null,
        about: record.description,
      };
    });
    return { events, total };
  };

  return tool({
    description:
      "The community's events, from now on unless dates are given, the soonest first: title, date and time in words, status, place, audience (members: for members only), price (null: nothing is paid on the day) and how it recurs. Cite an event by its number.",
    inputSchema: query,
    execute(input) {
      try {
        return find(input);
      } catch {
        // The AI SDK would send the error's message to the provider.
        return { events: [], note: "The events cannot be read right now." };
      }
    },
  });
}
