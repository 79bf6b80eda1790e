import * as z from "zod";
import { inEachLocale, locales } from "../text/locale.js";
import { isSlug } from "../text/slug.js";
import { zoneName } from "./organisation.js";

const inEachLanguage = z.strictObject(inEachLocale(() => z.string()));
export const factsFile = z.record(
  z.string(),
  z.union([z.string(), inEachLanguage], { error: `must be a text, or a text for each of ${locales.join(", ")}` }),
);
export const citiesFile = z.record(
  z.string().refine(isSlug, "must be a slug: lower-case letters and digits, with hyphens between"),
  z.strictObject({
    names: inEachLanguage,
    spellings: z.array(z.string().min(1)),
    timezone: zoneName,
    country: z.string().regex(/^[A-Z]{2}$/, "must be a country code of two letters"),
    host: z.string().optional(),
  }),
);
const textInEachLanguage = (maxLength: number) => z.strictObject(inEachLocale(() => z.string().min(3).max(maxLength)));
export const hostsFile = z.record(
  z.string().refine(isSlug, "must be a slug: lower-case letters and digits, with hyphens between"),
  z.strictObject({
    name: z.string().min(2).max(40),
    portrait: z
      .string()
      .regex(/^[a-z0-9-]+\.(?:jpg|png)$/, "must be a .jpg or .png of content/hosts, such as kim.jpg")
      .nullable()
      .default(null),
    role: textInEachLanguage(80),
    text: textInEachLanguage(240),
  }),
);
export const topicsFile = z.record(z.string().refine(isSlug, "must be a slug"), inEachLanguage);
