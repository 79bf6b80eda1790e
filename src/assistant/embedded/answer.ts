import type { Locale } from "../../domain/locale.js";
import { type Discount, discounts } from "../../domain/membership.js";
import type { Source } from "../answer.js";
import type { EventFacts, EventQuestion } from "./event-facts.js";
import { excerptOf } from "./excerpt.js";
import { isEvents } from "./gate.js";
import type { Fact } from "./links.js";
import { type Place, SUBSCRIBE, type Topic } from "./places.js";
import type { PriceFacts } from "./price-facts.js";
import { type ReplyTools, replyValues, talkReply } from "./replies.js";
import { type Ranked, rankedPlaces, shareOf } from "./retrieve.js";
import { wordsIn } from "./text.js";
import type { Request } from "./understand.js";

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
/** Of an answer, unless a list was asked for; a passage has at least so many. */
const [MAX_WORDS, MIN_PASSAGE_WORDS] = [90, 40];
/** How likely sections about prices, or about one discount, must be for a price to be given. */
const MIN_PRICE_SHARE = 0.2;
/** With more words of its own, a question that names a date or an event asks about something else. */
const MAX_DATED_WORDS = 3;

interface AnswerTools extends ReplyTools {
  readonly locale: Locale;
  readonly places: ReadonlyMap<string, Place>;
  readonly classes: readonly string[];
  readonly topics: readonly Topic[];
  readonly events: EventFacts;
  readonly prices: PriceFacts;
  readonly baseUrl: string;
}

export function answerTo(requests: readonly Request[], tools: AnswerTools): SiteAnswer {
  const { t } = tools;
  const [first] = requests;
  const scope = first?.scope ?? "out-of-scope";
  if (scope === "injection")
    return { text: t("assistant:injection", replyValues(tools)), sources: [], kind: "declined" };
  if (scope === "out-of-scope")
    return { text: t("assistant:outOfScope", replyValues(tools)), sources: [], kind: "declined" };
  if (scope.startsWith("talk:")) return { ...talkReply(scope.slice(5), tools), kind: "talk" };

  const answered = requests.slice(0, MAX_REQUESTS);
  const parts = answered.map((request) => partFor(request, Math.floor(MAX_WORDS / answered.length), tools));
  // Two questions about one event have the same fact.
  const paragraphs = new Set(parts.flatMap(({ text }) => text.split("\n\n")));
  const sources = interleaved(parts.map(({ sources }) => sources)).slice(0, MAX_SOURCES);
  return { text: [...paragraphs].join("\n\n"), sources, kind: parts[0]!.kind };
}

interface Part extends Fact {
  readonly kind: SiteAnswer["kind"];
}

/** The answer to one request: facts first, then a passage. */
function partFor(request: Request, maxWords: number, tools: AnswerTools): Part {
  const { locale, baseUrl, t, links } = tools;
  const ranked = rankedPlaces(request.probabilities, tools);
  const near = distinct(ranked.map(({ place: { path, title } }) => ({ path, title }))).slice(0, MAX_SOURCES);
  const [best] = ranked;
  const dates = eventFact(request, tools);
  const prices = priceFact(request, best!, dates !== undefined, tools);
  if (dates) {
    const text = [dates.text, prices?.text].filter(Boolean).join("\n\n");
    return { text, sources: distinct([...dates.sources, ...(prices?.sources ?? []), ...near]), kind: "answered" };
  }
  if (request.scope === "unsure" && !prices) {
    const list = near.map(({ title, path }) => `- [${title}](${path})`).join("\n");
    return { text: `${t("assistant:unsure")}\n\n${list}`, sources: near, kind: "unsure" };
  }
  const fact = datesBeside(request, best!, tools) ?? prices;
  const left = Math.max(MIN_PASSAGE_WORDS, maxWords - wordsIn(fact?.text ?? "").length);
  const { title, heading, path, markdown } = best!.place;
  const passage = excerptOf(markdown, request.text, locale, left, baseUrl);
  const name = heading === "" ? title : `${title}: ${heading}`;
  const parts = [fact?.text, `[${name.replace(/[?:]$/, "")}](${path}): ${passage}`];
  if (!isUnknown(request, tools)) {
    const sources = distinct([...near.slice(0, 1), ...(fact?.sources ?? []), ...near]);
    return { text: parts.filter(Boolean).join("\n\n"), sources, kind: "answered" };
  }
  const text = [t("assistant:unknown", replyValues(tools)), t("assistant:known"), ...parts]
    .filter(Boolean)
    .join("\n\n");
  return { text, sources: distinct([links.sourceOf("contact"), ...near]), kind: "unknown" };
}

