import type { PageName } from "../../addresses/pages.js";
import type { Source } from "../../pages/sources.js";
import type { Place } from "../../search/places.js";
import type { Site } from "../../site.js";
import type { Locale, Translate } from "../../text/locale.js";
import type { LocalDate } from "../../text/wall-clock.js";
import type { Classifier } from "./classifier.js";
import type { Readers } from "./reader.js";
import type { Topic } from "./topics.js";

/** Where and when a question is asked, and what it is answered with. */
export interface Setting {
  readonly site: Site;
  readonly locale: Locale;
  readonly t: Translate;
  readonly today: LocalDate;
  /** The page from which the visitor asks. */
  readonly page: Topic | undefined;
  readonly classifier: Classifier;
  /** By the name of the topic. */
  readonly places: ReadonlyMap<string, Place>;
  readonly readers: Readers;
}

/** An answer as Markdown, and the pages that say the same, the best first. */
export interface Reply {
  readonly text: string;
  readonly sources: readonly Source[];
  /** That of the event that it names first. */
  readonly day?: LocalDate | undefined;
}

/** What fixed replies can name. */
export function contactDetails(setting: Setting) {
  const { name, mail } = setting.site.library.organisation;
  const contact = sourceOf("contact", setting);
  const privacy = sourceOf("privacy", setting);
  return {
    name,
    mail,
    contact: contact.path,
    page: contact.title,
    privacy: privacy.path,
    privacyTitle: privacy.title,
  };
}

export function sourceOf(name: PageName, { site, locale }: Setting): Source {
  const { page, pathTo } = site.library;
  return { path: pathTo(name, locale), title: page(name, locale).title };
}
