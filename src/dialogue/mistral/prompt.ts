import { concepts } from "../../addresses/concepts.js";
import { siteMarkdown, sourceAt } from "../../pages/sources.js";
import type { Site } from "../../site.js";
import { fullDate, listInWords } from "../../text/in-words.js";
import type { Locale } from "../../text/locale.js";
import { localAt } from "../../text/wall-clock.js";
import type { Turn } from "../chat-request.js";

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
  const contact = library.addresses.pathTo("contact", locale);
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
export function conversationFor(turns: readonly Turn[]): Turn[] {
  const conversation: Turn[] = [];
  for (const { role, content } of turns) {
    const previous = conversation.at(-1);
    if (previous?.role === role) conversation.splice(-1, 1, { role, content: `${previous.content}\n\n${content}` });
    else if (previous || role === "user") conversation.push({ role, content });
  }
  return conversation;
}
