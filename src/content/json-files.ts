import * as z from "zod";
import { locales } from "../text/locale.js";
import { isSlug } from "../text/slug.js";
import { inEachLanguage } from "./membership.js";
import { zoneName } from "./organisation.js";

const slug = z.string().refine(isSlug, "must be a slug: lower-case letters and digits, with hyphens between");
export const factsFile = z.record(
  z.string(),
  z.union([z.string(), inEachLanguage()], { error: `must be a text, or a text for each of ${locales.join(", ")}` }),
);
export const citiesFile = z.record(
  slug,
  z.strictObject({
    names: inEachLanguage(),
    spellings: z.array(z.string().min(1)),
    timezone: zoneName,
    country: z.string().regex(/^[A-Z]{2}$/, "must be a country code of two letters"),
    host: z.string().optional(),
  }),
);
export const hostsFile = z.record(
  slug,
  z.strictObject({
    name: z.string().min(2).max(40),
    portrait: z
      .string()
      .regex(/^[a-z0-9-]+\.(?:jpg|png)$/, "must be a .jpg or .png of content/hosts, such as kim.jpg")
      .nullable()
      .default(null),
    role: inEachLanguage(3, 80),
    text: inEachLanguage(3, 240),
  }),
);
export const topicsFile = z.record(slug, inEachLanguage());
