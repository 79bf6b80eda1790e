import * as z from "zod";
import { type City, cityBySpelling } from "../addresses/cities.js";
import { conceptCodes, conceptParameter } from "../addresses/concepts.js";
import { localeParameter, oneOf } from "../http/query.js";
import { localeOfTag } from "../text/locale.js";
import { isSlug } from "../text/slug.js";
import { audiences } from "./event.js";

const MAX_LIMIT = 200;
const themes = ["light", "dark"] as const;

const concept = conceptParameter.meta({ description: "Only events of this concept." });
const locale = localeParameter.meta({
  description: "The language of the texts; leaves out events without one. Without it: all events, in English.",
});
const date = z.iso.date("errors:query.date").optional();

/** Filters by a key that is true or false; described as a boolean for generated clients and for tools. */
const onlyTrue = (description: string) =>
  z
    .literal("true", "errors:query.onlyTrue")
    .transform(() => true as const)
    .optional()
    .meta({ type: "boolean", const: true, description });

/** Contract §3; `meta` is shown in the API's description. */
export const eventQuery = z.object({
  concept,
  city: z
    .string()
    .max(100, "errors:query.city")
    .optional()
    .meta({ description: "Only events in this city: its slug, or another of its spellings." }),
  audience: oneOf(audiences).optional().meta({ description: "Only events for this audience." }),
  recurring: onlyTrue("Only events of a series."),
  locale,
  from: date.meta({
    description:
      "The first day, in the site's zone, at most two years back; of an ISO week, its Monday. Without it: events that have not ended.",
  }),
  to: date.meta({
    description:
      "The day after the last, at most two years ahead; of an ISO week, the Monday after it. Without it: twelve months ahead.",
  }),
  limit: z
    .string()
    .refine((text) => /^[1-9]\d{0,2}$/.test(text) && Number(text) <= MAX_LIMIT, "errors:query.limit")
    .transform(Number)
    .optional()
    .meta({ type: "integer", minimum: 1, maximum: MAX_LIMIT, description: "Most events to list; 100 without it." }),
  offset: z
    .string()
    .regex(/^\d{1,6}$/, "errors:query.offset")
    .transform(Number)
    .optional()
    .meta({ type: "integer", minimum: 0, description: "Events to leave out at the start; `links.next` has it." }),
});

/** The parameters that select events by a key of their record. */
export const eventFilters = eventQuery.omit({ from: true, to: true, limit: true, offset: true }).keyof().options;

/** With the slug of the city, or a well-formed slug that no city has. A `cursor` of 1.1.0 would list the start again. */
export const eventQueryFor = (cities: readonly City[]) =>
  eventQuery.extend({
    cursor: z.undefined("errors:query.cursor").optional(),
    city: eventQuery.shape.city
      .transform((spelling) => (spelling && cityBySpelling(cities, spelling)?.slug) ?? spelling)
      .refine((slug) => slug === undefined || isSlug(slug), "errors:query.city"),
  });

export const eventLocaleQuery = z.object({
  locale: locale.meta({
    description: "The language of the texts, English without it. If the event has none in it, the answer is 404.",
  }),
});

export const calendarQuery = z.object({ locale, concept });

/** Written by hand, so it takes any case and any tag of a language; an unknown language is as none. */
export const embedQuery = z
  .object({
    concept: z.string().toUpperCase().pipe(oneOf(conceptCodes)),
    limit: eventQuery.shape.limit,
    locale: z.string().transform(localeOfTag),
    theme: oneOf(themes),
  })
  .partial();

export type EmbedQuery = z.infer<typeof embedQuery>;
