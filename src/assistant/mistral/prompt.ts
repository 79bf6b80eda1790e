import type { Turn } from "../../contracts/chat-request.js";
import { concepts } from "../../domain/concept.js";
import type { Locale } from "../../domain/locale.js";
import { localAt } from "../../domain/wall-clock.js";
import { fullDate, listInWords } from "../../text/dates-in-words.js";
import { truncate } from "../../text/plain-text.js";
import type { Passage } from "../answer.js";
import type { Dependencies } from "../dependencies.js";

/** Fences enclose passages; no text between them may contain one. */
const withoutFences = (text: string) => text.replace(/[⟦⟧]/g, "");
const MAX_PASSAGE_CHARACTERS = 1800;

/** The system prompt: role, rules, the date, and the passages by number. Nothing that a visitor sends is part of it. */
export function instructionsFor(
  locale: Locale,
  passages: readonly Passage[],
  { library, getFixedT, clock }: Pick<Dependencies, "library" | "getFixedT" | "clock">,
): string {
  const { name, mail, timezone } = library.organisation;
  const t = getFixedT(locale);
  const local = localAt(clock(), timezone);
  const names = concepts.map((concept) => concept.name);
  return [
    t("assistant:prompt.role", { name, concepts: listInWords(names, locale) }),
    t("assistant:prompt.rules", { mail, contact: library.addresses.pathTo("contact", locale) }),
    t("assistant:prompt.context", {
      today: `${fullDate(local.slice(0, 10), locale)}, ${local.slice(11)} (${timezone})`,
    }),
    ...(passages.length > 0 ? passages.map(fenced) : [t("assistant:prompt.none")]),
  ].join("\n\n");
}

/** The conversation as a provider accepts it: it begins with the visitor, and roles alternate. */
export function conversationFor(turns: readonly Turn[]): Turn[] {
  const conversation: Turn[] = [];
  for (const { role, content } of turns) {
    const previous = conversation.at(-1);
    const text = withoutFences(content);
    if (previous?.role === role) conversation.splice(-1, 1, { role, content: `${previous.content}\n\n${text}` });
    else if (previous || role === "user") conversation.push({ role, content: text });
  }
  return conversation;
}

function fenced({ title, heading, path, text }: Passage, index: number): string {
  const name = [title, heading, path].filter(Boolean).join(" · ").replaceAll("\n", " ");
  const body = withoutFences(`${name}\n${truncate(text, MAX_PASSAGE_CHARACTERS)}`);
  return `⟦${index + 1}⟧ ${body}\n⟦/${index + 1}⟧`;
}
