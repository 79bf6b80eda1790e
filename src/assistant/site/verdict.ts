import type { Coverage, Outside } from "./coverage.js";
import { ELSEWHERE } from "./languages.js";
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
  return readings.some(({ language, terms }) => {
    const words = terms.map(({ word }) => word);
    const talk = language.findSmallTalk(words);
    // "You are a pirate" gives it a role; "you are a moron", known in more words than what gives one, does not.
    const isTalk = (from: number, to: number) => talk.some((said) => said.from <= from && to < said.to);
    return language.findRefused(words).some(({ name, from, to }) => name === "injection" && !isTalk(from, to));
  });
}

/** Below these shares of what was asked, the site does not speak of it. */
const KNOWN_LEAST = 0.45;
const FOUND_LEAST = 0.4;
const KNOWN_ON_SUBJECT = 0.2;
/** What is partly about another subject is answered only where the rest is found. */
const FOUND_DESPITE_ALL = 0.75;
const FOUND_OF_A_CONCEPT = 0.5;

/** By how many standard deviations a question is more like those of others, or of a page, to count as such. */
const LIKE_OTHERS = 1.5;
const LIKE_OTHERS_ON_SUBJECT = 2.5;
const LIKE_A_PAGE = 3;
/** What is found as a whole is answered, whatever it is like. */
const FOUND_WHOLE = 0.9;

/** Whether a message begins by telling the assistant to make something: a poem, a program, a letter. */
function givesTask({ readings }: Said): boolean {
  return readings.some(
    ({ language, terms, share }) =>
      share > 0.8 &&
      language.findRefused(terms.map(({ word }) => word)).some(({ name, from }) => name === "task" && from === 0),
  );
}

/** Who wants to be a member may sell what is no business of the site. */
const asksToJoin = ({ readings }: Said, { foreign }: Outside): boolean =>
  readings.some(({ terms }) =>
    terms.some(({ meaning }, at) => !foreign.has(at) && (meaning.has("join") || meaning.has("apply"))),
  );

/**
 * Whether the site has an answer; it is not sure when it knows the words and has them only here and there, and it is
 * no business of the site when it does not even know them, or when the question is more like those of others.
 */
export function verdictOn(
  question: Question,
  { known, found, words, subject }: Coverage,
  outside: Outside,
): "answered" | "unsure" | "refused" {
  const foreign = outside.foreign.size;
  const isOnSubject = subject >= 1 || question.concept !== undefined;
  const others = likeOthers(question);
  if (givesTask(question)) return "refused";
  if (outside.isDetailOnly) return asksToJoin(question, outside) ? "answered" : "unsure";
  if (!question.isFollowUp && found < FOUND_WHOLE && others > (isOnSubject ? LIKE_OTHERS_ON_SUBJECT : LIKE_OTHERS))
    return "refused";
  if (foreign > 0 && words === foreign) return "refused";
  if (foreign > 0)
    return found < (question.concept === undefined ? FOUND_DESPITE_ALL : FOUND_OF_A_CONCEPT) ? "refused" : "answered";
  if (others < -LIKE_A_PAGE) return "answered";
  if (words === 0)
    return question.isFollowUp || question.notions.size > 0 || question.elsewhere !== undefined
      ? "answered"
      : "refused";
  if (question.isFollowUp || isOnSubject) return known < KNOWN_ON_SUBJECT ? "refused" : "answered";
  if (subject > 0 && known >= KNOWN_LEAST) return "answered";
  if (known >= KNOWN_LEAST && found >= FOUND_LEAST) return "answered";
  return known >= KNOWN_LEAST ? "unsure" : "refused";
}

/** How much more a question is like what is no business of the site than like what is asked of any page. */
function likeOthers({ likeness }: Question): number {
  const pages = [...likeness].filter(([name]) => name !== ELSEWHERE);
  return (likeness.get(ELSEWHERE) ?? 0) - Math.max(...pages.map(([, value]) => value), 0);
}
