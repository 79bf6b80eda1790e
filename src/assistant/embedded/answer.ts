import type { Locale } from "../../domain/locale.js";
import type { Source } from "../answer.js";
import type { Classifier } from "./classifier.js";
import { excerptOf } from "./excerpt.js";
import {
  asksPrice,
  asksStatus,
  datesBeside,
  eventFact,
  type FactTools,
  MAX_PRICE_WORDS,
  priceFact,
  VAT,
} from "./facts.js";
import { isEvents, pageMasses } from "./gate.js";
import type { Fact } from "./links.js";
import { type ReplyTools, replyValues, talkReply } from "./replies.js";
import { rankedPlaces, shareOf } from "./retrieve.js";
import { sentencesIn, wordsIn } from "./text.js";
import type { Request } from "./understand.js";

export interface SiteAnswer {
  /** Markdown: paragraphs, lists, and links to addresses of this site. */
  readonly text: string;
  /** At most three, the best first. */
  readonly sources: readonly Source[];
  readonly kind: "answered" | "unsure" | "unknown" | "talk" | "declined";
}

const MAX_SOURCES = 3;
const MAX_REQUESTS = 3;
/** How much likelier than any page it must be that the site does not say. */
const UNKNOWN = 1.5;
/** How likely a page must be for a passage of it to stand beside "this site doesn't say". */
const MIN_KNOWN = 0.1;
/** What a sentence loses that stands in the answer before; more than any can score. */
const QUOTED = 1000;
/** So short a section is quoted whole. */
const WHOLE_WORDS = 40;
/** Of an answer, unless a list was asked for; a passage has at least so many. */
const [MAX_WORDS, MIN_PASSAGE_WORDS] = [90, 45];

interface AnswerTools extends ReplyTools, FactTools {
  readonly locale: Locale;
  readonly baseUrl: string;
  readonly answering: Classifier["answering"];
}

/** `before` is the answer to the turn before; what it quotes is not quoted again first. */
export function answerTo(requests: readonly Request[], tools: AnswerTools, before = ""): SiteAnswer {
  const { t } = tools;
  const scope = requests[0]?.scope ?? "out-of-scope";
  if (scope === "injection")
    return { text: t("assistant:injection", replyValues(tools)), sources: [], kind: "declined" };
  if (scope.startsWith("talk:")) return { ...talkReply(scope.slice(5), tools), kind: "talk" };
  const answered = requests.filter(({ scope }) => scope !== "out-of-scope").slice(0, MAX_REQUESTS);
  if (answered.length === 0)
    return { text: t("assistant:outOfScope", replyValues(tools)), sources: [], kind: "declined" };

  const maxWords = Math.floor(MAX_WORDS / answered.length);
  const parts = answered.map((request) => partFor(request, maxWords, answered.length > 1, tools, before));
  const paragraphs = withoutRepeats(parts.flatMap(({ text }) => text.split("\n\n")));
  if (answered.length < requests.length) paragraphs.push(t("assistant:partly", replyValues(tools)));
  const sources = interleaved(parts.map(({ sources }) => sources)).slice(0, MAX_SOURCES);
  return { text: paragraphs.join("\n\n"), sources, kind: parts[0]!.kind };
}

/** Two questions about one event or price have the same fact. */
function withoutRepeats(paragraphs: readonly string[]): string[] {
  const seen = new Set<string>();
  const isNew = (text: string) => !seen.has(text) && seen.add(text);
  return paragraphs
    .map((paragraph) => {
      const texts = paragraph.includes("\n") ? [paragraph] : sentencesIn(paragraph); // lists stay whole
      return texts.filter(isNew).join(" ");
    })
    .filter(Boolean);
}

interface Part extends Fact {
  readonly kind: SiteAnswer["kind"];
}

function partFor(request: Request, maxWords: number, isBrief: boolean, tools: AnswerTools, before: string): Part {
  const { locale, baseUrl, t, links } = tools;
  const ranked = rankedPlaces(request.probabilities, tools);
  const near = distinct(ranked.map(({ place: { path, title } }) => ({ path, title }))).slice(0, MAX_SOURCES);
  const [best] = ranked;
  // "Is there food?" after a date is not answered by the same date.
  const isNew = (fact?: Fact) =>
    fact && (request.isNaming || asksStatus(request, tools) || !before.includes(fact.text));
  const [asked, beside] = [eventFact(request, tools, isBrief), datesBeside(request, best!, tools)];
  const dates = isNew(asked) ? asked : undefined;
  const prices = priceFact(request, best!, dates !== undefined, tools);
  if (dates) {
    const text = [dates.text, prices?.text].filter(Boolean).join("\n\n");
    return { text, sources: distinct([...dates.sources, ...(prices?.sources ?? []), ...near]), kind: "answered" };
  }
  if (request.scope === "unsure" && !prices) {
    const list = near.map(({ title, path }) => `- [${title}](${path})`).join("\n");
    return { text: `${t("assistant:unsure")}\n\n${list}`, sources: near, kind: "unsure" };
  }
  const { isPriceAsked, audience, people } = request.slots;
  // What it costs for some is always said.
  const isSum = prices !== undefined && (audience ?? people) !== undefined;
  const isNotSaid = !isSum && isUnknown(request, tools);
  const fact = isNotSaid ? undefined : isNew(beside) ? beside : prices;
  const left = Math.max(MIN_PASSAGE_WORDS, maxWords - wordsIn(fact?.text ?? "").length);
  const { key, title, heading, path, markdown, parts: lines } = best!.place;
  const score = (sentences: readonly string[]) =>
    tools
      .answering(request.text, sentences, key, locale)
      .map((value, index) => (before.includes(sentences[index]!) ? value - QUOTED : value));
  const passage = excerptOf(`${markdown}\n\n${lines}`, score, { whole: WHOLE_WORDS, part: left }, baseUrl);
  const name = heading === "" ? title : `${title}: ${heading}`;
  // An article says nothing about our prices.
  const isBeside = request.contentWords > MAX_PRICE_WORDS && best!.topic.concept !== undefined;
  const isVat = best!.topic.id === VAT;
  const isWhole = prices && fact === prices && isPriceAsked && !isBeside && !isVat;
  const parts = [fact?.text, isWhole ? "" : `[${name.replace(/[?:]$/, "")}](${path}): ${passage}`];
  // "Do we pay Swedish VAT?": the section answers, and the price stands behind it.
  if (fact === prices && !isSum && (isVat || !asksPrice(request, tools))) parts.reverse();
  if (!isNotSaid) {
    const sources = distinct([...(isWhole ? [] : near.slice(0, 1)), ...(fact?.sources ?? []), ...near]);
    return { text: parts.filter(Boolean).join("\n\n"), sources, kind: "answered" };
  }
  const known = best!.pageScore < MIN_KNOWN ? [] : [t("assistant:known"), ...parts];
  const text = [t("assistant:unknown", replyValues(tools)), ...known].filter(Boolean).join("\n\n");
  return { text, sources: distinct([links.sourceOf("contact"), ...near]), kind: "unknown" };
}

function isUnknown({ probabilities }: Request, { topics }: AnswerTools): boolean {
  const unknown = shareOf(probabilities, topics, ({ page }) => page === "unknown");
  const events = shareOf(probabilities, topics, isEvents);
  return unknown > UNKNOWN * Math.max(events, ...pageMasses(probabilities, topics).values());
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
