import type { Library } from "../../content/library.js";
import type { Locale } from "../../domain/locale.js";
import type { Words } from "../../domain/words.js";
import type { Source } from "../answer.js";
import type { SiteAnswer } from "./site-answer.js";
import type { SmallTalk } from "./small-talk.js";

interface About {
  readonly library: Library;
  readonly locale: Locale;
  readonly words: Words;
}

const sayings: Readonly<Record<SmallTalk, string>> = {
  greeting: "assistant:greeting",
  thanks: "assistant:thanks",
  goodbye: "assistant:goodbye",
  abilities: "assistant:abilities",
  identity: "assistant:identity",
  person: "assistant:person",
};

/** What is said back to a visitor who asks about nothing, or about who answers. */
export function smallTalkAnswer(talk: SmallTalk, about: About): SiteAnswer {
  const sources = talk === "person" ? [contactPage(about)] : [];
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

function contactPage({ library, locale }: About): Source {
  return { path: library.addresses.pathTo("contact", locale), title: library.page("contact", locale).title };
}

function values(about: About) {
  const { name, mail } = about.library.organisation;
  const { path, title } = contactPage(about);
  return { name, mail, page: title, contact: path };
}
