import { type Coverage, foreignIn, isDetailOnly } from "./coverage.js";
import type { Question, Said } from "./question.js";

/** Signs of a message that speaks to the machine instead of asking the site: roles, tags, and text in code. */
const MACHINE_SPEECH = [
  /(?:^|\n|[.!?>]\s*)(?:system|assistant|user|developer|admin)\s*:/i,
  /<\/?\s*(?:system|assistant|user|instructions?|context|prompt|s|im_start|im_end)\b[^>]{0,40}>/i,
  /<\|[^|]{1,40}\|>|\[\/?INST\]|###\s*(?:instruction|system|response)/i,
  /"role"\s*:/i,
  /\[\s*(?:system|assistant|user|admin)\s*\]/i,
  /[A-Za-z0-9+/]{32,}={0,2}/,
];

/** Whether a message tries to give the assistant orders, another role, or to be told what it was told. */
export function givesOrders({ text, readings }: Said): boolean {
  if (MACHINE_SPEECH.some((sign) => sign.test(text))) return true;
  return readings.some(({ language, terms }) =>
    language.findRefused(terms.map(({ word }) => word)).some(({ name }) => name === "injection"),
  );
}

/** Below these shares of what was asked, the site does not speak of it. */
const KNOWN_LEAST = 0.45;
const FOUND_LEAST = 0.4;
const KNOWN_ON_SUBJECT = 0.2;
/** What is partly about another subject is answered only where the rest is found. */
const FOUND_DESPITE_ALL = 0.75;
const FOUND_OF_A_CONCEPT = 0.5;

/** Whether a message begins by telling the assistant to make something: a poem, a program, a letter. */
function givesTask({ readings }: Said): boolean {
  return readings.some(
    ({ language, terms, share }) =>
      share > 0.8 &&
      language.findRefused(terms.map(({ word }) => word)).some(({ name, from }) => name === "task" && from === 0),
  );
}

/** Who wants to be a member may sell what is no business of the site. */
const asksToJoin = ({ notions }: Said): boolean => notions.has("join") || notions.has("apply");

/**
 * Whether the site has an answer; it is not sure when it knows the words and has them only here and there, and it is
 * no business of the site when it does not even know them.
 */
export function verdictOn(question: Question, coverage: Coverage): "answered" | "unsure" | "refused" {
  const { known, found, words, subject } = coverage;
  const foreign = foreignIn(question).size;
  if (givesTask(question)) return "refused";
  if (isDetailOnly(question)) return asksToJoin(question) ? "answered" : "unsure";
  if (foreign > 0 && words === foreign) return "refused";
  if (foreign > 0)
    return found < (question.concept === undefined ? FOUND_DESPITE_ALL : FOUND_OF_A_CONCEPT) ? "refused" : "answered";
  if (words === 0)
    return question.isFollowUp || question.notions.size > 0 || question.elsewhere !== undefined
      ? "answered"
      : "refused";
  if (question.isFollowUp) return known < KNOWN_ON_SUBJECT ? "refused" : "answered";
  if (subject >= 1 || question.concept !== undefined) return known < KNOWN_ON_SUBJECT ? "refused" : "answered";
  if (subject > 0 && known >= KNOWN_LEAST) return "answered";
  if (known >= KNOWN_LEAST && found >= FOUND_LEAST) return "answered";
  return known >= KNOWN_LEAST ? "unsure" : "refused";
}
