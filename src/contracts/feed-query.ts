import { z } from "zod";
import { locales } from "../domain/locale.js";

/** What may be asked of the feed: a language. The message is a translation key. */
export const feedQuery = z.object({ locale: z.enum(locales, "errors:query.locale").optional() });
