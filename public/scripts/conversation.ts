import type { Message, Source } from "./answer-stream.js";

/** A question and what was answered. */
export interface Exchange {
  readonly question: string;
  /** The language it was asked in. */
  readonly lang: string;
  answer: string;
  readonly sources: Source[];
  by: "site" | "mistral" | "fallback" | "";
  ending: "answered" | "stopped" | "broken";
}

/** What this tab remembers, and nobody else: it is gone when the tab is closed. */
export interface Memory {
  exchanges: Exchange[];
  draft: string;
  /** Whether the panel stood open beside the page. */
  isOpen: boolean;
  /** How far down it was read, in pixels. */
  readTo: number;
  /** Milliseconds since 1970, before which the server takes no more questions. */
  waitUntil: number;
}

const KEY = "dialogue";
const MOST_EXCHANGES = 30;
const MOST_MESSAGES = 12;
/** Characters, of which each may take three bytes; the server takes 64 KiB. */
const MOST_TEXT = 18_000;

export function recall(): Memory {
  const empty = { exchanges: [], draft: "", isOpen: false, readTo: 0, waitUntil: 0 };
  try {
    return { ...empty, ...JSON.parse(sessionStorage.getItem(KEY) ?? "{}") };
  } catch {
    return empty; // storage may be shut off
  }
}

export function remember(memory: Memory): void {
  memory.exchanges = memory.exchanges.slice(-MOST_EXCHANGES);
  try {
    sessionStorage.setItem(KEY, JSON.stringify(memory));
  } catch {
    // Then the conversation lasts as long as the page.
  }
}

/** The end of the conversation, as much of it as is sent along: it begins with a question and ends with this one. */
export function messagesFor(question: string, before: readonly Exchange[]): Message[] {
  const messages: Message[] = [{ role: "user", content: question }];
  let length = question.length;
  for (const { question, answer } of before.filter(({ answer }) => answer !== "").reverse()) {
    length += question.length + answer.length;
    if (messages.length + 2 > MOST_MESSAGES || length > MOST_TEXT) break;
    messages.unshift({ role: "user", content: question }, { role: "assistant", content: answer });
  }
  return messages;
}
