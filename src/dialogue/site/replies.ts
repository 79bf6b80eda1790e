import type { PageName } from "../../addresses/paths.js";
import type { Library } from "../../content/library.js";
import type { Source } from "../../pages/sources.js";
import type { Locale, Translate } from "../../text/locale.js";
import type { LocalDate } from "../../text/wall-clock.js";

/** An answer as Markdown, and the pages that say the same, the best first. */
export interface Fact {
  readonly text: string;
  readonly sources: readonly Source[];
  /** That of the event that it names first. */
  readonly day?: LocalDate | undefined;
}

export function sourceFinder(locale: Locale, { addresses, page }: Library) {
  return (name: PageName): Source => ({ path: addresses.pathTo(name, locale), title: page(name, locale).title });
}

const TALK_PAGES: Readonly<Record<string, PageName>> = {
  person: "contact",
  insult: "contact",
  memory: "privacy",
  site: "about",
};

/** Replies can name the site, its mail address, and the pages about contact and privacy. */
export function repliesIn(t: Translate, locale: Locale, library: Library) {
  const sourceOf = sourceFinder(locale, library);
  const { name, mail } = library.organisation;
  const contact = sourceOf("contact");
  const privacy = sourceOf("privacy");
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
    /** Replies to a greeting, thanks or a question about Dialogue itself. */
    talk: (kind: string): Fact => {
      const page = TALK_PAGES[kind];
      return { text: reply(`assistant:talk.${kind}`), sources: page ? [sourceOf(page)] : [] };
    },
  };
}
