import type { City } from "../../addresses/cities.js";
import {
  type ArticleKind,
  articleLists,
  type EventFilter,
  eventFilter,
  isPageName,
  type PageName,
} from "../../addresses/pages.js";
import { namesAny, type Reading } from "./slots.js";

/** Ids of sections, on any page, that Dialogue answers from event records and prices. */
export const answeredByRecords = {
  when: "when",
  signUp: ["sign-up", "come"],
  cost: "cost",
  prices: "prices",
  vat: "vat",
  discounts: "discounts",
} as const;

const kinds = ["events", "talk", "injection", "out-of-scope", "unknown"] as const;

const dateQuestions = ["next", "list", "status", "often", "cities", "about"] as const;
export type DateQuestion = (typeof dateQuestions)[number];

/** What a text can be about: a class of the model, with the concept and the city of its page. */
export interface Topic extends EventFilter {
  /** That of the class. */
  readonly name: string;
  readonly kind: (typeof kinds)[number] | "place";
  /** A page or an article; empty for other kinds. */
  readonly page: string;
  /** What is asked about dates. A section about when something is, `#when` or that of a city, asks for the next. */
  readonly asksFor?: DateQuestion | undefined;
  /** The kind of small talk, as in locales/. */
  readonly talk?: string | undefined;
  /** The id of the section; undefined for the opening of a page. */
  readonly id?: string | undefined;
  /** The page that lists the article; undefined for a page. */
  readonly listPage?: PageName | undefined;
}

export function topicOf(name: string, cities: readonly City[]): Topic {
  const [prefix, rest = ""] = name.split(":");
  const kind = kinds.find((kind) => kind === prefix);
  if (kind === "events") return { name, kind, page: "", asksFor: dateQuestions.find((question) => question === rest) };
  if (kind) return { name, kind, page: "", talk: kind === "talk" ? rest : undefined };
  const [page = "", id] = name.split("#");
  const about = isPageName(page) ? eventFilter(page, cities) : { listPage: articleLists[prefix as ArticleKind] };
  const saysWhen = id === answeredByRecords.when || cities.some(({ slug }) => slug === id);
  const asksFor = saysWhen ? "next" : undefined;
  // Sections of About have little in common, so that each counts as a page.
  return { name, kind: "place", page: page === "about" ? name : page, id, asksFor, ...about };
}

/** How likely it is that a text is about a topic. */
export interface Candidate {
  readonly topic: Topic;
  readonly probability: number;
}

/** Adds up the probabilities of topics with the same name. Topics without a name are left out. */
export function sumsBy<Name extends string>(
  candidates: readonly Candidate[],
  nameOf: (topic: Topic) => Name | undefined,
): Map<Name, number> {
  const sums = new Map<Name, number>();
  for (const { topic, probability } of candidates) {
    const name = nameOf(topic);
    if (name !== undefined) sums.set(name, (sums.get(name) ?? 0) + probability);
  }
  return sums;
}

export const sumsByKind = (candidates: readonly Candidate[]) => sumsBy(candidates, ({ kind }) => kind);

export const sumsByPage = (candidates: readonly Candidate[]) =>
  sumsBy(candidates, ({ kind, page }) => (kind === "place" ? page : undefined));

export function likeliest<Name extends string>(sums: ReadonlyMap<Name, number>): Name | undefined {
  const [first] = [...sums].sort(([, sum], [, other]) => other - sum);
  return first?.[0];
}

/** A question about the site is answered; any other gets a fixed reply. */
export type Scope = "site" | "talk" | "out-of-scope" | "injection";

/**
 * A question is declined only if it is so many times likelier to be out of scope than about its best page: to decline
 * what the site answers is worse than to quote a page to somebody who asks for something else.
 */
const DECLINED = 2;
/** A text with a smaller share of known features is no question in any of the languages. */
const MIN_KNOWN_FEATURES = 0.2;

export function scopeOf(candidates: readonly Candidate[], known: number, { slots, contentWords }: Reading): Scope {
  const sums = sumsByKind(candidates);
  const chanceOf = (kind: Topic["kind"]) => sums.get(kind) ?? 0;
  const site = chanceOf("place") + chanceOf("events") + chanceOf("unknown");
  if (chanceOf("injection") > Math.max(site, chanceOf("talk"))) return "injection";
  const isNamed = namesAny(slots, "concept", "series", "city", "unknownCity", "period");
  if (isNamed && contentWords.length === 0) return "site"; // "December 10 Gothenburg"
  // "Hi, is anything on in Oslo?" is no greeting, and "Thanks, when is it?" no thanks.
  if (chanceOf("talk") > site && !isNamed && !slots.cues.has("when")) return "talk";
  if (known < MIN_KNOWN_FEATURES) return "out-of-scope";
  if (namesAny(slots, "concept", "series") || slots.cues.has("along")) return "site";
  const best = Math.max(chanceOf("events"), chanceOf("unknown"), ...sumsByPage(candidates).values());
  return chanceOf("out-of-scope") > DECLINED * best ? "out-of-scope" : "site";
}
