import type { Library } from "../../content/library.js";
import type { Locale } from "../../domain/locale.js";
import { discounts } from "../../domain/membership.js";
import type { Translate } from "../../domain/translate.js";
import type { PageName } from "../../site/paths.js";
import type { Source } from "../answer.js";
import { excerptOf } from "./excerpt.js";
import type { EventQuestion, Fact, Facts } from "./facts.js";
import type { Place, Topic } from "./places.js";
import { type Ranked, rankedPlaces } from "./retrieve.js";
import { wordsIn } from "./text.js";
import { isEvents, type Request } from "./understand.js";

/** What the embedded engine answers. */
export interface SiteAnswer {
  /** Markdown: paragraphs, lists, and links to addresses of this site. */
  readonly text: string;
  /** At most three, the best first. */
  readonly sources: readonly Source[];
  readonly kind: "answered" | "unsure" | "unknown" | "talk" | "declined";
}

const MAX_SOURCES = 3;
const MAX_REQUESTS = 3;
/** Of an answer, unless a list was asked for. */
const MAX_WORDS = 90;
/** How likely prices must be to begin an answer. */
const MIN_PRICE_SHARE = 0.2;
/** With more words of its own, a question that names a date or an event asks about something else. */
const MAX_DATED_WORDS = 3;

interface AnswerTools {
  readonly locale: Locale;
  readonly t: Translate;
  readonly library: Library;
  readonly places: ReadonlyMap<string, Place>;
  readonly classes: readonly string[];
  readonly topics: readonly Topic[];
  readonly facts: Facts;
  readonly baseUrl: string;
}

export function answerTo(requests: readonly Request[], tools: AnswerTools): SiteAnswer {
  const [first] = requests;
  if (!first) return fixedReply("declined", "out-of-scope", tools);
  if (first.scope === "out-of-scope" || first.scope === "injection") return fixedReply("declined", first.scope, tools);
  if (first.scope.startsWith("talk:")) return talkReply(first.scope.slice(5), tools);

  const answered = requests.slice(0, MAX_REQUESTS);
  const words = Math.floor(MAX_WORDS / answered.length);
  const parts: Part[] = [];
  for (const request of answered) {
    const part = partFor(request, words, tools);
    if (!parts.some(({ text }) => text === part.text)) parts.push(part);
  }
  const sources = interleaved(parts.map(({ sources }) => sources)).slice(0, MAX_SOURCES);
  return { text: withoutRepeats(parts.map(({ text }) => text).join("\n\n")), sources, kind: parts[0]!.kind };
}

interface Part extends Fact {
  readonly kind: SiteAnswer["kind"];
}

/** The answer to one request: facts first, then a passage. */
function partFor(request: Request, maxWords: number, tools: AnswerTools): Part {
  const { locale, places, topics, classes, baseUrl, t } = tools;
  const ranked = rankedPlaces(request.probabilities, { classes, topics, places });
  const near = nearSources(ranked);
  const best = ranked[0]!;
  if (request.scope === "unsure" && !asksEvents(request, tools)) return linksReply(near, tools);

  const fact = factFor(request, best, tools);
  if (fact?.isWhole) return { ...fact, sources: distinct([...fact.sources, ...near]), kind: "answered" };
  const left = Math.max(0, maxWords - wordsIn(fact?.text ?? "").length);
  const { title, heading, path, markdown } = best.place;
  const passage = excerptOf(markdown, request.text, locale, left, baseUrl);
  const name = heading === "" ? title : `${title}: ${heading}`;
  const text = [fact?.text ?? "", `[${name.replace(/[?:]$/, "")}](${path}): ${passage}`].filter(Boolean).join("\n\n");
  if (!isUnknown(request, tools))
    return { text, sources: distinct([...near.slice(0, 1), ...(fact?.sources ?? []), ...near]), kind: "answered" };
  return {
    text: `${t("assistant:unknown", valuesOf(tools))}\n\n${t("assistant:known")}\n\n${text}`,
    sources: distinct([...near.slice(0, 1), tools.facts.sourceOf("contact"), ...near]),
    kind: "unknown",
  };
}

/** Two questions about one event have the same fact. */
const withoutRepeats = (text: string) => [...new Set(text.split("\n\n"))].join("\n\n");

/** What event records say to a request, where they answer it. */
export function eventFact(request: Request, tools: AnswerTools): Fact | undefined {
  return asksEvents(request, tools) ? tools.facts.events(eventQuestion(request, tools), request.slots) : undefined;
}

/** How likely it is that records answer, compared with the page that is best otherwise. */
function asksEvents(request: Request, tools: AnswerTools): boolean {
  const { probabilities, slots, contentWords } = request;
  const { topics } = tools;
  // "Boardroom in Stockholm?", "breakfast in June"
  const isOurs = (slots.concept ?? slots.unknownCity ?? slots.period) !== undefined;
  const isDated = (slots.period ?? slots.series ?? slots.unknownCity) !== undefined;
  const isPriceAsked = priceShare(request, tools) > MIN_PRICE_SHARE; // "and what does it cost?"
  if (contentWords === 0 && isOurs && (isDated || slots.city !== undefined) && !isPriceAsked) return true;
  let events = 0;
  const pages = new Map<string, number>();
  probabilities.forEach((p, c) => {
    const topic = topics[c]!;
    if (isEvents(topic) || saysWhen(topic)) events += p;
    else if (topic.isPlace) pages.set(topic.page, (pages.get(topic.page) ?? 0) + p);
  });
  // A date or an event that is named makes it twice as likely.
  return events * (isDated ? 2 : 1) > Math.max(0, ...pages.values());
}

