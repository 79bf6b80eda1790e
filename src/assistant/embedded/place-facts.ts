import type { City } from "../../domain/city.js";
import { conceptOfCode, concepts } from "../../domain/concept.js";
import { type Occurrence, takesPlace } from "../../domain/event.js";
import type { Slug } from "../../domain/slug.js";
import { paragraphs } from "../../search/words.js";
import { calendarPath, isPageName, type PageName } from "../../site/paths.js";
import { listInWords } from "../../text/dates-in-words.js";
import type { EventSentences } from "./event-sentences.js";
import type { Fact } from "./links.js";
import type { Slots } from "./slots.js";

export function placeFacts(
  { t, locale, sourceOf, linkTo, recordOf, cityName, sourcesOf, valuesOf }: EventSentences,
  allCities: readonly City[],
  coming: (slots: Slots) => readonly Occurrence[],
) {
  /** The cities where a concept meets, or all of them do; what takes place once is named with its date. */
  const cities = ({ concept }: Slots): Fact => {
    const wanted = concepts.filter(({ code }) => (concept ?? code) === code);
    const text = wanted.flatMap(({ code, name }) => {
      const matching = coming({ concept: code, cues: new Set() });
      const regular = new Set(matching.filter(({ event }) => event.recurrence).map(({ event }) => event.city));
      const once = matching.filter((one) => !one.event.recurrence && takesPlace(one) && !regular.has(one.event.city));
      const names = listInWords([...regular].map(cityName), locale);
      return [
        ...(regular.size > 0 ? [t("assistant:events.cities", { concept: name, cities: names })] : []),
        ...once.map((one) => t("assistant:events.once", valuesOf(one))),
      ];
    });
    const start = startPage(concept);
    return {
      text: paragraphs([text.join(" "), t("assistant:events.start", { page: linkTo(start) })]),
      sources: [...wanted.slice(0, concept ? 1 : 2).map(({ slug }) => sourceOf(slug)), sourceOf(start)],
    };
  };

  /** Nothing is in the place that was named: what is nearest, open evenings first, and how to begin there. */
  const notThere = (place: string, nearest: Slug | undefined, concept: Slots["concept"]): Fact => {
    const { name, slug } = conceptOfCode(concept ?? "AFTER");
    const isMembership = concept === "COMMONS";
    const candidates = [
      ...(nearest ? coming({ concept, city: nearest, cues: new Set() }) : []),
      ...coming({ concept, cues: new Set() }),
    ];
    // Who asks what there is elsewhere is seldom a member.
    const first = candidates.find((one) => takesPlace(one) && (isMembership || one.event.concept !== "COMMONS"));
    const key = first?.event.city === nearest ? "assistant:events.nearest" : "assistant:events.next";
    const start = startPage(concept);
    const parts = [
      t(nearest ? "assistant:events.notThere" : "assistant:events.notThat", { place, concept: name }),
      first ? t(key, { city: recordOf(first).cityName, ...valuesOf(first) }) : "",
      isMembership ? "" : t("assistant:events.start", { page: linkTo(start) }),
    ];
    const found = first ? sourcesOf([first]) : [];
    // Members anywhere have the membership: nobody starts it.
    const pages = isMembership
      ? [sourceOf(slug), sourceOf("commerce-commons-faq"), ...found]
      : [sourceOf(start), ...found, sourceOf(slug)];
    return { text: parts.filter(Boolean).join(" "), sources: pages };
  };

  /** Calendars to subscribe to: of the city that was named, or of all. */
  const calendars = ({ city }: Slots): Fact => {
    const slugs = city ? [city] : allCities.map(({ slug }) => slug);
    const links = slugs.map(
      (slug) => `[${t("events:subscribe.city", { city: cityName(slug) })}](${calendarPath(slug, { locale })})`,
    );
    return { text: t("assistant:events.calendars", { calendars: listInWords(links, locale) }), sources: [] };
  };

  return { calendars, cities, notThere };
}

function startPage(concept: Slots["concept"]): PageName {
  const ofConcept = concept && `${conceptOfCode(concept).slug}-start-city`;
  return ofConcept && isPageName(ofConcept) ? ofConcept : "after-commerce-start-city";
}
