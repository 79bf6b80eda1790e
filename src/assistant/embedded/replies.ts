import type { Library } from "../../content/library.js";
import type { Translate } from "../../domain/translate.js";
import type { PageName } from "../../site/paths.js";
import type { Source } from "../answer.js";
import type { Links } from "./links.js";

export interface ReplyTools {
  readonly t: Translate;
  readonly library: Pick<Library, "organisation" | "dialogue">;
  readonly links: Links;
}

const TALK_PAGES: Readonly<Record<string, PageName>> = {
  person: "contact",
  insult: "contact",
  memory: "privacy",
  site: "about",
};

/** The reply to a greeting, thanks or a question about Dialogue itself. */
export function talkReply(talk: string, tools: ReplyTools): { text: string; sources: readonly Source[] } {
  const page = TALK_PAGES[talk];
  return {
    text: tools.t(`assistant:talk.${talk}`, replyValues(tools)),
    sources: page ? [tools.links.sourceOf(page)] : [],
  };
}

export function replyValues({ library, links }: ReplyTools) {
  const { name, mail } = library.organisation;
  const [contact, privacy] = [links.sourceOf("contact"), links.sourceOf("privacy")];
  return { name, mail, contact: contact.path, page: contact.title, privacy: privacy.path, privacyTitle: privacy.title };
}
