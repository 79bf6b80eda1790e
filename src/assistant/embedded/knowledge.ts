import { overviewPages, pageOfEvent } from "../../addresses/site-map.js";
import type { Occurrence } from "../../events/event.js";
import { currentPlaces, type Place } from "../../search/places.js";
import type { Site } from "../../site.js";
import { inEachLocale, type Locale } from "../../text/locale.js";
import type { Turn } from "../chat-request.js";
import { answerTo, type SiteAnswer } from "./answer.js";
import { classifierFrom, readModel } from "./classifier.js";
import { eventFactsIn } from "./event-facts.js";
import { languageTools } from "./language.js";
import { priceFactsIn } from "./price-facts.js";
import { repliesIn } from "./replies.js";
import { topicOf } from "./topics.js";
import { understand } from "./understand.js";

export type Knowledge = ReturnType<typeof createKnowledge>;

/** `model` is the content of dist/dialogue.model. */
export function createKnowledge(site: Site, model: Uint8Array) {
  const { library, snapshot, getFixedT, baseUrl } = site;
  const classifier = classifierFrom(readModel(model));
  const { classes } = classifier;
  const topics = classes.map((name) => topicOf(name, library.cities));
  const reader = { classifier, topics, languages: inEachLocale((locale) => languageTools(locale, library)) };
  const inLocale = inEachLocale((locale) => ({
    events: eventFactsIn(locale, site),
    prices: priceFactsIn(locale, site),
    replies: repliesIn(getFixedT(locale), locale, library),
  }));

  /** The page of a date counts as that of its concept and city. The home page and overviews have no subject. */
  const pageAt = (address: string, places: readonly Place[]) => {
    const event = snapshot().agenda.occurrence(address.split("/").at(-1)!)?.event;
    const name = event && pageOfEvent(event.concept, event.city);
    const place = places.find(({ key, path }) => (name ? key === name : path === address));
    const isOverview = ["home", ...overviewPages].some((page) => page === place?.key);
    return place && !isOverview ? { ...topicOf(place.key, library.cities), title: place.title } : undefined;
  };

  const readTurns = (turns: readonly Turn[], locale: Locale, path = "") => {
    const places = currentPlaces(locale, site);
    const address = path.split(/[?#]/)[0]!.replace(/(?<=.)\/$/, "");
    const page = pageAt(address, [...places.values()]);
    const questions = understand(turns, locale, page, snapshot().agenda.today, reader);
    return { questions, tools: { places, classes, topics, baseUrl, locale, ...inLocale[locale] } };
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
