import type { Request } from "express";
import type * as z from "zod";
import { readQuery } from "./query.js";
import { HttpError } from "./http-error.js";
import { queryOf } from "./paths.js";

/** Throws HttpError 400 with the problems of each parameter; their messages can show `values`. */
export function parseQuery<Schema extends z.ZodObject>(
  request: Pick<Request, "url">,
  schema: Schema,
  values?: HttpError["explanation"]["values"],
): z.infer<Schema> {
  const query = readQuery(queryOf(request), schema);
  if (!query.ok) throw queryError(query.details, values);
  return query.data;
}

export function queryError(
  details: HttpError["explanation"]["details"],
  values?: HttpError["explanation"]["values"],
): HttpError {
  return new HttpError(400, { messageKey: "errors:query.message", details, values });
}
