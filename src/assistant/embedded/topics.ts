import { type Concept, concepts } from "../../domain/concept.js";
import type { Slug } from "../../domain/slug.js";
import { conceptOf } from "../../site/navigation.js";
import { isPageName } from "../../site/paths.js";

/** What a class of the model is about. */
export interface Topic {
  /** The class itself for anything that is no place. */
  readonly page: string;
  readonly id: string | undefined;
  readonly isPlace: boolean;
  readonly concept: Concept["code"] | undefined;
  readonly city: Slug | undefined;
}

export function topicOf(name: string, cities: readonly Slug[]): Topic {
  const [page = "", id] = name.split("#");
  if (!isPageName(page)) {
    const isPlace = /^(?:guide|perspective):/.test(name);
    return { page: isPlace ? page : name, id, isPlace, concept: undefined, city: undefined };
  }
  const city = cities.find((city) => city === id || page.split("-").includes(city));
  const concept = conceptOf(page)?.code ?? concepts.find(({ slug }) => slug === id)?.code;
  // Sections of About have little in common, so that each counts as a page.
  return { page: page === "about" ? name : page, id, isPlace: true, concept, city };
}
