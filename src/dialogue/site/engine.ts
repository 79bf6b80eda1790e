import { overviewPages, pageOfEvent } from "../../addresses/site-map.js";
import type { Occurrence } from "../../events/event.js";
import { currentPlaces, type Place } from "../../search/places.js";
import type { Site } from "../../site.js";
import { inEachLocale, type Locale } from "../../text/locale.js";
import type { Turn } from "../chat-request.js";
import { converse, type SiteAnswer } from "./answer.js";
import { classifierFrom, readModel } from "./classifier.js";
import type { Conversation } from "./conversation.js";
import { namedDates } from "./event-facts.js";
import { Reader } from "./reader.js";
import { topicOf } from "./topics.js";

export type Engine = ReturnType<typeof createEngine>;

/** `model` is the content of dist/dialogue.model. */
export function createEngine(site: Site, model: Uint8Array) {
  const { library, snapshot, getFixedT } = site;
  const classifier = classifierFrom(readModel(model));
  const topics = classifier.classes.map((name) => topicOf(name, library.cities));
  const readers = inEachLocale((locale) => new Reader(locale, library));

  /** The page of a date counts as that of its concept and city. The home page and overviews have no subject. */
  const pageAt = (address: string, places: readonly Place[]) => {
    const event = snapshot().agenda.occurrence(address.split("/").at(-1)!)?.event;
    const name = event && pageOfEvent(event.concept, event.city);
    const place = places.find(({ key, path }) => (name ? key === name : path === address));
    const isOverview = ["home", ...overviewPages].some((page) => page === place?.key);
    return place && !isOverview ? topicOf(place.key, library.cities) : undefined;
  };

  const conversationAt = (locale: Locale, path = ""): Conversation => {
    const places = currentPlaces(locale, site);
    const address = path.split(/[?#]/)[0]!.replace(/(?<=.)\/$/, "");
    const page = pageAt(address, [...places.values()]);
    const { today } = snapshot().agenda;
    return { site, locale, t: getFixedT(locale), today, page, classifier, topics, places, readers };
  };

  return {
    /** Answers a search, and returns the coming events of the date, city or concept that it names. */
    lookUp(query: string, locale: Locale): { answer: SiteAnswer; events: readonly Occurrence[] } {
      const conversation = conversationAt(locale);
      const { answer, questions } = converse([{ role: "user", content: query }], conversation);
      const events =
        questions.map((question) => namedDates(question, conversation)).find(({ length }) => length > 0) ?? [];
      return { answer, events };
    },
    /** Answers the last turn. */
    answer(turns: readonly Turn[], locale: Locale, page?: string): SiteAnswer {
      return converse(turns, conversationAt(locale, page)).answer;
    },
  };
}