/** What event records say to a request, where they answer it. */
export function eventFact(request: Request, tools: AnswerTools): Fact | undefined {
  return asksEvents(request, tools) ? tools.events.of(eventQuestion(request, tools), request.slots) : undefined;
}

/** How likely it is that records answer, compared with the page that is best otherwise. */
function asksEvents(request: Request, tools: AnswerTools): boolean {
  const { probabilities, slots, contentWords } = request;
  const { topics } = tools;
  const [best] = rankedPlaces(probabilities, tools);
  const { id = "", concept } = best!.topic;
  if (
    slots.unknownCity !== undefined &&
    contentWords <= MAX_DATED_WORDS &&
    PLACE_SECTIONS.has(id) &&
    concept !== undefined
  )
    return true;
  if (saysWhen(best!.topic)) return true;
  // "Boardroom in Stockholm?", "breakfast in June"
  const isOurs = (slots.concept ?? slots.unknownCity ?? slots.period) !== undefined;
  const isDated = (slots.period ?? slots.series ?? slots.unknownCity ?? slots.isDateAsked) !== undefined;
  if (contentWords === 0 && isOurs && (isDated || slots.city !== undefined) && !slots.isPriceAsked) return true;
  let events = 0;
  const pages = new Map<string, number>();
  probabilities.forEach((p, c) => {
    const topic = topics[c]!;
    if (isEvents(topic) || saysWhen(topic)) events += p;
    else if (topic.isPlace) pages.set(topic.page, (pages.get(topic.page) ?? 0) + p);
  });
  // A date or an event that is named, or the word "when", makes it twice as likely.
  return events * (isDated ? 2 : 1) > Math.max(0, ...pages.values());
}

/** Sections about when something is: `#when`, and those of a city on the page of a concept. */
const saysWhen = ({ id, city, page }: Topic) =>
  id === "when" || (id !== undefined && id === city && !page.startsWith("commerce"));

/** Openings, and sections about who comes and where: with an unknown city, they are asked for what is there. */
const PLACE_SECTIONS: ReadonlySet<string> = new Set(["", "who", "where", "your-city"]);

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

/** Dates or calendars that belong beside the passage of a place. */
function datesBeside({ slots, contentWords }: Request, { topic }: Ranked, { events }: AnswerTools): Fact | undefined {
  const { concept, id, page } = topic;
  if (id === SUBSCRIBE || (page === "developer" && id === "calendars")) return events.calendars(slots);
  const isDated = (slots.period ?? slots.series) !== undefined && contentWords < MAX_DATED_WORDS;
  return isDated && concept !== undefined && concept === slots.concept ? events.of("next", slots) : undefined;
}

/** What it costs, where that is asked for: of the concept that is named, or of a membership for an audience or a group. */
function priceFact(request: Request, { topic }: Ranked, hasDates: boolean, tools: AnswerTools): Fact | undefined {
  const { slots, probabilities } = request;
  const isPriced = shareOf(probabilities, tools.topics, isPrice) > MIN_PRICE_SHARE;
  const isForSome = (slots.people ?? slots.audience) !== undefined;
  const isAsked = slots.isPriceAsked && (hasDates || isForSome || topic.concept !== undefined);
  const isSum = slots.people !== undefined && topic.concept === "COMMONS" && !hasDates;
  if (!isPriced && !isAsked && !isSum) return undefined;
  const isMembership = isForSome && topic.concept === "COMMONS";
  const concept = isMembership ? "COMMONS" : (slots.concept ?? (hasDates ? undefined : topic.concept));
  const audience = slots.audience ?? discounts.find((discount) => isLikely(discount, request, tools));
  return tools.prices.of(concept, { ...slots, audience }, topic.id === "vat");
}

/** Sections that are answered by prices from records. */
const PRICE_SECTIONS: ReadonlySet<string> = new Set([...["cost", "vat", "discounts"], ...discounts]);
const isPrice = ({ id, isPlace }: Topic) => isPlace && PRICE_SECTIONS.has(id ?? "");
const isLikely = (discount: Discount, { probabilities }: Request, { topics }: AnswerTools) =>
  shareOf(probabilities, topics, ({ id }) => id === discount) > MIN_PRICE_SHARE;

/** Whether it is a question about the site that the site does not answer. */
const isUnknown = ({ probabilities }: Request, { topics }: AnswerTools): boolean =>
  topics[probabilities.indexOf(Math.max(...probabilities))]?.page === "unknown";

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
