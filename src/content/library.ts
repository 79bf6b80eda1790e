import type { Article } from "../domain/article.js";
import type { City } from "../domain/city.js";
import type { Event } from "../domain/event.js";
import { type Locale, locales } from "../domain/locale.js";
import type { Membership } from "../domain/membership.js";
import { features as allFeatures, type Feature, type Page, type Section, sectionOf } from "../domain/page.js";
import type { Slug } from "../domain/slug.js";
import { type Addresses, createAddresses } from "../site/addresses.js";
import { illustrationPhasesOf } from "../site/illustration-phases.js";
import type { Organisation } from "../site/organisation.js";
import { type PageName, pageNames } from "../site/paths.js";
import type { DialogueContent } from "./dialogue.js";

/** Plain data, independent of the configuration. */
export interface Content {
  readonly organisation: Organisation;
  readonly cities: readonly City[];
  readonly events: readonly Event[];
  /** Includes drafts and scheduled articles; publishedArticles() selects what is shown. */
  readonly articles: readonly Article[];
  readonly topics: readonly Slug[];
  /** By "<locale>/<name>". */
  readonly pages: Readonly<Record<string, Page>>;
  readonly membership: Membership;
  readonly dialogue: DialogueContent;
}

/** Stands for BASE_URL in a Content. */
export const SITE_URL_PLACEHOLDER = "https://site-url.invalid";

export type Library = Readonly<ReturnType<typeof createLibrary>>;

export function createLibrary(
  json: string,
  { baseUrl, features = allFeatures }: { readonly baseUrl: string; readonly features?: readonly Feature[] | undefined },
) {
  const content: Content = JSON.parse(json.replaceAll(SITE_URL_PLACEHOLDER, baseUrl));
  const addresses = createAddresses(content.organisation.chat.segment);
  const pages = pagesWith(features, content.pages, addresses);
  const page = (name: PageName, locale: Locale) => pages.get(`${locale}/${name}`)!;

  return {
    ...content,
    addresses,
    illustrationPhase: illustrationPhasesOf(content.articles),
    page,
    themes: (locale: Locale) => sectionOf(page("boardroom-for-commerce-topics", locale), "themes").parts,
  };
}

function pagesWith(
  features: readonly Feature[],
  pages: Content["pages"],
  { pathTo }: Addresses,
): ReadonlyMap<string, Page> {
  const isShown = ({ onlyWith }: Section) => onlyWith === null || features.includes(onlyWith);
  const shown = new Map<string, Page>();
  for (const locale of locales) {
    for (const name of pageNames) {
      const page = pages[`${locale}/${name}`]!;
      const form = features.includes("forms") ? page.form : null;
      const { heading, text, action } = form ?? page.next;
      const href = form ? `${pathTo(name, locale)}#form` : page.next.href;
      const sections = page.sections.filter(isShown);
      shown.set(`${locale}/${name}`, { ...page, sections, form, next: { heading, text, action, href } });
    }
  }
  return shown;
}
