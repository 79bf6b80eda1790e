import { createMistral } from "@ai-sdk/mistral";
import { jsonSchema, stepCountIs, streamText, type TextStreamPart, type ToolSet, tool } from "ai";
import * as z from "zod";
import { concepts } from "../../addresses/pages.js";
import { siteMarkdown, sourceAt } from "../../pages/sources.js";
import type { Site } from "../../site.js";
import { fullDate, listInWords } from "../../text/in-words.js";
import type { Locale } from "../../text/locale.js";
import { isBlank, sanitizeControls } from "../../text/plain-text.js";
import { localAt } from "../../text/wall-clock.js";
import type { AnswerRequest, Turn } from "../chat-request.js";
import { type Caller, givenArguments, type Tool, ToolError, tools } from "../tools.js";
import { completeLength, filterLinks } from "./links.js";
import { type Piece, type Pieces, UnusableAnswer } from "./stream-with-deadline.js";

interface MistralAccount {
  readonly apiKey: string;
  readonly model: string;
  /** Undefined means the provider's own. */
  readonly baseUrl: string | undefined;
}

const MAX_TOKENS = 600;
const CUT = " …";
/** Calls of the model for one answer: tool calls, and the answer. */
const MAX_STEPS = 4;
/** What tools return is part of every later prompt of the answer. */
const MAX_CALLS_A_STEP = 3;
const MAX_BODY_BYTES = 1024 * 1024;

/**
 * Answers by Mistral, which gets the whole site; an empty text is a sign of life. Rejects with the provider's failure.
 * `tokens` are counted over the calls of the model.
 */
export async function* mistralAnswer(
  request: AnswerRequest,
  account: MistralAccount,
  tokens: Record<"read" | "written", number>,
  site: Site,
): Pieces {
  const { answerLimits } = site;
  const titles = new Set<string>();
  let held = "";
  let shown = "";
  let isCut = false;
  const find = (address: string) => sourceAt(address, site);
  /** Each source once. */
  function* show(end: number): Generator<Piece> {
    const { text, sources } = filterLinks(sanitizeControls(held.slice(0, end)), shown, find);
    held = held.slice(end);
    shown += text;
    yield text;
    for (const source of sources) {
      if (!titles.has(source.title)) yield source;
      titles.add(source.title);
    }
  }

  for await (const part of openStream(request, account, site)) {
    if (part.type === "text-delta") {
      held += part.text;
      const left = answerLimits.characters - shown.length;
      isCut = held.length > left;
      yield* show(isCut ? left : completeLength(held));
      if (isCut) break;
    } else if (part.type === "text-end") yield* show(held.length);
    else if (part.type === "text-start" && !isBlank(shown)) yield "\n\n";
    else if (part.type === "finish") isCut = isCutShort(part);
    else if (part.type === "error") throw part.error;
    else if (part.type === "abort") throw new DOMException(part.reason, "AbortError");
    else yield "";
    if (part.type === "finish-step") {
      tokens.read += part.usage.inputTokens ?? 0;
      tokens.written += part.usage.outputTokens ?? 0;
    }
  }
  if (isCut && !isBlank(shown)) yield CUT;
}

function openStream(request: AnswerRequest, account: MistralAccount, site: Site) {
  const { turns, locale, page, signal } = request;
  let calls = 0;
  const toolSet: ToolSet = {};
  for (const readingTool of tools) {
    toolSet[readingTool.name] = tool({
      description: readingTool.description,
      inputSchema: jsonSchema(z.toJSONSchema(readingTool.input, { target: "draft-7" }) as object),
      execute: (args) => {
        calls += 1;
        if (calls <= MAX_CALLS_A_STEP) return callTool(readingTool, args, request, site);
        return { note: `Only ${MAX_CALLS_A_STEP} calls at a time are answered. Call again if you need this.` };
      },
    });
  }
  const { apiKey, baseUrl } = account;
  const headers = { "accept-encoding": "identity" }; // the limit of bytes counts what is decoded
  const provider = createMistral({ apiKey, headers, fetch: boundedFetch, ...(baseUrl && { baseURL: baseUrl }) });
  const { fullStream } = streamText({
    model: provider(account.model),
    system: instructionsFor(locale, page, site),
    messages: conversationFor(turns),
    tools: toolSet,
    stopWhen: stepCountIs(MAX_STEPS),
    prepareStep({ stepNumber }) {
      calls = 0;
      return stepNumber === MAX_STEPS - 1 ? { toolChoice: "none" } : {};
    },
    temperature: 0.1,
    allowSystemInMessages: false,
    maxOutputTokens: MAX_TOKENS,
    maxRetries: 0,
    abortSignal: signal,
    onError: () => {}, // the default writes to the console; the error arrives as a part
  });
  return fullStream;
}

