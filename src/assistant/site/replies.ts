import type { Library } from "../../content/library.js";
import type { Locale } from "../../domain/locale.js";
import type { Words } from "../../domain/words.js";
import type { PageName } from "../../site/paths.js";
import type { Source } from "../answer.js";
import type { SiteAnswer } from "./site-answer.js";
import type { SmallTalk } from "./small-talk.js";

interface About {
  readonly library: Library;
  readonly locale: Locale;
  readonly words: Words;
}

const sayings: Readonly<Record<Exclude<SmallTalk, "site">, string>> = {
  greeting: "assistant:greeting",
  thanks: "assistant:thanks",
  goodbye: "assistant:goodbye",
  acknowledgement: "assistant:acknowledgement",
  abilities: "assistant:abilities",
  identity: "assistant:identity",
  person: "assistant:person",
  insult: "assistant:insult",
  languages: "assistant:languages",
  memory: "assistant:memory",
};

/** What is said back to a visitor who asks about nothing, or about who answers. */
export function smallTalkAnswer(talk: Exclude<SmallTalk, "site">, about: About): SiteAnswer {
  const pages: Partial<Record<SmallTalk, PageName>> = { person: "contact", insult: "contact", memory: "privacy" };
  const page = pages[talk];
  const sources = page ? [sourceOf(page, about)] : [];
  return { text: about.words(sayings[talk], values(about)), sources, kind: "smallTalk" };
}

/** What is said to what is no business of the site: what it can do instead, and the way to a person. */
export function refusal(about: About): SiteAnswer {
  return { text: about.words("assistant:refused", values(about)), sources: [], kind: "refused" };
}

/** What is said when nothing found is sure to answer: the way to a person, and no guess. */
export function unsureAnswer(about: About): SiteAnswer {
  return { text: about.words("assistant:unsure", values(about)), sources: [], kind: "unsure" };
}

function sourceOf(page: PageName, { library, locale }: About): Source {
  return { path: library.addresses.pathTo(page, locale), title: library.page(page, locale).title };
}

function values(about: About) {
  const { name, mail } = about.library.organisation;
  const contact = sourceOf("contact", about);
  const privacy = sourceOf("privacy", about);
  return { name, mail, page: contact.title, contact: contact.path, privacy: privacy.path, privacyTitle: privacy.title };
}
