import { z } from "zod";
import type { Turn } from "../domain/conversation.js";
import { type Locale, locales } from "../domain/locale.js";
import { charactersIn, cleaned, cutTo, isBlank } from "../domain/plain-text.js";
import { type Issue, MAX_PROBLEMS, type Read, refused } from "./query.js";

/** The longest body that is read, in bytes. */
export const MAX_BYTES = 64 * 1024;
/** The longest question, and what is kept of any earlier message. */
export const MAX_CHARACTERS = 4000;
const MAX_MESSAGES = 200;
/** The AI SDK's client sends about five parts for each step of an answer. */
const MAX_PARTS = 100;
/** Clients resend the whole conversation; only this much of its end is used. */
const KEPT_MESSAGES = 40;
const KEPT_CHARACTERS = 24_000;

const part = z.object(
  {
    type: z.string("dialogue:errors.parts"),
    text: z.string("dialogue:errors.content").optional().meta({ description: "Read where `type` is `text`." }),
  },
  "dialogue:errors.parts",
);

const message = z.object(
  {
    role: z.enum(["user", "assistant"], "dialogue:errors.role"),
    content: z.string("dialogue:errors.content").optional().meta({ description: "Plain text. This, or `parts`." }),
    parts: z
      .array(part, "dialogue:errors.parts")
      .max(MAX_PARTS, "dialogue:errors.parts")
      .optional()
      .meta({ description: "As the AI SDK's client sends a message, in place of `content`." }),
  },
  "dialogue:errors.message",
);

/** What is sent to Dialogue (contract §6); other keys are ignored. The messages are translation keys. */
export const chatBody = z.object({
  messages: z
    .array(message, "dialogue:errors.messages")
    .min(1, "dialogue:errors.messages")
    .max(MAX_MESSAGES, "dialogue:errors.messages")
    .meta({
      description: `The conversation, the oldest first. The last is the user's: 1 to ${MAX_CHARACTERS} characters. Beyond ${KEPT_MESSAGES} messages or ${KEPT_CHARACTERS} characters the oldest are left out.`,
    }),
  locale: z.enum(locales, "errors:query.locale").meta({ description: "The language of the answer." }),
  page: z
    .string()
    .max(200)
    .regex(/^\/(?!\/)/)
    .optional()
    .catch(undefined)
    .meta({ description: "The path of the page the question is asked from, as context. Anything else is ignored." }),
});

const unreadMessages = z
  .array(z.unknown(), "dialogue:errors.messages")
  .min(1, "dialogue:errors.messages")
  .max(MAX_MESSAGES, "dialogue:errors.messages");

export interface ChatRequest {
  /** The newest of the conversation; the last is the user's. */
  readonly turns: readonly Turn[];
  readonly locale: Locale;
  /** The path of the page the question is asked from. */
  readonly page?: string | undefined;
}

/**
 * The conversation in a body, cleaned and cut to what is used of it.
 *
 * Errors  none thrown; `details` has the translation keys for each field that is wrong.
 */
export function readChat(body: unknown): Read<ChatRequest> {
  const given = (isObject(body) ? body : {}) as Record<string, unknown>;
  const { messages, issues } = readMessages(given.messages);
  const { data: locale, error } = chatBody.shape.locale.safeParse(given.locale);
  if (error) issues.push(...error.issues.map((issue) => ({ ...issue, path: ["locale"] })));
  if (locale === undefined || issues.length > 0) return refused(issues);
  const page = chatBody.shape.page.parse(given.page);

  const cleanedMessages = messages
    .map((message, index) => ({ index, role: message.role, content: cleaned(textOf(message)).trim() }))
    .filter(({ role, content }) => role === "user" || content !== ""); // a stopped answer may have left an empty one
  const last = cleanedMessages.at(-1);
  if (last?.role !== "user") {
    return refused([{ path: ["messages", messages.length - 1, "role"], message: "dialogue:errors.last" }]);
  }
  const path = ["messages", last.index, "content"];
  if (isBlank(last.content)) return refused([{ path, message: "dialogue:errors.empty" }]);
  if (charactersIn(last.content) > MAX_CHARACTERS) return refused([{ path, message: "dialogue:errors.tooLong" }]);

  const turns = cleanedMessages
    .filter(({ content }) => content !== "")
    .map(({ role, content }) => ({ role, content: cutTo(content, MAX_CHARACTERS) }));
  return { ok: true, data: { turns: newest(turns), locale, page } };
}

/**
 * Counts before it looks inside, and stops after a few problems: zod checks each item of an array before it counts them,
 * and a body of 64 KiB has room for 32,000 wrong ones.
 */
function readMessages(given: unknown): { messages: z.infer<typeof message>[]; issues: Issue[] } {
  const messages: z.infer<typeof message>[] = [];
  const list = unreadMessages.safeParse(given);
  const issues: Issue[] = (list.error?.issues ?? []).map((issue) => ({ ...issue, path: ["messages"] }));
  for (const [index, item] of (list.data ?? []).entries()) {
    const { parts } = (isObject(item) ? item : {}) as { parts?: unknown };
    const isTooLong = Array.isArray(parts) && parts.length > MAX_PARTS;
    const { data, error } = message.safeParse(isTooLong ? { ...(item as object), parts: null } : item);
    if (data) messages.push(data);
    else issues.push(...error.issues.map((issue) => ({ ...issue, path: ["messages", index, ...issue.path] })));
    if (issues.length >= MAX_PROBLEMS) break;
  }
  return { messages, issues };
}

/** As many of the newest as are used. */
function newest(turns: readonly Turn[]): Turn[] {
  const kept: Turn[] = [];
  let characters = 0;
  for (const turn of turns.slice(-KEPT_MESSAGES).reverse()) {
    characters += charactersIn(turn.content);
    if (characters > KEPT_CHARACTERS) break;
    kept.unshift(turn);
  }
  return kept;
}

function textOf({ content, parts = [] }: z.infer<typeof message>): string {
  if (content !== undefined && content !== "") return content;
  return parts.flatMap(({ type, text }) => (type === "text" && text ? [text] : [])).join("\n");
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
