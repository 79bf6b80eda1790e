import type { City } from "../../addresses/cities.js";
import { type ArticleKind, articleLists, type EventFilter, isPageName, type PageName } from "../../addresses/paths.js";
import { answeredByRecords, eventFilter } from "../../addresses/site-map.js";
import { namesAny, type Reading } from "./slots.js";

const kinds = ["events", "talk", "injection", "out-of-scope", "unknown"] as const;

/** What a class of the model is about, with the concept and the city of its page. */
export interface Topic extends EventFilter {
  readonly kind: (typeof kinds)[number] | "place";
  /** A page or an article; empty for other kinds. */
  readonly page: string;
  /** What is asked about events, or the kind of talk. */
  readonly detail?: string;
  /** The id of the section; undefined for the opening of a page. */
  readonly id?: string | undefined;
  /** Whether it is a section about when something is: `#when`, or that of a city on the page of a concept. */
  readonly saysWhen?: boolean;
  /** The page that lists the article; undefined for a page. */
  readonly listPage?: PageName | undefined;
}

export function topicOf(name: string, cities: readonly City[]): Topic {
  const [prefix, rest = ""] = name.split(":");
  const kind = kinds.find((kind) => kind === prefix);
  if (kind) return { kind, page: "", detail: rest };
  const [page = "", id] = name.split("#");
  const about = isPageName(page) ? eventFilter(page, cities) : { listPage: articleLists[prefix as ArticleKind] };
  const saysWhen = id === answeredByRecords.when || cities.some(({ slug }) => slug === id);
  // Sections of About have little in common, so that each counts as a page.
  return { kind: "place", page: page === "about" ? name : page, id, saysWhen, ...about };
}

/** Adds up the probabilities of classes with the same name. Classes without a name are left out. */
export function sumsBy<Name extends string>(
  probabilities: Float32Array,
  topics: readonly Topic[],
  nameOf: (topic: Topic) => Name | undefined,
): Map<Name, number> {
  const sums = new Map<Name, number>();
  probabilities.forEach((p, c) => {
    const name = nameOf(topics[c]!);
    if (name !== undefined) sums.set(name, (sums.get(name) ?? 0) + p);
  });
  return sums;
}

export const largestOf = (sums: Iterable<[string, number]>): [name: string, sum: number] =>
  [...sums].reduce((largest, one) => (one[1] > largest[1] ? one : largest), ["", 0]);

export const pageMasses = (probabilities: Float32Array, topics: readonly Topic[]): Map<string, number> =>
  sumsBy(probabilities, topics, ({ kind, page }) => (kind === "place" ? page : undefined));

/** A question about the site is answered; any other gets a fixed reply. */
export type Scope = "site" | "out-of-scope" | "injection" | `talk:${string}`;

/**
 * A question is out of scope if that is so many times likelier than its best page: to decline what the site answers is
 * worse than to quote a page to somebody who asks for something else.
 */
const DECLINED = 2;
/** A text with a smaller share of known features is no question in any of the languages. */
const MIN_KNOWN_FEATURES = 0.2;

export function scopeOf(
  probabilities: Float32Array,
  known: number,
  topics: readonly Topic[],
  { slots, contentWords }: Reading,
): Scope {
  const sums = sumsBy(probabilities, topics, ({ kind }) => kind);
  const chanceOf = (kind: Topic["kind"]) => sums.get(kind) ?? 0;
  const site = chanceOf("place") + chanceOf("events") + chanceOf("unknown");
  if (chanceOf("injection") > Math.max(site, chanceOf("talk"))) return "injection";
  const isNamed = namesAny(slots, "concept", "series", "city", "unknownCity", "period");
  if (isNamed && contentWords.length === 0) return "site"; // "December 10 Gothenburg"
  // "Hi, is anything on in Oslo?" is no greeting, and "Thanks, when is it?" no thanks.
  if (chanceOf("talk") > site && !isNamed && !slots.cues.has("when")) {
    const talks = sumsBy(probabilities, topics, ({ kind, detail }) => (kind === "talk" ? detail : undefined));
    return `talk:${largestOf(talks)[0]}`;
  }
  if (known < MIN_KNOWN_FEATURES) return "out-of-scope";
  if (namesAny(slots, "concept", "series") || slots.cues.has("along")) return "site";
  const pages = pageMasses(probabilities, topics).values();
  const best = Math.max(chanceOf("events"), chanceOf("unknown"), ...pages);
  return chanceOf("out-of-scope") > DECLINED * best ? "out-of-scope" : "site";
}
