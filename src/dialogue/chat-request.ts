import * as z from "zod";
import { invalid, localeParameter, MAX_PROBLEMS, type Parsed } from "../http/query.js";
import type { Locale } from "../text/locale.js";
import { countCharacters, isBlank, sanitizeText, truncate } from "../text/plain-text.js";

export const MAX_BODY_BYTES = 64 * 1024;
/** The MCP tool that asks Dialogue; its calls count as questions of the chat. */
export const ASK_TOOL = "ask_dialogue";
/** Earlier messages are cut to the same length. */
export const MAX_QUESTION_CHARACTERS = 4000;
const MAX_MESSAGES = 200;
/** The AI SDK's client sends about five parts for each step of an answer. */
const MAX_PARTS = 100;
/** Clients resend the whole conversation; only this much of its end is used. */
const USED_MESSAGES = 40;
const USED_CHARACTERS = 24_000;

const part = z.object(
  {
    type: z.string("dialogue:errors.parts"),
    text: z.string("dialogue:errors.content").optional().meta({ description: "Read if `type` is `text`." }),
  },
  "dialogue:errors.parts",
);

const message = z.object(
  {
    role: z.enum(["user", "assistant"], "dialogue:errors.role"),
    content: z.string("dialogue:errors.content").optional().meta({ description: "Plain text. This, or `parts`." }),
    parts: listOf(part, 0, MAX_PARTS, "dialogue:errors.parts")
      .optional()
      .meta({ description: "As the AI SDK's client sends a message, in place of `content`." }),
  },
  "dialogue:errors.message",
);

/** Contract §6; other properties are ignored, and messages of errors are translation keys. */
export const chatRequest = z.object({
  messages: listOf(message, 1, MAX_MESSAGES, "dialogue:errors.messages").meta({
    description: `The conversation, oldest message first. The last is the user's: 1 to ${MAX_QUESTION_CHARACTERS} characters. Beyond ${USED_MESSAGES} messages or ${USED_CHARACTERS} characters the oldest are left out.`,
  }),
  locale: localeParameter.unwrap().meta({ description: "The language of the answer." }),
  page: z
    .string()
    .max(200)
    .regex(/^\/(?!\/)/)
    .optional()
    .catch(undefined)
    .meta({ description: "The path of the page that the question comes from, as context. Ignored if invalid." }),
});

export interface Turn {
  readonly role: "user" | "assistant";
  readonly content: string;
}

export interface ChatRequest {
  readonly turns: readonly Turn[];
  readonly locale: Locale;
  readonly page?: string | undefined;
}

export interface AnswerRequest extends ChatRequest {
  /** Aborted when the visitor leaves. */
  readonly signal: AbortSignal;
}

export function readChat(body: unknown): Parsed<ChatRequest> {
  const isObject = typeof body === "object" && !Array.isArray(body);
  const { data, error } = chatRequest.safeParse((isObject && body) || {}); // zod then names the missing fields
  if (error) return invalid(error.issues);
  const { messages, locale, page } = data;

  const cleanedMessages = messages
    .map((message, index) => ({ index, role: message.role, content: sanitizeText(textOf(message)).trim() }))
    .filter(({ role, content }) => role === "user" || content !== ""); // a stopped answer can be empty
  const last = cleanedMessages.at(-1);
  if (last?.role !== "user") {
    return invalid([{ path: ["messages", messages.length - 1, "role"], message: "dialogue:errors.lastNotFromUser" }]);
  }
  const path = ["messages", last.index, "content"];
  if (isBlank(last.content)) return invalid([{ path, message: "dialogue:errors.empty" }]);
  if (countCharacters(last.content) > MAX_QUESTION_CHARACTERS)
    return invalid([{ path, message: "dialogue:errors.tooLong" }]);

  const turns = cleanedMessages
    .filter(({ content }) => content !== "")
    .map(({ role, content }) => ({ role, content: truncate(content, MAX_QUESTION_CHARACTERS) }));
  return { ok: true, data: { turns: newest(turns), locale, page } };
}

/** Reads the form of a browser without JavaScript as a chat request. */
export function bodyOfForm(text: string) {
  const form = new URLSearchParams(text);
  const messages = [{ role: "user", content: form.get("message") ?? "" }];
  return { messages, locale: form.get("locale"), page: form.get("page") ?? undefined };
}

function listOf<Item extends z.ZodType>(item: Item, min: number, max: number, message: string) {
  const cut = (value: unknown, { addIssue }: z.RefinementCtx) => {
    if (!Array.isArray(value)) return value;
    return value.length > max ? addIssue(message) : cutAfterInvalid(value, item);
  };
  return z.preprocess(cut, z.array(item, message).min(min, message).max(max));
}

/** Ends a list at its tenth invalid item: a 64 KiB body can hold 32,000 of them, which take zod 300 ms. */
function cutAfterInvalid(items: readonly unknown[], schema: z.ZodType): readonly unknown[] {
  let invalidItems = 0;
  for (const [index, item] of items.entries()) {
    if (!schema.safeParse(item).success) invalidItems += 1;
    if (invalidItems === MAX_PROBLEMS) return items.slice(0, index + 1);
  }
  return items;
}

function newest(turns: readonly Turn[]): Turn[] {
  const used: Turn[] = [];
  let characters = 0;
  for (const turn of turns.slice(-USED_MESSAGES).reverse()) {
    characters += countCharacters(turn.content);
    if (characters > USED_CHARACTERS) break;
    used.unshift(turn);
  }
  return used;
}

function textOf({ content, parts = [] }: z.infer<typeof message>): string {
  if (content !== undefined && content !== "") return content;
  return parts.flatMap(({ type, text }) => (type === "text" && text ? [text] : [])).join("\n");
}

export const chatAnswer = z.strictObject({
  role: z.literal("assistant"),
  content: z.string().describe("Markdown: paragraphs, lists, emphasis, links to this site."),
  sources: z.array(z.strictObject({ url: z.url(), title: z.string() })).describe("The pages it is based on."),
  answeredBy: z.enum(["site", "mistral"]).describe("The site's own model, or Mistral's."),
  fallback: z.boolean().describe("Whether the site's own model stood in for Mistral."),
});

export type ChatAnswer = z.infer<typeof chatAnswer>;
