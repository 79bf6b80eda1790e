import { pageOfEvent } from "../../addresses/listings.js";
import { overviewPages } from "../../addresses/menus.js";
import type { PublishedArticles } from "../../articles/published.js";
import type { Occurrence } from "../../events/event.js";
import { type Place, placesKeeper } from "../../search/places.js";
import { inEachLocale, type Locale } from "../../text/locale.js";
import type { Turn } from "../chat-request.js";
import type { Dependencies } from "../dependencies.js";
import { answerTo, type SiteAnswer } from "./answer.js";
import { classifierFrom, readModel } from "./classifier.js";
import { languageTools } from "./clauses.js";
import { eventFactsIn } from "./event-facts.js";
import { priceFactsIn } from "./price-facts.js";
import { repliesIn } from "./replies.js";
import { topicOf } from "./topics.js";
import { understand } from "./understand.js";

interface KnowledgeSources extends Omit<Dependencies, "limits" | "redis" | "logger" | "reader"> {
  readonly articles: PublishedArticles;
  /** The content of dist/dialogue.model. */
  readonly model: Uint8Array;
}

export type Knowledge = ReturnType<typeof createKnowledge>;

export function createKnowledge(sources: KnowledgeSources) {
  const { library, agenda, getFixedT, baseUrl, model } = sources;
  const classifier = classifierFrom(readModel(model));
  const { classes } = classifier;
  const topics = classes.map((name) => topicOf(name, library.cities));
  const reader = { classifier, topics, languages: inEachLocale((locale) => languageTools(locale, library)) };
  const inLocale = inEachLocale((locale) => ({
    events: eventFactsIn(locale, sources),
    prices: priceFactsIn(locale, sources),
    replies: repliesIn(getFixedT(locale), locale, library),
    placesNow: placesKeeper(sources, locale),
  }));

  /** The page of a date counts as that of its concept and city. The home page and overviews have no subject. */
  const pageAt = (address: string, places: readonly Place[]) => {
    const event = agenda.current().occurrence(address.split("/").at(-1)!)?.event;
    const name = event && pageOfEvent(event.concept, event.city);
    const place = places.find(({ key, path }) => (name ? key === name : path === address));
    const isOverview = ["home", ...overviewPages].some((page) => page === place?.key);
    return place && !isOverview ? { ...topicOf(place.key, library.cities), title: place.title } : undefined;
  };

  const readTurns = (turns: readonly Turn[], locale: Locale, path = "") => {
    const { placesNow, ...facts } = inLocale[locale];
    const places = placesNow();
    const address = path.split(/[?#]/)[0]!.replace(/(?<=.)\/$/, "");
    const page = pageAt(address, [...places.values()]);
    const questions = understand(turns, locale, page, agenda.current().today, reader);
    return { questions, tools: { places, classes, topics, baseUrl, ...facts } };
  };

  return {
    /** Answers a search, and returns the coming events of the date, city or concept that it names. */
    lookUp(query: string, locale: Locale): { answer: SiteAnswer; events: readonly Occurrence[] } {
      const { questions, tools } = readTurns([{ role: "user", content: query }], locale);
      const events = questions.map(tools.events.named).find(({ length }) => length > 0) ?? [];
      return { answer: answerTo(questions, tools), events };
    },
    /** Answers the last turn. */
    answer(turns: readonly Turn[], locale: Locale, page?: string): SiteAnswer {
      const { questions, tools } = readTurns(turns, locale, page);
      return answerTo(questions, tools);
    },
  };
}
