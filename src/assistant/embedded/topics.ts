import { type Concept, concepts } from "../../domain/concept.js";
import type { Slug } from "../../domain/slug.js";
import { conceptOf } from "../../site/navigation.js";
import { isPageName } from "../../site/paths.js";
import type { Slots } from "./slots.js";

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

export const isEvents = ({ page }: Topic): boolean => page.startsWith("events:");

/** Likelihoods added up by the name that a class is given, if any. */
export function sumsBy(
  probabilities: Float32Array,
  topics: readonly Topic[],
  nameOf: (topic: Topic) => string | undefined,
): Map<string, number> {
  const sums = new Map<string, number>();
  probabilities.forEach((p, c) => {
    const name = nameOf(topics[c]!);
    if (name !== undefined) sums.set(name, (sums.get(name) ?? 0) + p);
  });
  return sums;
}

export const largestOf = (sums: Iterable<[string, number]>): [name: string, sum: number] =>
  [...sums].reduce((largest, one) => (one[1] > largest[1] ? one : largest), ["", 0]);

export const pageMasses = (probabilities: Float32Array, topics: readonly Topic[]): Map<string, number> =>
  sumsBy(probabilities, topics, ({ page, isPlace }) => (isPlace ? page : undefined));

/** `site` is answered, `unsure` gets links beside the answer, `unread` is too much at once, the rest gets a fixed reply. */
export type Scope = "site" | "unsure" | "unread" | "out-of-scope" | "injection" | `talk:${string}`;

/**
 * How much likelier than its best page a question must be out of scope. Of phrases left out of the training, the first
 * declines 63 % of those that are, and 2 % of the site's own; the second makes 5 % of the site's own unsure.
 */
const [DECLINED, UNSURE] = [1.5, 0.5];
/** With fewer of its features known, a text is no question in any of the languages. */
const MIN_KNOWN_FEATURES = 0.2;

/** Decides whether a question is about the site. */
export function scopeOf(
  probabilities: Float32Array,
  known: number,
  topics: readonly Topic[],
  { concept, series, city, unknownCity, period }: Slots,
): Scope {
  const pages = sumsBy(probabilities, topics, (topic) => (isEvents(topic) ? "events" : topic.page));
  const { injection = 0, "out-of-scope": outOfScope = 0 } = Object.fromEntries(pages);
  const talks = [...pages].filter(([page]) => page.startsWith("talk:"));
  const talk = talks.reduce((sum, [, one]) => sum + one, 0);
  const site = 1 - talk - injection - outOfScope;
  if (injection > Math.max(site, talk)) return "injection";
  const isNamed = (concept ?? series ?? city ?? unknownCity) !== undefined;
  if (talk > site && !isNamed) return largestOf(talks)[0] as Scope;
  if (known < MIN_KNOWN_FEATURES && !isNamed && !period) return "out-of-scope";
  const isOurs = ([page]: [string, number]) => !/^(?:talk:|injection$|out-of-scope$)/.test(page);
  const ratio = outOfScope / largestOf([...pages].filter(isOurs))[1];
  if (ratio > DECLINED) return "out-of-scope";
  return ratio > UNSURE ? "unsure" : "site";
}
