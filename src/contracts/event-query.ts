import { z } from "zod";
import { concepts } from "../domain/concept.js";
import { locales } from "../domain/locale.js";
import type { Position } from "../domain/ordered-occurrences.js";
import { isSlug } from "../domain/slug.js";
import { isAnyDate } from "../domain/wall-clock.js";

/**
 * The messages are translation keys; see contracts/query.ts. What `meta` says stands in the API's description, which has
 * examples of its own.
 */
const concept = z
  .enum(
    concepts.map(({ code }) => code),
    "errors:query.concept",
  )
  .optional()
  .meta({ description: "Only events of this concept." });
const locale = z.enum(locales, "errors:query.locale").optional().meta({
  description: "The language of the texts; leaves out events that have none in it. Without it all, in English.",
});
const date = z.string().refine(isAnyDate, "errors:query.date");

/** What may be asked of the list of events (specification §4.3, contract §3). */
export const eventQuery = z.object({
  concept,
  city: z
    .string()
    .refine(isSlug, "errors:query.slug")
    .optional()
    .meta({ pattern: "^[a-z0-9]+(?:-[a-z0-9]+)*$", description: "Only events in the city with this slug." }),
  recurring: z
    .literal("true", "errors:query.recurring")
    .transform(() => true as const)
    .optional()
    .meta({ description: "Only events that belong to a series." }),
  locale,
  from: date.optional().meta({
    format: "date",
    description: "From this day on, in the site's zone; without it what has not ended. At most two years back.",
  }),
  to: date.optional().meta({
    format: "date",
    description: "To before this day; without it twelve months. At most two years ahead.",
  }),
  limit: z
    .string()
    .refine((text) => /^(?:[1-9]\d?|1\d\d|200)$/.test(text), "errors:query.limit")
    .transform(Number)
    .optional()
    .meta({ type: "integer", minimum: 1, maximum: 200, description: "How many at most; 100 without it." }),
  cursor: z
    .string()
    .transform(positionOf)
    .optional()
    .meta({ description: "Goes on where a list ended; `links.next` has it." }),
});

/** What may be asked of one event. */
export const eventLocaleQuery = z.object({
  locale: locale.meta({
    description: "The language of the text, without it English; 404 when the event has none in it.",
  }),
});

/** What may be asked of a calendar (specification §4.4). */
export const calendarQuery = z.object({ locale, concept });

/** The cursor that goes on after this occurrence. */
export function cursorAfter({ starts, id }: Position): string {
  return Buffer.from(`${starts} ${id}`).toString("base64url");
}

function positionOf(cursor: string, context: z.RefinementCtx): Position {
  const [, starts, id = ""] = /^(\d{1,15}) (.*)$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  const position = { starts: Number(starts), id };
  if (isSlug(id) && cursorAfter(position) === cursor) return position;
  context.addIssue({ code: "custom", message: "errors:query.cursor" });
  return z.NEVER;
}
