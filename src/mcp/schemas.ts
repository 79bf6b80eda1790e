import * as z from "zod";
import { chatAnswer, MAX_QUESTION_CHARACTERS } from "../contracts/chat-request.js";
import { eventLocaleQuery, eventQuery } from "../contracts/event-query.js";
import { defaultLocale, locales } from "../domain/locale.js";
import { isBlank, sanitizeText } from "../domain/plain-text.js";
import { SLUG } from "../domain/slug.js";
import type { Translate } from "../domain/translate.js";
import { schemaOptions } from "../formats/openapi-objects.js";

export const DEFAULT_EVENTS = 20;
const MAX_QUERY_CHARACTERS = 400;
const MAX_ADDRESS_CHARACTERS = 300;

const locale = z
  .enum(locales)
  .default(defaultLocale)
  .describe(`The language of texts and titles; ${defaultLocale} without it.`);
const text = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .transform(sanitizeText)
    .refine((value) => !isBlank(value), "must not be empty");

export const searchInput = z.object({
  query: text(MAX_QUERY_CHARACTERS).describe("Words or a question, best in the language of `locale`."),
  locale,
});
const result = z.strictObject({
  id: z.string().describe("Pass it to `fetch`."),
  title: z.string(),
  url: z.url().describe("With the section that matches."),
});
export const searchOutput = z.strictObject({ results: z.array(result).describe("The best first.") });

export const fetchInput = z.object({
  id: z.string().max(MAX_ADDRESS_CHARACTERS).describe("An id from `search`, such as `/en/about`, or a page's URL."),
});
export const fetchOutput = result.extend({
  id: z.string(),
  url: z.url(),
  text: z.string().describe("The whole page as Markdown, with the coming events that it lists."),
  metadata: z.strictObject({
    description: z.string(),
    locale: z.enum(locales),
    updated: z.iso.datetime({ offset: true }),
  }),
});

export const askInput = z.object({
  question: text(MAX_QUESTION_CHARACTERS).describe("Complete in itself: earlier questions are not remembered."),
  locale,
});
export const askOutput = chatAnswer.omit({ role: true });

const { limit, recurring } = eventQuery.shape;
/** The API's own query, which describes `limit` and `recurring` as text in an address. */
export const eventsInput = eventQuery.extend({
  limit: limit.meta({ ...limit.meta(), description: `Most events to list; ${DEFAULT_EVENTS} without it.` }),
  recurring: recurring.meta({ ...recurring.meta(), type: "boolean", const: true }),
});
export const eventInput = eventLocaleQuery.extend({
  locale: eventLocaleQuery.shape.locale.meta({ description: "The language of the texts; English without it." }),
  id: z.string("errors:query.slug").max(100, "errors:query.slug").regex(SLUG, "errors:query.slug"),
});

/** Describes objects as open, without the patterns of dates; converted once, because that takes a millisecond. */
export function described<Schema extends z.ZodType>(schema: Schema, io: "input" | "output") {
  const description = z.toJSONSchema(schema, { ...schemaOptions, io }) as Record<string, unknown>;
  const describe = () => description;
  return { "~standard": { ...schema["~standard"], jsonSchema: { input: describe, output: describe } } };
}

/** Reads arguments as the API reads parameters: values as text, null as absent; messages are translated. */
export function queryArguments<Query extends z.ZodObject>(query: Query, t: Translate) {
  const schema = z.preprocess(asParameters, query);
  const validate = (value: unknown) => {
    const { data, error } = schema.safeParse(value);
    if (!error) return { value: data };
    return { issues: error.issues.map(({ path, message }) => ({ path: path.map(String), message: t(message) })) };
  };
  return { "~standard": { ...described(schema, "input")["~standard"], validate } };
}

function asParameters(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const present = Object.entries(value).filter(([, argument]) => argument !== null);
  return Object.fromEntries(
    present.map(([name, argument]) => [name, typeof argument === "string" ? argument : JSON.stringify(argument)]),
  );
}
