import type { City } from "../addresses/cities.js";
import { formShownOn, type PageName, pageNames, sections, viewIds } from "../addresses/pages.js";
import { type Addresses, createAddresses } from "../addresses/paths.js";
import { type Locale, locales } from "../text/locale.js";
import type { Slug } from "../text/slug.js";
import type { Article } from "./articles.js";
import type { DialogueContent } from "./dialogue.js";
import type { Event } from "./events.js";
import type { Host, Membership, Organisation } from "./json-files.js";
import { features as allFeatures, type Feature, type Page, sectionOf } from "./pages.js";
import { SITE_URL_PLACEHOLDER } from "./references.js";

/** All content as plain data, before the configuration is applied. */
export interface Content {
  readonly organisation: Organisation;
  readonly cities: readonly City[];
  readonly events: readonly Event[];
  /** By the id that cities and events name. */
  readonly hosts: Readonly<Record<string, Host>>;
  /** Includes drafts and scheduled articles; PublishedArticles selects what is shown. */
  readonly articles: readonly Article[];
  readonly topics: readonly Slug[];
  /** Pages by "<locale>/<name>". */
  readonly pages: Readonly<Record<`${Locale}/${PageName}`, Page>>;
  readonly membership: Membership;
  readonly dialogue: DialogueContent;
}

/** The content as a site with this address shows it, whose pages offer nothing that needs a service it lacks. */
export interface Library extends Content {
  readonly addresses: Addresses;
  /** "gothenburg, stockholm", for messages. */
  readonly citiesText: string;
  readonly page: (name: PageName, locale: Locale) => Page;
  /** The options of fields that have them from content. */
  readonly choices: Readonly<Record<"themes" | "discounts", (locale: Locale) => Option[]>>;
}

/** A choice of a field in a form. */
export interface Option {
  readonly value: string;
  readonly label: string;
}

export interface Settings {
  readonly baseUrl: string;
  readonly features?: readonly Feature[] | undefined;
}

export function createLibrary(json: string, { baseUrl, features = allFeatures }: Settings): Library {
  const content: Content = JSON.parse(json.replaceAll(SITE_URL_PLACEHOLDER, baseUrl));
  const addresses = createAddresses(content.organisation.chat.segment);
  const pages = { ...content.pages };
  for (const locale of locales) {
    const home = content.pages[`${locale}/home`];
    for (const name of pageNames) {
      const path = addresses.pathTo(name, locale);
      pages[`${locale}/${name}`] = offeredPage(name, path, content.pages[`${locale}/${name}`], home, features);
    }
  }
  const page = (name: PageName, locale: Locale) => pages[`${locale}/${name}`];
  return {
    ...content,
    pages,
    addresses,
    citiesText: content.cities.map(({ slug }) => slug).join(", "),
    page,
    choices: {
      themes(locale: Locale): Option[] {
        const { parts } = sectionOf(page(sections.themes.page, locale), sections.themes.id);
        return parts.map(({ id, title }) => ({ value: id, label: title }));
      },
      discounts: (locale: Locale): Option[] =>
        content.membership.discounts[locale]
          .filter(({ form }) => form === "join")
          .map(({ id, option }) => ({ value: id, label: option })),
    },
  };
}

/** A page without the sections of services that are not set up, whose next step is its form, if the site stores forms. */
function offeredPage(name: PageName, path: string, written: Page, home: Page, features: readonly Feature[]): Page {
  const form = features.includes("forms") && formShownOn(name) ? written.form : null;
  const href = `${path}#${viewIds.form}`;
  return {
    ...written,
    ask: written.ask.length > 0 ? written.ask : home.ask,
    sections: written.sections.filter(({ onlyWith }) => onlyWith === null || features.includes(onlyWith)),
    next: form ? { heading: form.heading, text: form.text, action: form.action, href } : written.next,
  };
}
