import { overviewPages, pageOfEvent } from "../../addresses/pages.js";
import type { Occurrence } from "../../events/agenda.js";
import { currentPlaces, type Place } from "../../search/places.js";
import type { Site } from "../../site.js";
import { inEachLocale, type Locale } from "../../text/locale.js";
import type { Turn } from "../chat-request.js";
import { Classifier, readModel } from "./classifier.js";
import { converse, type SiteAnswer } from "./conversation.js";
import { namedDates } from "./dates.js";
import { Reader, type Readers } from "./reader.js";
import type { Setting } from "./setting.js";
import { type Topic, topicOf } from "./topics.js";

export interface Engine {
  /** Answers the last turn. `page` is the path from which the visitor asks. */
  answer(turns: readonly Turn[], locale: Locale, page?: string): SiteAnswer;
  /** Answers a search, and returns the coming events of the date, city or concept that it names. */
  lookUp(query: string, locale: Locale): { answer: SiteAnswer; events: readonly Occurrence[] };
}

export class SiteEngine implements Engine {
  readonly #site: Site;
  readonly #classifier: Classifier;
  readonly #readers: Readers;

  /** `model` is the content of dist/dialogue.model. */
  constructor(site: Site, model: Uint8Array) {
    this.#site = site;
    this.#classifier = new Classifier(readModel(model), site.library.cities);
    this.#readers = inEachLocale((locale) => new Reader(locale, site.library));
  }

  answer(turns: readonly Turn[], locale: Locale, page?: string) {
    return converse(turns, this.#settingAt(locale, page)).answer;
  }

  lookUp(query: string, locale: Locale) {
    const setting = this.#settingAt(locale);
    const { answer, questions } = converse([{ role: "user", content: query }], setting);
    const dates = questions.map(({ slots, contentWords }) => namedDates(slots, contentWords, setting));
    return { answer, events: dates.find(({ length }) => length > 0) ?? [] };
  }

  #settingAt(locale: Locale, path = ""): Setting {
    const site = this.#site;
    const places = currentPlaces(locale, site);
    const address = path.replace(/[?#].*/s, "").replace(/(?<=.)\/$/, "");
    return {
      site,
      locale,
      t: site.getFixedT(locale),
      today: site.snapshot().agenda.today,
      page: this.#pageAt(address, [...places.values()]),
      classifier: this.#classifier,
      places,
      readers: this.#readers,
    };
  }

  /** The page of a date counts as that of its concept and city. The home page and overviews have no subject. */
  #pageAt(address: string, places: readonly Place[]): Topic | undefined {
    const { library, snapshot } = this.#site;
    const event = snapshot().agenda.occurrence(address.slice(address.lastIndexOf("/") + 1))?.event;
    const name = event && pageOfEvent(event.concept, event.city);
    const place = places.find(({ key, path }) => (name ? key === name : path === address));
    const isOverview = ["home", ...overviewPages].some((page) => page === place?.key);
    return place && !isOverview ? topicOf(place.key, library.cities) : undefined;
  }
}
