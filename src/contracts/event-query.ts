import { z } from "zod";
import type { Position } from "../domain/agenda.js";
import { concepts } from "../domain/concept.js";
import { locales } from "../domain/locale.js";
import { isSlug } from "../domain/slug.js";
import { isLocalDate } from "../domain/wall-clock.js";

/** The messages are keys of words; see contracts/query.ts. */
const concept = z.enum(
  concepts.map(({ code }) => code),
  "errors:query.concept",
);
const locale = z.enum(locales, "errors:query.locale");
const date = z.string().refine(isLocalDate, "errors:query.date");

/** What may be asked of the list of events (specification §4.3, contract §3). */
export const eventQuery = z.object({
  concept: concept.optional(),
  city: z.string().refine(isSlug, "errors:query.slug").optional(),
  recurring: z
    .literal("true", "errors:query.recurring")
    .transform(() => true as const)
    .optional(),
  locale: locale.optional(),
  from: date.optional(),
  to: date.optional(),
  limit: z
    .string()
    .regex(/^(?:[1-9]\d?|1\d\d|200)$/, "errors:query.limit")
    .transform(Number)
    .optional(),
  cursor: z.string().transform(positionOf).optional(),
});

/** What may be asked of one event. */
export const eventLocaleQuery = z.object({ locale: locale.optional() });

/** What may be asked of a calendar (specification §4.4). */
export const calendarQuery = z.object({ locale: locale.optional(), concept: concept.optional() });

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