/**
 * Without redirects (no other host may get the key); a body that is too large breaks off. It ends with the signal here,
 * because after a garbage collection `fetch` no longer hears it (undici holds the controller of a request weakly).
 */
const boundedFetch: typeof fetch = async (url, init) => {
  const response = await fetch(url, { ...init, redirect: "error" });
  let bytes = 0;
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes > MAX_BODY_BYTES) throw Object.assign(new Error(), { code: "ERR_LARGER_THAN_1_MB" }); // the log has the code
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body?.pipeThrough(bounded, init?.signal ? { signal: init.signal } : {}), response);
};

/**
 * The system prompt. What is the same for every question in a language comes first, so that the provider can cache it.
 * Nothing that a visitor sends is part of it, except a `page` of this site.
 */
export function instructionsFor(locale: Locale, page: string | undefined, site: Site): string {
  const { baseUrl, clock, getFixedT, library } = site;
  const { name, mail, timezone } = library.organisation;
  const t = getFixedT(locale);
  const local = localAt(clock(), timezone);
  const names = concepts.map((concept) => concept.name);
  const contact = library.pathTo("contact", locale);
  const visited = page === undefined ? undefined : sourceAt(page, site);
  return [
    t("assistant:prompt.role", { name, concepts: listInWords(names, locale) }),
    t("assistant:prompt.rules", { mail, baseUrl, contact, contactTitle: library.page("contact", locale).heading }),
    t("assistant:prompt.site", { name }),
    siteMarkdown(locale, site),
    t("assistant:prompt.now", { today: `${fullDate(local.slice(0, 10), locale)}, ${local.slice(11)} (${timezone})` }),
    // A file has no title, and keeps the visitor's query.
    visited?.title ? t("assistant:prompt.page", { title: visited.title, path: visited.path }) : "",
    t("assistant:prompt.reminder"),
  ]
    .filter(Boolean)
    .join("\n\n");
}

/** The conversation as a provider accepts it: it begins with the visitor, and roles alternate. */
function conversationFor(turns: readonly Turn[]): Turn[] {
  const conversation: Turn[] = [];
  for (const { role, content } of turns) {
    const previous = conversation.at(-1);
    if (previous?.role === role) conversation.splice(-1, 1, { role, content: `${previous.content}\n\n${content}` });
    else if (previous || role === "user") conversation.push({ role, content });
  }
  return conversation;
}

/** The AI SDK would send the message of any error to the provider. */
export function callTool({ input, run }: Tool, args: unknown, caller: Caller, site: Site): object {
  const { data, error } = input.safeParse(givenArguments(args));
  if (error) return { note: z.prettifyError(error) };
  try {
    return run(data, caller, site);
  } catch (error) {
    return { note: error instanceof ToolError ? error.message : "This cannot be read right now." };
  }
}

/** Whether the answer was cut at its limit of tokens. Throws if it is not whole for another reason. */
function isCutShort({ finishReason, rawFinishReason: reason }: TextStreamPart<ToolSet> & { type: "finish" }): boolean {
  if (["stop", "length", "tool-calls"].includes(finishReason)) return finishReason === "length";
  if (reason === undefined) throw new Error("The answer is not whole: its stream ended early");
  throw new (reason === "error" ? Error : UnusableAnswer)(`The answer is not whole: ${reason}`);
}
