import MiniSearch from "minisearch";
import type { Lexicon, Term } from "../language/lexicon.js";
import type { SitePassage } from "./passages.js";

/** What is looked for: a stem, `§notion` or a part of a compound, and how much it counts. */
export type Wanted = ReadonlyMap<string, number>;

interface Hit {
  readonly passage: SitePassage;
  readonly score: number;
  /** Which of what was wanted it has. */
  readonly has: ReadonlySet<string>;
}

/**
 * How much more a word counts where it stands: in the subject index, a heading, a title, the text, what the page is
 * about, how visitors ask for it.
 */
const BOOSTS = { subjects: 4, heading: 3, title: 1.2, body: 1, context: 0.7, asked: 3 };

/** Pages use the words of the site's own subjects; articles tell stories, with words from everywhere. */
const ON_A_PAGE = 0.8;
const IN_AN_ARTICLE = 0.4;

export type PassageIndex = ReturnType<typeof passageIndex> extends Generator<void, infer Index> ? Index : never;

/** So many passages are read at a time. */
const AT_A_TIME = 8;

/** The passages of one language, to be searched by what their words mean; made in steps, between which others may run. */
export function* passageIndex(passages: readonly SitePassage[], lexicon: Lexicon) {
  const index = new MiniSearch<Record<"id" | keyof typeof BOOSTS, unknown>>({
    fields: Object.keys(BOOSTS),
    tokenize: (text) => text.split(" ").filter((token) => token !== ""),
    processTerm: (term) => term,
  });
  const read = new Map<string, string>();
  const tokensOf = (text: string) => {
    const kept = read.get(text) ?? tokensIn(lexicon.read(text)).join(" ");
    read.set(text, kept);
    return kept;
  };
  const byKey = new Map(passages.map((passage) => [passage.key, passage]));

  /** How telling a token is: the logarithm of how few passages have it. Those that none has tell most. */
  const counts = new Map<string, number>();
  const tokensByKey = new Map<string, ReadonlySet<string>>();
  /** Tokens that stand where the site says what it is about, in any text of a page, or only in an article. */
  const [named, onPages] = [new Set<string>(), new Set<string>()];
  for (const [id, { key, kind, heading, title, text, context, subjects, asked }] of passages.entries()) {
    index.add({
      id,
      subjects: subjects.map((notion) => `§§${notion}`).join(" "),
      heading: tokensOf(heading || title),
      title: tokensOf(title),
      body: tokensOf(text),
      context: tokensOf(context),
      asked: asked.map(tokensOf).join(" "),
    });
    const tokens = new Set([heading, title, text, ...asked].flatMap((part) => tokensOf(part).split(" ")));
    for (const notion of subjects) tokens.add(`§§${notion}`).add(`§${notion}`);
    tokensByKey.set(key, tokens);
    for (const part of [heading, title]) for (const token of tokensOf(part).split(" ")) named.add(token);
    if (kind !== "article") for (const token of tokens) onPages.add(token);
    for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
    if (id % AT_A_TIME === 0) yield;
  }
  read.clear();
  const weightOf = (token: string) => Math.log(1 + passages.length / ((counts.get(token) ?? 0) + 0.5));

  return {
    find: (key: string) => byKey.get(key),
    weightOf,
    /** How much it says that the site has the token: 1 where it is what something is about, 0 where it is nowhere. */
    evidence(token: string): number {
      if (named.has(token)) return 1;
      if (onPages.has(token)) return ON_A_PAGE;
      return counts.has(token) ? IN_AN_ARTICLE : 0;
    },
    isIn: (token: string, key: string) => tokensByKey.get(key)?.has(token) ?? false,
    search(wanted: Wanted): Hit[] {
      const found = index.search([...wanted.keys()].join(" "), {
        boost: BOOSTS,
        boostTerm: (term) => wanted.get(term) ?? 1,
        combineWith: "OR",
        prefix: false,
        fuzzy: false,
      });
      return found.map(({ id, score, queryTerms }) => ({
        passage: passages[id as number]!,
        score,
        has: new Set(queryTerms),
      }));
    },
  };
}

/** What a word is looked for by: its stem, the parts of a compound, what it means. */
export function tokensOfTerm({ stem, parts, notions }: Term): string[] {
  return [stem, ...parts, ...notions.map((notion) => `§${notion}`)];
}

/** What an index keeps of a text: of a word that only holds a sentence together no stem. */
const tokensIn = (terms: readonly Term[]) =>
  terms.flatMap((term) => tokensOfTerm(term).slice(term.kind === "function" ? 1 : 0));
