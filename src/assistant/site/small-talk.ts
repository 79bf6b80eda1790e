import type { smallTalkKinds } from "../../content/dialogue-words.js";
import { longest } from "../language/meaning.js";
import type { Said } from "./question.js";

export type SmallTalk = (typeof smallTalkKinds)[number];

/** Of several, what is answered: who only says hello before asking is not greeted back. */
const FIRST: readonly SmallTalk[] = [
  ...(["person", "insult", "identity", "languages", "memory", "site", "abilities"] as const),
  ...(["goodbye", "thanks", "greeting", "acknowledgement"] as const),
];
/** Longer than this, it is no small talk. */
const MOST_WORDS = 14;

/** What a turn says to the one it talks with, where it says nothing else; undefined when it asks about something. */
export function smallTalkIn({ readings, concept, city }: Said): SmallTalk | undefined {
  if (concept !== undefined || city !== undefined) return undefined;
  for (const { language, terms } of readings) {
    if (terms.length > MOST_WORDS || terms.length === 0) continue;
    const found = longest(language.findSmallTalk(terms.map(({ word }) => word)));
    const isSaid = (index: number) => found.some(({ from, to }) => from <= index && index < to);
    const rest = terms.filter(({ kind }, index) => kind === "content" && !isSaid(index));
    const covered = terms.filter((_, index) => isSaid(index)).length;
    const kind = FIRST.find((name) => found.some((phrase) => phrase.name === name));
    if (!kind) continue;
    const isDirect = kind === "person" || kind === "insult" || kind === "identity";
    if (covered < terms.length * (isDirect ? 0.4 : 0.5)) continue;
    if (rest.length === 0 || (isDirect && rest.length === 1 && covered >= 3)) return kind;
  }
  return undefined;
}
