import { z } from "zod";
import { inEachLocale, type Locale } from "../domain/locale.js";
import type { ContentFiles } from "./files.js";

const elsewhereFile = z.array(z.string().min(2).max(90)).min(1);

/** What visitors may ask that the site has no answer to, from dialogue/elsewhere/<locale>.json. */
export function readElsewhere(files: ContentFiles): Record<Locale, readonly string[]> {
  return inEachLocale((locale) => files.json(`dialogue/elsewhere/${locale}.json`, elsewhereFile) ?? []);
}
