import { jsonSchema, stepCountIs, streamText, type TextStreamPart, type ToolSet, tool } from "ai";
import * as z from "zod";
import { pageNamedIn, sourceAt } from "../../pages/sources.js";
import type { Site } from "../../site.js";
import { isBlank, sanitizeControls } from "../../text/plain-text.js";
import type { Piece, Pieces } from "../answer-formats.js";
import type { AnswerRequest } from "../chat-request.js";
import { UnusableAnswer } from "../stream-with-deadline.js";
import { type Caller, parseArguments, type Tool, ToolError } from "../tools.js";
import { completeLength, filterLinks } from "./links.js";
import { type MistralAccount, mistralModel } from "./model.js";
import { conversationFor, instructionsFor } from "./prompt.js";
import { tools } from "./tools.js";

const MAX_TOKENS = 600;
const CUT = " …";
/** Calls of the model for one answer: tool calls, and the answer. */
const MAX_STEPS = 4;
/** What tools return is part of every later prompt of the answer. */
const MAX_CALLS_A_STEP = 3;

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
  const { locale } = request;
  const { limits } = site;
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
      const left = limits.characters - shown.length;
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
  const named = titles.size === 0 && pageNamedIn(shown, locale, site);
  if (named) yield named;
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
  const { fullStream } = streamText({
    model: mistralModel(account),
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

/** The AI SDK would send the message of any error to the provider. */
export function callTool({ input, run }: Tool, args: unknown, caller: Caller, site: Site): object {
  const { data, error } = parseArguments(input, args);
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
