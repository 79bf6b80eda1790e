import * as z from "zod";
import { countCharacters, isBlank, sanitizeText } from "../text/plain-text.js";

export const MAX_SEARCH_CHARACTERS = 200;

/** A blank query is an empty one; one that is too long is read, so that the form can show it again. */
export const searchQuery = z.object({
  q: z
    .string()
    .default("")
    .transform((text) => (isBlank(text) ? "" : sanitizeText(text).replace(/\s+/g, " ").trim())),
});

export const isTooLong = (query: string) => countCharacters(query) > MAX_SEARCH_CHARACTERS;
