import type { Turn } from "../../domain/conversation.js";
import { type Locale, locales } from "../../domain/locale.js";
import type { LocalDate } from "../../domain/wall-clock.js";
import type { Classifier } from "./classifier.js";
import { gateFeatures, gateScore, massesOf, pageMasses } from "./gate.js";
import type { Topic } from "./places.js";
import type { Slots, SlotsFound } from "./slots.js";
import { fold, sentencesIn, wordsIn } from "./text.js";

/** One thing that a turn asks. */
export interface Request {
  readonly text: string;
  readonly slots: Slots;
  /** By the index of the class, after what is known of concept and city. */
  readonly probabilities: Float32Array;
  /** The same before that. */
  readonly read: Float32Array;
  readonly scope: Scope;
  /** How many words say something beside what the slots hold. */
  readonly contentWords: number;
}

/** `site` is answered, `unsure` gets links, the rest a fixed reply; talk is `talk:<kind>`. */
export type Scope = "site" | "unsure" | "out-of-scope" | "injection" | `talk:${string}`;

export interface LanguageTools {
  readonly locale: Locale;
  readonly slots: (text: string, today: LocalDate) => SlotsFound;
  readonly questions: ReadonlySet<string>;
  readonly indirect: ReadonlySet<string>;
  readonly followUp: ReadonlySet<string>;
  readonly joints: RegExp;
  readonly joinWords: ReadonlySet<string>;
  /** Words that are common in it, to tell languages apart. */
  readonly common: ReadonlySet<string>;
}

export interface Reader {
  readonly classifier: Classifier;
  readonly topics: readonly Topic[];
  readonly languages: Readonly<Record<Locale, LanguageTools>>;
}

/** What is asked before a question is read: earlier turns, and the page it is asked from. */
interface Context {
  readonly slots: Slots;
  readonly probabilities: Float32Array | undefined;
  /** The question before, to read one that refers to it together with it. */
  readonly text: string;
  readonly page: Topic | undefined;
}

/** Of a whole turn beside its sentences, each by itself; measured: +13 points on questions with background. */
const [WHOLE, SENTENCES] = [0.3, 1.4];
/** What a sentence beside a question counts. */
const BACKGROUND = 0.3;
/** What a place of another concept or city is worth where the question names one, and where only its context does. */
const [OTHER_THAN_NAMED, OTHER_THAN_CONTEXT] = [0.05, 0.3];
/** What a place of no concept is worth for "what does it cost", where the turn or its context has a concept. */
const OF_NO_CONCEPT = 0.3;
/** How much a question counts read together with the one before: where it refers to it, and where it names no concept. */
const [TOGETHER_FOLLOW_UP, TOGETHER] = [0.5, 0.25];
/** What a place is worth of the page that the question is asked from or was about before, or about the audience it names. */
const SAME_PAGE = 3;
/** How likely a section is in a follow-up, compared with all that have the same id. */
const SAME_ASPECT = 0.3;
/** Earlier turns further back are forgotten. */
const MAX_TURNS = 4;
/** Characters that are read of a long turn, from its beginning and from its end. */
const MAX_READ = 500;

/** What the last turn asks; only what the visitor wrote is read. */
export function understand(
  turns: readonly Turn[],
  locale: Locale,
  page: Topic | undefined,
  today: LocalDate,
  reader: Reader,
): Request[] {
  let context: Context = { slots: {}, probabilities: undefined, text: "", page };
  let requests: Request[] = [];
  for (const { content } of turns.filter(({ role }) => role === "user").slice(-MAX_TURNS)) {
    requests = readTurn(shortened(content), locale, context, today, reader);
    const asked = requests.filter(({ scope }) => scope === "site" || scope === "unsure");
    const last = asked.at(-1);
    if (last) context = { ...context, slots: last.slots, probabilities: last.read, text: last.text };
  }
  return requests;
}

function readTurn(text: string, locale: Locale, context: Context, today: LocalDate, reader: Reader): Request[] {
  const language = languageOf(text, locale, reader);
  const whole = language.slots(text, today);
  const parts = clausesIn(text, language);
  const isOne = parts.length < 2;
  const clauses = isOne ? [text] : parts;

  /** What the clause before was about. */
  let subject: Topic | undefined;
  const requests = clauses.map((clause): Request => {
    const own = isOne ? whole : language.slots(clause, today);
    const refers = refersBack(own, language);
    const isFollowUp = context.probabilities !== undefined && refers;
    // What one clause leaves out, the others of the turn may say.
    const named = own.slots.concept === undefined ? merged(whole.slots, own.slots) : own.slots;
    const slots = merged(
      inherited({ ...context, page: refers ? (subject ?? context.page) : context.page }, isFollowUp, own),
      named,
    );
    const base = readSentences(clause, language, today, reader);
    const isBare = isFollowUp && own.contentWords === 0;
    const together =
      context.text === "" ? undefined : readAll(`${context.text} ${clause}`, language.locale, reader).probabilities;
    const mixed = blended(
      base.probabilities,
      together,
      isFollowUp ? TOGETHER_FOLLOW_UP : own.slots.concept ? 0 : TOGETHER,
    );
    const read = isBare ? byAspect(context.probabilities!, reader.topics) : mixed;
    const probabilities = weighted(read, named, slots, context, refers, reader.topics);
    const { concept, city, unknownCity, period, series } = own.slots;
    const onlyNames = own.contentWords === 0 && (concept ?? city ?? unknownCity ?? period ?? series) !== undefined;
    const scope =
      isBare || onlyNames
        ? "site"
        : scopeOf(isFollowUp ? mixed : base.probabilities, base.known, refers ? slots : own.slots, reader);
    subject = reader.topics[probabilities.indexOf(Math.max(...probabilities))];
    return { text: clause, slots, probabilities, read, scope, contentWords: own.contentWords };
  });
  const asked = requests.filter(({ scope }) => !scope.startsWith("talk:"));
  if (asked.some(({ scope }) => scope === "injection")) return asked.filter(({ scope }) => scope === "injection");
  if (asked.length === 0) return requests;
  if (!asked.some(({ scope }) => scope === "site")) return asked;
  // Beside a question that is about the site, another that may be is answered too.
  return asked.filter(({ scope }) => scope !== "out-of-scope").map((request) => ({ ...request, scope: "site" }));
}

