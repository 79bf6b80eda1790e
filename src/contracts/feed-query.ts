import * as z from "zod";
import { articleKinds } from "../domain/article.js";
import { conceptCodes } from "../domain/concept.js";
import { SLUG } from "../domain/slug.js";
import { localeParameter } from "./query.js";

export const feedQuery = z.object({
  locale: localeParameter,
  concept: z.enum(conceptCodes, "errors:query.concept").optional(),
  kind: z.enum(articleKinds, "errors:query.kind").optional(),
  topic: z.string().max(100, "errors:query.slug").regex(SLUG, "errors:query.slug").optional(),
});

export type FeedQuery = z.infer<typeof feedQuery>;
