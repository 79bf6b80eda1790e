import type { Library } from "../../content/library.js";
import type { PageName } from "../../site/paths.js";
import type { Translate } from "../../text/translate.js";
import type { Fact, Links } from "./links.js";

const TALK_PAGES: Readonly<Record<string, PageName>> = {
  person: "contact",
  insult: "contact",
  memory: "privacy",
  site: "about",
};

export type Replies = ReturnType<typeof repliesIn>;

/** Fixed texts, which can name the site, its mail address, and the pages about contact and privacy. */
export function repliesIn(t: Translate, { sourceOf }: Links, { name, mail }: Library["organisation"]) {
  const [contact, privacy] = [sourceOf("contact"), sourceOf("privacy")];
  const values = {
    ...{ name, mail, contact: contact.path, page: contact.title },
    ...{ privacy: privacy.path, privacyTitle: privacy.title },
  };
  const reply = (key: string, more = {}) => t(key, { ...values, ...more });
  return {
    reply,
    /** The reply to a greeting, thanks or a question about Dialogue itself. */
    talk: (kind: string): Fact => {
      const page = TALK_PAGES[kind];
      return { text: reply(`assistant:talk.${kind}`), sources: page ? [sourceOf(page)] : [] };
    },
  };
}