/** The questions of a turn, each with what is said beside it; none where fewer than two are asked. */
function clausesIn(text: string, language: LanguageTools): string[] {
  const clauses: string[] = [];
  let background = "";
  for (const sentence of sentencesIn(text)) {
    const pieces = sentence.split(/,\s+/).flatMap((part) => part.split(language.joints));
    let isOpen = false;
    for (const piece of pieces.map((piece) => piece.trim()).filter((piece) => wordsIn(piece).length > 0)) {
      if (asks(piece, language) && wordsIn(piece).length > 1) {
        clauses.push(`${background} ${piece}`.trim());
        [background, isOpen] = ["", true];
      } else if (isOpen) clauses[clauses.length - 1] += ` ${piece}`;
      else background += ` ${piece}`;
    }
    if (background !== "") background += ".";
  }
  if (clauses.length < 2) return [];
  clauses[clauses.length - 1] += background;
  return clauses;
}

/** "I would like to know when": words before the one that asks. */
const INDIRECT_WITHIN = 5;

/** Whether a piece of a sentence begins as a question does, after words such as "and" and "so". */
function asks(piece: string, { questions, indirect, followUp, joinWords }: LanguageTools): boolean {
  const words = wordsIn(piece);
  const first = words.find((word) => !joinWords.has(word) && !followUp.has(word));
  return questions.has(first ?? "") || words.slice(0, INDIRECT_WITHIN).some((word) => indirect.has(word));
}

/** Whether a question can only be understood from those before it. */
function refersBack({ words, contentWords, slots }: SlotsFound, { followUp }: LanguageTools): boolean {
  if (contentWords <= 1) return true;
  if (followUp.has(words[0] ?? "")) return contentWords <= 5;
  return contentWords <= 4 && slots.concept === undefined && words.some((word) => followUp.has(word));
}

const isQuestion = (text: string, language: LanguageTools) => text.trimEnd().endsWith("?") || asks(text, language);

/** Sentences each by themselves, and the whole. */
function readSentences(text: string, language: LanguageTools, today: LocalDate, reader: Reader) {
  const whole = readAll(text, language.locale, reader);
  const sentences = sentencesIn(text);
  if (sentences.length < 2) return whole;
  const sum = whole.probabilities.map((p) => p * WHOLE);
  // "Is that fair?" asks about what the sentences before it say.
  const asking = sentences.map(
    (sentence) => isQuestion(sentence, language) && !refersBack(language.slots(sentence, today), language),
  );
  const weights = asking.map((isAsking) => (isAsking || !asking.includes(true) ? 1 : BACKGROUND));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  for (const [index, sentence] of sentences.entries()) {
    const { probabilities } = readAll(sentence, language.locale, reader);
    const weight = (SENTENCES * weights[index]!) / total;
    // A greeting or a trade beside the question does not speak against it; an order to the assistant does.
    probabilities.forEach((p, c) => {
      const topic = reader.topics[c]!;
      if (isInjection(topic)) sum[c]! += SENTENCES * p;
      else if (topic.isPlace || isEvents(topic) || topic.page === "unknown") sum[c]! += weight * p;
    });
  }
  return { probabilities: normalised(sum), known: whole.known };
}

const readAll = (text: string, locale: Locale, { classifier }: Reader) => classifier.read(text, locale);

export const isEvents = ({ page }: Topic): boolean => page.startsWith("events:");
const isInjection = ({ page }: Topic) => page === "injection";

function scopeOf(probabilities: Float32Array, known: number, slots: Slots, { classifier, topics }: Reader): Scope {
  const { talk, kind, injection, site } = massesOf(probabilities, topics);
  if (injection > site && injection > talk) return "injection";
  if (talk > site) return kind as Scope;
  const score = gateScore(gateFeatures(probabilities, known, topics, slots), classifier.gate.weights);
  if (score > classifier.gate.decline) return "out-of-scope";
  return score > classifier.gate.unsure ? "unsure" : "site";
}

