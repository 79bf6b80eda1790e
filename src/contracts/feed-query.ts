import * as z from "zod";
import { articleKinds } from "../domain/article.js";
import { conceptParameter, localeParameter, slugParameter } from "./query.js";

export const feedQuery = z.object({
  locale: localeParameter,
  concept: conceptParameter,
  kind: z.enum(articleKinds, "errors:query.kind").optional(),
  topic: slugParameter,
});
