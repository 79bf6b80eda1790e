import { describe, expect, it } from "@jest/globals";
import ICAL from "ical.js";
import type { ApiEvent } from "../src/contracts/event-record.js";
import { localAt } from "../src/domain/wall-clock.js";
import { pricesOf } from "../src/site/membership.js";
import { withEvent } from "./support/changed-library.js";
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

const audienceWords = {
  en: { open: "Free and open", application: "By application", members: "For members" },
  sv: { open: "Öppet och gratis", application: "Efter ansökan", members: "För medlemmar" },
  nb: { open: "Åpent og gratis", application: "Etter søknad", members: "For medlemmer" },
};

const shareImages = { AFTER: "after-commerce", BOARDROOM: "boardroom-for-commerce", COMMONS: "commerce-commons" };

const schemaStatus = (record: ApiEvent) =>
  record.previousStartsAt
    ? "EventRescheduled"
    : {
        confirmed: "EventScheduled",
        tentative: "EventScheduled",
        cancelled: "EventCancelled",
        postponed: "EventPostponed",
      }[record.status];

describe.each(languages)("Each event of the next twelve months, in %s,", (locale) => {
  it("is the same in HTML, JSON, iCalendar, JSON-LD and Markdown", async () => {
    const list: { events: ApiEvent[]; total: number } = JSON.parse(
      (await get(`/api/events?locale=${locale}&limit=200`)).text,
    );
    expect(list.events).toHaveLength(list.total);
    expect(new Set(list.events.map(schemaStatus))).toEqual(
      new Set(["EventScheduled", "EventRescheduled", "EventCancelled", "EventPostponed"]),
    );

    for (const record of list.events) {
      const { id, url, title, startsAt, endsAt, timezone, dateText, venue, status, audience } = record;
      const path = url.slice(BASE_URL.length);
      const t = services.getFixedT(locale);
      const place = venue ? [venue.name, venue.city] : [t("events:board.online")];
      const forWhom = audienceWords[locale][audience];
      const audienceType = t(`events:forWhom.${audience}`);
      const off = status === "cancelled" || status === "postponed";

      // The instant is the wall-clock time in the zone, and the text has it.
      expect([localAt(Date.parse(startsAt), timezone), localAt(Date.parse(endsAt), timezone)]).toEqual([
        startsAt.slice(0, 16),
        endsAt.slice(0, 16),
      ]);
      expect(dateText).toContain(`${startsAt.slice(11, 16)}–${endsAt.slice(11, 16)}`);
      expect(dateText).toMatch(new RegExp(`\\b${Number(startsAt.slice(8, 10))}\\b.*\\b${startsAt.slice(0, 4)}\\b`));

      const { $ } = await get(path);
      const row = $("main .hero");
      expect(row.find(`time[datetime="${startsAt}"]`).length).toBe(1);
      expect(row.text()).toContain(startsAt.slice(11, 16));
      expect(row.text()).toContain(endsAt.slice(11, 16));
      for (const words of [title, audienceType, ...place])
        expect(row.text().replaceAll("\u00a0", " ").replaceAll("\u2060", "")).toContain(words);
      const change = record.description.split("\n\n")[0]!;
      const changed = off || record.previousStartsAt !== null;
      expect({ id, isStruck: row.find("s").length > 0 }).toEqual({ id, isStruck: off });
      if (changed) expect(row.text().replace(/\s+/g, " ")).toContain(change.replace(/\s+/g, " "));

      const graph: any[] = JSON.parse($('script[type="application/ld+json"]').text())["@graph"];
      const structured = graph.find((node) => node["@id"] === `${url}#event`);
      expect(structured).toMatchObject({
        "@type": "Event",
        name: title,
        url,
        startDate: startsAt,
        endDate: endsAt,
        inLanguage: locale,
        eventStatus: `https://schema.org/${schemaStatus(record)}`,
        isAccessibleForFree: audience !== "members",
        audience: { "@type": "Audience", audienceType },
        eventAttendanceMode: `https://schema.org/${venue ? "Offline" : "Online"}EventAttendanceMode`,
        location: venue
          ? { "@type": "Place", name: venue.name, address: { addressLocality: venue.city, addressCountry: "SE" } }
          : { "@type": "VirtualLocation" },
        image: expect.stringContaining(`/share/${shareImages[record.concept]}.${locale}.`),
        offers: {
          price: audience === "members" ? pricesOf(services.library.membership).withVat : 0,
          priceCurrency: "SEK",
          availability: `https://schema.org/${off ? "OutOfStock" : "InStock"}`,
          url: audience === "members" ? `${BASE_URL}/${locale}/commerce-commons/join` : (record.actionUrl ?? url),
        },
      });
      expect((await get(structured.image.slice(BASE_URL.length))).headers["content-type"]).toBe("image/png");
      expect(structured).not.toHaveProperty("performer");
      expect(structured.previousStartDate).toBe(record.previousStartsAt ?? undefined);

      const markdown = (await get(`${path}.md`)).text.split("\n").find((line) => line.includes(`(${url})`))!;
      for (const words of [title, dateText, `${forWhom}.`, ...place]) expect(markdown).toContain(words);
      expect([id, markdown.includes("~~")]).toEqual([id, off]);
      if (changed) expect(markdown).toContain(change);

      const calendar = await calendarOf(record);
      const vevent = calendar.find((component) => component.getFirstPropertyValue("uid") === record.uid)!;
      const event = new ICAL.Event(vevent);
      expect([event.startDate.toJSDate().getTime(), event.endDate.toJSDate().getTime()]).toEqual([
        Date.parse(startsAt),
        Date.parse(endsAt),
      ]);
      expect(event.summary).toMatch(off ? new RegExp(`^\\p{Lu}+: ${title}$`, "u") : new RegExp(`^${title}$`));
      expect(event.location).toBe(place.join(", "));
      expect(event.description).toBe(`${record.description}\n\n${forWhom}.\n\n${url}`);
      expect(vevent.getFirstPropertyValue("status")).toBe(status === "postponed" ? "TENTATIVE" : status.toUpperCase());
      expect(vevent.getFirstPropertyValue("transp")).toBe(off ? "TRANSPARENT" : "OPAQUE");
      expect(vevent.getFirstPropertyValue("url")).toBe(url);
    }
  });
});

const calendars = new Map<string, Promise<ICAL.Component[]>>();
const calendarOf = ({ calendarUrl }: ApiEvent) =>
  memoized(calendars, calendarUrl, async () => {
    const { text } = await get(calendarUrl.slice(BASE_URL.length));
    return new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent");
  });

/** Parses each document once, because parsing takes longer than all comparisons. */
function memoized<Value>(values: Map<string, Value>, key: string, make: () => Value): Value {
  const value = values.get(key) ?? make();
  values.set(key, value);
  return value;
}
