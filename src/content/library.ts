import type { Article, ArticleId } from "../domain/article.js";
import type { City } from "../domain/city.js";
import type { Event } from "../domain/event.js";
import { type Locale, locales } from "../domain/locale.js";
import type { Membership } from "../domain/membership.js";
import {
  type Feature,
  type FormText,
  features,
  type NextStep,
  type Page,
  type Section,
  sectionOf,
  type Text,
} from "../domain/page.js";
import { type Addresses, createAddresses } from "../site/addresses.js";
import { illustrationPhasesOf } from "../site/illustration-phases.js";
import type { Organisation } from "../site/organisation.js";
import { type PageName, pageNames } from "../site/paths.js";
import type { DialogueContent } from "./dialogue.js";

/** Everything under content/ as it was read: plain data, the same wherever the site runs and whatever is set up. */
export interface Content {
  readonly organisation: Organisation;
  readonly cities: readonly City[];
  readonly events: readonly Event[];
  readonly articles: readonly Article[];
  /** By "<locale>/<name>". */
  readonly pages: Readonly<Record<string, Page>>;
  readonly membership: Membership;
  readonly dialogue: DialogueContent;
}

/** Stands in a Content wherever the site's own address is to be filled in. */
export const SITE_URL = "https://site-url.invalid";

/** Everything under content/, frozen, as this site shows it. */
export interface Library {
  readonly organisation: Organisation;
  readonly addresses: Addresses;
  readonly cities: readonly City[];
  readonly events: readonly Event[];
  /** In every language, drafts and those that come out later too: publishedArticles() knows what may be shown. */
  readonly articles: readonly Article[];
  /** The hour that the drawing of an article shows, from 0 to below 4. */
  illustrationPhase(article: ArticleId): number;
  page(name: PageName, locale: Locale): Page;
  /** What the Boardroom talks about; applicants for a seat choose among them. */
  themes(locale: Locale): readonly Text[];
  readonly membership: Membership;
  readonly dialogue: DialogueContent;
}

interface About {
  readonly baseUrl: string;
  /** The services of others that this site uses, all when left out; pages say nothing of the rest. */
  readonly uses?: readonly Feature[] | undefined;
}

/** The library of a Content, which is given as JSON. */
export function libraryOf(json: string, { baseUrl, uses = features }: About): Library {
  const content = freeze<Content>(JSON.parse(json.replaceAll(SITE_URL, baseUrl)));
  const { organisation, cities, events, articles, membership, dialogue } = content;
  const addresses = createAddresses(organisation.chat.segment);
  const pages = pagesWith(uses, content.pages, addresses);
  const page: Library["page"] = (name, locale) => pages.get(`${locale}/${name}`)!;

  return Object.freeze<Library>({
    organisation,
    addresses,
    cities,
    events,
    articles,
    illustrationPhase: illustrationPhasesOf(articles),
    page,
    themes: (locale) => sectionOf(page("boardroom-for-commerce-topics", locale), "themes").parts,
    membership,
    dialogue,
  });
}

/** The pages without the sections and forms of features that are not set up. */
function pagesWith(
  used: readonly Feature[],
  pages: Content["pages"],
  { pathTo }: Addresses,
): ReadonlyMap<string, Page> {
  const isShown = ({ onlyWith }: Section) => onlyWith === null || used.includes(onlyWith);
  const shown = new Map<string, Page>();
  for (const locale of locales) {
    for (const name of pageNames) {
      const page = pages[`${locale}/${name}`]!;
      const form = used.includes("forms") ? page.form : null;
      const next = form ? nextStepTo(form, `${pathTo(name, locale)}#form`) : page.next;
      shown.set(`${locale}/${name}`, freeze({ ...page, sections: page.sections.filter(isShown), form, next }));
    }
  }
  return shown;
}

const nextStepTo = ({ heading, text, action }: FormText, href: string): NextStep => ({ heading, text, action, href });

function freeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) {
    if (typeof inner === "object" && inner !== null && !Object.isFrozen(inner)) freeze(inner);
  }
  return Object.freeze(value);
}
