import type { Library } from "../../content/library.js";
import type { Locale } from "../../domain/locale.js";
import type { PageName } from "../../site/paths.js";
import type { Translate } from "../../text/translate.js";
import type { Source } from "../request-and-answer.js";

/** What records say to a question, as Markdown, with the pages that say so, the best first. */
export interface Fact {
  readonly text: string;
  readonly sources: readonly Source[];
}

export function linksIn(locale: Locale, { addresses, page }: Pick<Library, "addresses" | "page">) {
  const sourceOf = (name: PageName): Source => ({
    path: addresses.pathTo(name, locale),
    title: page(name, locale).title,
  });
  return {
    sourceOf,
    /** A Markdown link, by default to the page itself. */
    linkTo: (name: PageName, path = sourceOf(name).path) => `[${sourceOf(name).title}](${path})`,
  };
}

const TALK_PAGES: Readonly<Record<string, PageName>> = {
  person: "contact",
  insult: "contact",
  memory: "privacy",
  site: "about",
};

export type Replies = ReturnType<typeof repliesIn>;

/** Fixed texts, which can name the site, its mail address, and the pages about contact and privacy. */
export function repliesIn(t: Translate, locale: Locale, library: Library) {
  const { sourceOf } = linksIn(locale, library);
  const { name, mail } = library.organisation;
  const [contact, privacy] = [sourceOf("contact"), sourceOf("privacy")];
  const values = {
    name,
    mail,
    contact: contact.path,
    page: contact.title,
    privacy: privacy.path,
    privacyTitle: privacy.title,
  };
  const reply = (key: string, more = {}) => t(key, { ...values, ...more });
  return {
    contact,
    reply,
    /** The reply to a greeting, thanks or a question about Dialogue itself. */
    talk: (kind: string): Fact => {
      const page = TALK_PAGES[kind];
      return { text: reply(`assistant:talk.${kind}`), sources: page ? [sourceOf(page)] : [] };
    },
  };
}
