import type { Request } from "express";
import type * as z from "zod";
import { readQuery } from "../contracts/query.js";
import { HttpError } from "./http-error.js";
import { queryOf } from "./paths.js";

/** Throws HttpError 400 with the problems of each parameter. */
export function parseQuery<Schema extends z.ZodObject>(request: Pick<Request, "url">, schema: Schema): z.infer<Schema> {
  const query = readQuery(queryOf(request), schema);
  if (!query.ok) throw queryError(query.details);
  return query.data;
}

export function queryError(details: Readonly<Record<string, readonly string[]>>): HttpError {
  return new HttpError(400, { messageKey: "errors:query.message", details });
}
