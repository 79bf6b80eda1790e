import { z } from "zod";
import { inEachLocale, type Locale } from "../domain/locale.js";
import type { ContentFiles } from "./files.js";

/**
 * How visitors ask for a place of the site, in their words: phrases, by the place as dialogue/subjects.json names it.
 */
export type Asked = Readonly<Record<string, readonly string[]>>;

const phrases = z.array(z.string().min(2).max(90)).min(1);

/** The phrases of every language, from dialogue/asked/<locale>.json; those for a place that is no more do no harm. */
export function readAsked(files: ContentFiles): Record<Locale, Asked> {
  return inEachLocale((locale) => files.json(`dialogue/asked/${locale}.json`, z.record(z.string(), phrases)) ?? {});
}

/** What visitors may ask that the site has no answer to, from dialogue/elsewhere/<locale>.json. */
export function readElsewhere(files: ContentFiles): Record<Locale, readonly string[]> {
  return inEachLocale((locale) => files.json(`dialogue/elsewhere/${locale}.json`, phrases) ?? []);
}
