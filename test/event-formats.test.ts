import { expect, it } from "@jest/globals";
import type { ApiEvent } from "../src/contracts/event-record.js";
import { conceptOfCode } from "../src/domain/concept.js";
import type { Locale } from "../src/domain/locale.js";
import { pricesOf } from "../src/site/membership.js";
import { audienceInWords } from "../src/text/event-in-words.js";
import { withEvent } from "./support/changed-library.js";
import { forEvery } from "./support/for-every.js";
import { inLine } from "./support/html.js";
import { BASE_URL, site } from "./support/site.js";
import { languages } from "./support/specified-pages.js";

/** The shipped events, and one that is postponed, which none of them is. */
const library = withEvent("boardroom-gothenburg", () => ({
  overrides: {
    "2027-02-09": {
      status: "postponed",
      reason: { en: "The host is ill.", sv: "Värden är sjuk.", nb: "Verten er syk." },
      updated: Date.parse("2026-11-20T08:00:00Z"),
    },
  },
}));
const { get, services } = site({ library });
const eventsIn = async (locale: Locale): Promise<ApiEvent[]> =>
  JSON.parse((await get(`/api/events?locale=${locale}&limit=200`)).text).events;
const events = (await Promise.all(languages.map(eventsIn))).flat();

const isOff = ({ status }: ApiEvent) => status === "cancelled" || status === "postponed";
/** The change of an event, which its description begins with. */
const changeOf = (record: ApiEvent) =>
  isOff(record) || record.previousStartsAt ? record.description.split("\n\n")[0]! : "";
const placeOf = ({ venue, locale }: ApiEvent) =>
  venue ? [venue.name, venue.city] : [services.getFixedT(locale)("events:board.online")];
const schemaStatuses = {
  confirmed: "EventScheduled",
  tentative: "EventScheduled",
  cancelled: "EventCancelled",
  postponed: "EventPostponed",
};
const schemaStatus = ({ previousStartsAt, status }: ApiEvent) =>
  previousStartsAt ? "EventRescheduled" : schemaStatuses[status];
const forEveryEvent = forEvery(events.map((record) => [`${record.locale} ${record.id}`, record] as const));

it("the events have every status", () => {
  expect(new Set(events.map(schemaStatus))).toEqual(new Set(["EventRescheduled", ...Object.values(schemaStatuses)]));
});

forEveryEvent(
  "the page of an event has its times, place and audience, and is struck out if it is off",
  async (_, record) => {
    const { url, title, startsAt, endsAt, audience, locale } = record;
    const hero = (await get(url.slice(BASE_URL.length))).$("main .hero");
    const forWhom = services.getFixedT(locale)(`events:forWhom.${audience}`);
    const text = inLine(hero.text());

    expect(hero.find(`time[datetime="${startsAt}"]`).length).toBe(1);
    expect(hero.find("s").length > 0).toBe(isOff(record));
    for (const words of [title, forWhom, ...placeOf(record), startsAt.slice(11, 16), endsAt.slice(11, 16)])
      expect(text).toContain(words);
    expect(text).toContain(inLine(changeOf(record)));
  },
);

forEveryEvent("the JSON-LD of an event is what the API says of it", async (_, record) => {
  const { url, title, summary, startsAt, endsAt, venue, audience, locale } = record;
  const { $ } = await get(url.slice(BASE_URL.length));
  const graph: any[] = JSON.parse($('script[type="application/ld+json"]').text())["@graph"];
  const { image, ...structured } = graph.find((node) => node["@id"] === `${url}#event`);
  const place = { addressLocality: venue?.city, addressCountry: "SE" };
  const isForMembers = audience === "members";

  expect(structured).toEqual({
    "@type": "Event",
    "@id": `${url}#event`,
    url,
    name: title,
    description: summary,
    startDate: startsAt,
    endDate: endsAt,
    ...(record.previousStartsAt && { previousStartDate: record.previousStartsAt }),
    inLanguage: locale,
    eventStatus: `https://schema.org/${schemaStatus(record)}`,
    isAccessibleForFree: !isForMembers,
    audience: { "@type": "Audience", audienceType: services.getFixedT(locale)(`events:forWhom.${audience}`) },
    eventAttendanceMode: `https://schema.org/${venue ? "Offline" : "Online"}EventAttendanceMode`,
    location: venue
      ? { "@type": "Place", name: venue.name, address: { "@type": "PostalAddress", ...place } }
      : { "@type": "VirtualLocation", url },
    organizer: { "@id": `${BASE_URL}/#organization` },
    offers: {
      "@type": "Offer",
      ...(isForMembers && { name: "Commerce Commons" }),
      price: isForMembers ? pricesOf(services.library.membership).withVat : 0,
      priceCurrency: "SEK",
      availability: `https://schema.org/${isOff(record) ? "OutOfStock" : "InStock"}`,
      url: isForMembers ? `${BASE_URL}/${locale}/commerce-commons/join` : (record.actionUrl ?? url),
    },
  });
  expect(image).toContain(`/share/${conceptOfCode(record.concept).slug}.${locale}.`);
  expect((await get(image.slice(BASE_URL.length))).headers["content-type"]).toBe("image/png");
});

forEveryEvent("the Markdown of an event has it in one line", async (_, record) => {
  const { url, title, dateText, locale } = record;
  const { text } = await get(`${url.slice(BASE_URL.length)}.md`);
  const line = text.split("\n").find((one) => one.includes(`(${url})`))!;
  const audience = `${audienceInWords(record, services.getFixedT(locale))}.`;

  for (const words of [title, dateText, audience, ...placeOf(record), changeOf(record)]) expect(line).toContain(words);
  expect(line.includes("~~")).toBe(isOff(record));
  if (record.actionUrl) expect(line).toContain(`](${record.actionUrl})`);
});
