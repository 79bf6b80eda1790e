import type { Request } from "express";
import type { z } from "zod";
import { readQuery } from "../contracts/query.js";
import { HttpError } from "./http-error.js";
import { queryOf } from "./paths.js";

/** The parameters of the request that the schema knows. Throws the 400 that says what is wrong with which. */
export function known<Schema extends z.ZodObject>(request: Pick<Request, "url">, schema: Schema): z.infer<Schema> {
  const query = readQuery(queryOf(request), schema);
  if (!query.ok) throw refusedQuery(query.details);
  return query.data;
}

/** `details` has the translation keys for each parameter. */
export function refusedQuery(details: Readonly<Record<string, readonly string[]>>): HttpError {
  return new HttpError(400, { messageKey: { key: "errors:query.message" }, details });
}