function weighted(
  probabilities: Float32Array,
  named: Slots,
  slots: Slots,
  { page, probabilities: earlier }: Context,
  leans: boolean,
  topics: readonly Topic[],
): Float32Array {
  const earlierPages = earlier && pageMasses(earlier, topics);
  const factor = (own: string | undefined, wanted: string | undefined, isNamed: boolean) =>
    own === undefined || wanted === undefined || own === wanted ? 1 : isNamed ? OTHER_THAN_NAMED : OTHER_THAN_CONTEXT;
  const isElsewhere = (named.concept ?? named.city ?? named.unknownCity) !== undefined;
  return normalised(
    probabilities.map((p, c) => {
      const topic = topics[c]!;
      if (!topic.isPlace) return p * (isEvents(topic) && page?.concept && !isElsewhere ? SAME_PAGE : 1);
      const isSame = page !== undefined && topic.page === page.page && !isElsewhere;
      const same =
        (isSame ? SAME_PAGE : 1) * (1 + (isElsewhere ? 0 : SAME_PAGE * (earlierPages?.get(topic.page) ?? 0)));
      const audience = slots.audience !== undefined && isAbout(topic, slots.audience) ? SAME_PAGE : 1;
      const isGeneral = leans && topic.concept === undefined && slots.concept !== undefined;
      const concept = isGeneral ? OF_NO_CONCEPT : factor(topic.concept, slots.concept, named.concept !== undefined);
      return p * same * audience * concept * factor(topic.city, slots.city, named.city !== undefined);
    }),
  );
}

const isAbout = ({ id, page }: Topic, audience: string) => id === audience || page.endsWith(`-${audience}`);

/** "And the Boardroom?" asks the same of another subject: what is likely there are sections with the same id. */
function byAspect(probabilities: Float32Array, topics: readonly Topic[]): Float32Array {
  const ids = new Map<string, number>();
  probabilities.forEach((p, c) => {
    const { id } = topics[c]!;
    if (id !== undefined) ids.set(id, (ids.get(id) ?? 0) + p);
  });
  return normalised(probabilities.map((p, c) => p + SAME_ASPECT * (ids.get(topics[c]!.id ?? "") ?? 0)));
}

/** What holds from before: all of it in a follow-up, else concept and city as a hint. A page is a hint as well. */
function inherited({ slots, page }: Context, isFollowUp: boolean, own: SlotsFound): Slots {
  const before = isFollowUp ? slots : { ...slots, period: undefined, series: undefined, people: undefined };
  const hint = page ? { concept: page.concept, city: page.city } : {};
  const isNew = own.slots.concept !== undefined && own.slots.concept !== before.concept;
  const kept = isNew ? { ...before, city: undefined, unknownCity: undefined, series: undefined } : before;
  return {
    ...kept,
    concept: kept.concept ?? hint.concept,
    city: kept.city ?? (kept.unknownCity === undefined && !isNew ? hint.city : undefined),
  };
}

/** What is named later counts; a city takes the place of another, known or not. */
function merged(before: Slots, own: Slots): Slots {
  const place = (own.city ?? own.unknownCity) === undefined ? before : own;
  const series = own.series ?? (own.concept === undefined ? before.series : undefined);
  return {
    concept: own.concept ?? before.concept,
    ...{ city: place.city, unknownCity: place.unknownCity, series },
    audience: own.audience ?? before.audience,
    people: own.people ?? before.people,
    period: own.period ?? before.period,
  };
}

function blended(own: Float32Array, before: Float32Array | undefined, share: number): Float32Array {
  return before === undefined || share === 0 ? own : own.map((p, c) => (1 - share) * p + share * before[c]!);
}

function normalised(values: Float32Array): Float32Array {
  const sum = values.reduce((total, value) => total + value, 0) || 1;
  return values.map((value) => value / sum);
}

/** The language of a turn, which may be another than the page's. */
function languageOf(text: string, locale: Locale, { languages }: Reader): LanguageTools {
  const words = wordsIn(text);
  const share = (of: Locale) =>
    words.filter((word) => languages[of].common.has(word)).length + (of === locale ? 0.5 : 0);
  return languages[locales.reduce((best, of) => (share(of) > share(best) ? of : best), locale)];
}

function shortened(text: string): string {
  return text.length <= 2 * MAX_READ ? text : `${text.slice(0, MAX_READ)}\n${text.slice(-MAX_READ)}`;
}

/** What a language's lists give for reading. */
export function languageTools(
  locale: Locale,
  lists: Readonly<Record<"questions" | "indirect" | "followUp" | "joints" | "function", readonly string[]>>,
  slots: LanguageTools["slots"],
): LanguageTools {
  const set = (words: readonly string[]) => new Set(words.map(fold));
  return {
    ...{
      locale,
      slots,
      questions: set(lists.questions),
      indirect: set(lists.indirect),
      followUp: set(lists.followUp.filter((w) => !w.includes(" "))),
    },
    joinWords: set(lists.joints),
    joints: new RegExp(`\\s(?:${lists.joints.join("|")})\\s`, "iu"),
    common: set([...lists.function, ...lists.questions]),
  };
}