/** Sections about when something is: `#when`, and those of a city on the page of a concept. */
const saysWhen = ({ id, city, page }: Topic) =>
  id === "when" || (id !== undefined && id === city && !page.startsWith("commerce"));

function factFor(request: Request, best: Ranked, tools: AnswerTools): (Fact & { isWhole: boolean }) | undefined {
  const { facts } = tools;
  const { slots } = request;
  const { page, id } = best.topic;
  const events = eventFact(request, tools) ?? (saysWhen(best.topic) ? facts.events("next", slots) : undefined);
  if (events) {
    const free = priceShare(request, tools) > MIN_PRICE_SHARE ? facts.admission(slots) : undefined;
    return { text: [events.text, free?.text].filter(Boolean).join("\n\n"), sources: events.sources, isWhole: true };
  }
  const isDated = (slots.period ?? slots.series) !== undefined && request.contentWords < MAX_DATED_WORDS;
  if (isDated && best.topic.concept !== undefined && best.topic.concept === slots.concept)
    return { ...facts.events("next", slots), isWhole: false };
  if (page === "developer" && id === "calendars") return { ...facts.calendars(slots), isWhole: false };
  // "What do four students pay together?" may be nearest to the page about students
  const isSum = slots.people !== undefined && best.topic.concept === "COMMONS";
  if (!isSum && priceShare(request, tools) < MIN_PRICE_SHARE) return undefined;
  const concept = best.topic.concept ?? slots.concept;
  if (concept === "COMMONS") {
    const audience = slots.audience ?? discounts.find((discount) => discount === id);
    return { ...facts.membership({ ...slots, audience }), isWhole: false };
  }
  const free = facts.admission({ ...slots, concept });
  return free && { ...free, isWhole: false };
}

const isPrice = ({ id, isPlace }: Topic) => isPlace && PRICE_SECTIONS.has(id ?? "");
const priceShare = ({ probabilities }: Request, { topics }: AnswerTools) =>
  probabilities.reduce((sum, p, c) => sum + (isPrice(topics[c]!) ? p : 0), 0);

/** Sections that are answered by prices from records. */
const PRICE_SECTIONS: ReadonlySet<string> = new Set([...["cost", "vat", "discounts"], ...discounts]);

function eventQuestion({ probabilities }: Request, { topics }: AnswerTools): EventQuestion {
  const sums: Record<string, number> = {};
  probabilities.forEach((p, c) => {
    const topic = topics[c]!;
    const name = isEvents(topic) ? topic.page.slice(7) : saysWhen(topic) ? "next" : undefined;
    if (name) sums[name] = (sums[name] ?? 0) + p;
  });
  const [best] = Object.entries(sums).sort(([, a], [, b]) => b - a);
  return (best?.[0] ?? "next") as EventQuestion;
}

/** Whether it is a question about the site that the site does not answer. */
const isUnknown = ({ probabilities }: Request, { topics }: AnswerTools): boolean =>
  topics[probabilities.indexOf(Math.max(...probabilities))]?.page === "unknown";

function nearSources(ranked: readonly Ranked[]): Source[] {
  return distinct(ranked.map(({ place: { path, title } }) => ({ path, title }))).slice(0, MAX_SOURCES);
}

/** One source a page. */
function distinct(sources: readonly Source[]): Source[] {
  const pages = new Set<string>();
  return sources.filter(({ path }) => {
    const page = path.split("#")[0]!;
    return !pages.has(page) && pages.add(page);
  });
}

/** The best of each part first. */
function interleaved(lists: readonly (readonly Source[])[]): Source[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return distinct(Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat());
}

function linksReply(near: readonly Source[], { t }: AnswerTools): Part {
  const links = near.map(({ title, path }) => `- [${title}](${path})`).join("\n");
  return { text: `${t("assistant:unsure")}\n\n${links}`, sources: near, kind: "unsure" };
}

function fixedReply(kind: "declined", scope: string, tools: AnswerTools): SiteAnswer {
  const key = scope === "injection" ? "assistant:injection" : "assistant:outOfScope";
  return { text: tools.t(key, valuesOf(tools)), sources: [], kind };
}

/** In full, so that a search finds every key. */
const TALK_REPLIES: Readonly<Record<string, string>> = {
  greeting: "assistant:talk.greeting",
  thanks: "assistant:talk.thanks",
  goodbye: "assistant:talk.goodbye",
  acknowledgement: "assistant:talk.acknowledgement",
  abilities: "assistant:talk.abilities",
  identity: "assistant:talk.identity",
  person: "assistant:talk.person",
  insult: "assistant:talk.insult",
  languages: "assistant:talk.languages",
  memory: "assistant:talk.memory",
  site: "assistant:talk.site",
};

function talkReply(talk: string, tools: AnswerTools): SiteAnswer {
  const pages: Readonly<Record<string, PageName>> = {
    person: "contact",
    insult: "contact",
    memory: "privacy",
    site: "about",
  };
  const page = pages[talk];
  return {
    text: tools.t(TALK_REPLIES[talk]!, valuesOf(tools)),
    sources: page ? [tools.facts.sourceOf(page)] : [],
    kind: "talk",
  };
}

function valuesOf({ library, facts }: AnswerTools) {
  const { name, mail } = library.organisation;
  return {
    ...{ name, mail, contact: facts.sourceOf("contact").path, page: facts.sourceOf("contact").title },
    ...{ privacy: facts.sourceOf("privacy").path, privacyTitle: facts.sourceOf("privacy").title },
  };
}
