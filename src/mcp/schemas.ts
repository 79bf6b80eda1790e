import * as z from "zod";
import { localePath, paths } from "../addresses/paths.js";
import { chatAnswer, MAX_QUESTION_CHARACTERS } from "../assistant/chat-request.js";
import { schemaOptions } from "../documents/openapi.js";
import { eventLocaleQuery, eventQuery } from "../events/api.js";
import { problemFromIssue } from "../http/query.js";
import { defaultLocale, localeOfTag, locales, type Translate } from "../text/locale.js";
import { isBlank, sanitizeText } from "../text/plain-text.js";
import { SLUG } from "../text/slug.js";
import { withoutInvisible } from "../text/spelling.js";

export const DEFAULT_EVENTS = 20;
const MAX_QUERY_CHARACTERS = 400;
const MAX_ADDRESS_CHARACTERS = 300;

const locale = z
  .enum(locales)
  .default(defaultLocale)
  .describe(`The language of texts and titles; ${defaultLocale} without it.`);
const textInput = (maxLength: number, clean = sanitizeText) =>
  z
    .string()
    .max(maxLength)
    .transform(clean)
    .refine((value) => !isBlank(value), "must not be empty");

export const searchInput = z.object({
  query: textInput(MAX_QUERY_CHARACTERS, (value) => sanitizeText(withoutInvisible(value))).describe(
    "Words or a question, best in the language of `locale`.",
  ),
  locale,
});
const result = z.strictObject({
  id: z.string().describe("Pass it to `fetch`."),
  title: z.string(),
  url: z.url().describe("With the section that matches."),
});
export const searchOutput = z.strictObject({ results: z.array(result).describe("The best first.") });

export const fetchInput = z.object({
  id: z
    .string()
    .max(MAX_ADDRESS_CHARACTERS)
    .transform(withoutInvisible)
    .describe(`An id from \`search\`, such as \`${localePath(defaultLocale, paths.about)}\`, or a page's URL.`),
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
  question: textInput(MAX_QUESTION_CHARACTERS).describe("Complete in itself: earlier questions are not remembered."),
  locale,
});
export const askOutput = chatAnswer.omit({ role: true });

const { limit } = eventQuery.shape;
/** The API's own query, with fewer events by default. */
export const eventsInput = eventQuery.extend({
  limit: limit.meta({ ...limit.meta(), description: `Most events to list; ${DEFAULT_EVENTS} without it.` }),
});
export const eventInput = eventLocaleQuery.extend({
  locale: eventLocaleQuery.shape.locale.meta({ description: "The language of the texts; English without it." }),
  id: z.string("errors:query.slug").max(100, "errors:query.slug").regex(SLUG, "errors:query.slug"),
});

/**
 * Describes objects as open, without the patterns of dates; converted once, because that takes a millisecond. Clients
 * with plain Ajv know no other dialect than draft 7, and fail at `$schema`.
 */
export function withJsonSchema<Schema extends z.ZodType>(schema: Schema, io: "input" | "output") {
  const { $schema, ...description } = z.toJSONSchema(schema, { ...schemaOptions, io }) as Record<string, unknown>;
  const describe = () => description;
  return { "~standard": { ...schema["~standard"], jsonSchema: { input: describe, output: describe } } };
}

/** For queries of the API: values are read as text, like parameters, and messages are keys that `t` translates. */
export function queryArguments<Query extends z.ZodObject>(query: Query, t: Translate) {
  const asParameter = (value: unknown) => (typeof value === "string" ? withoutInvisible(value) : JSON.stringify(value));
  return toolArguments(query, asParameter, (issue) => {
    const { messageKey, values } = problemFromIssue(issue);
    return t(messageKey, values);
  });
}

/** Optional arguments that are null or empty are absent; any tag of a language means it. */
export function toolArguments<Input extends z.ZodObject>(
  input: Input,
  read = (value: unknown) => value,
  messageOf = ({ message }: z.core.$ZodIssue) => message,
) {
  const isOptional = (name: string) =>
    Object.hasOwn(input.shape, name) && input.shape[name]!.safeParse(undefined).success;
  const withoutEmpty = (args: unknown): unknown => {
    if (typeof args !== "object" || args === null) return args;
    const given = Object.entries(args).filter(([name, value]) => (value ?? "") !== "" || !isOptional(name));
    const meant = (name: string, value: unknown) => (name === "locale" ? (localeOfTag(String(value)) ?? value) : value);
    return Object.fromEntries(given.map(([name, value]) => [name, read(meant(name, value))]));
  };
  const schema = z.preprocess(withoutEmpty, input);
  const validate = (value: unknown) => {
    const { data, error } = schema.safeParse(value);
    if (!error) return { value: data };
    return { issues: error.issues.map((issue) => ({ path: issue.path.map(String), message: messageOf(issue) })) };
  };
  return { "~standard": { ...withJsonSchema(schema, "input")["~standard"], validate } };
}
