/** The open events API and the calendars. */
import { expect, it } from "@jest/globals";
import fc from "fast-check";
import ical from "ical.js";
import { type ApiEvent, eventList } from "../../../src/contracts/event-record.js";
import { isDecodable } from "../../../src/text/escaping.js";
import { BASE_URL, NOW } from "../site.js";
import { languages as specified } from "../specified-pages.js";
import * as wild from "./arbitraries.js";
import type { Fuzz } from "./fuzz.js";
import { asOfGet, partsOf } from "./sound.js";
import type { Received } from "./wire.js";

const cities = ["gothenburg", "stockholm", "varberg"];
const concepts = ["AFTER", "BOARDROOM", "COMMONS"];
const audiences = ["open", "application", "members"];
const languages: readonly string[] = specified;
const isSlug = (text: string) => text.length <= 100 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text);
const isDate = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.startsWith(text) === true;

/** The rules of contract §3 for each parameter; undefined for a cursor, which only the site can validate. */
const validators: Record<string, (value: string) => boolean | undefined> = {
  concept: (value) => concepts.includes(value),
  city: (value) => isSlug(value) || value === "Göteborg",
  audience: (value) => audiences.includes(value),
  recurring: (value) => value === "true",
  locale: (value) => languages.includes(value),
  from: isDate,
  to: isDate,
  limit: (value) => /^\d{1,3}$/.test(value) && !value.startsWith("0") && Number(value) <= 200,
  cursor: () => undefined,
};

interface Position {
  readonly starts: number;
  readonly id: string;
}
const cursorAt = ({ starts, id }: Position) => Buffer.from(`${starts} ${id}`).toString("base64url");
const positionOf = ({ startsAt, id }: ApiEvent): Position => ({ starts: Date.parse(startsAt), id });
const isAfter = (one: Position, other: Position) =>
  one.starts > other.starts || (one.starts === other.starts && one.id > other.id);
function positionIn(cursor: string): Position {
  const [starts = "", id = ""] = Buffer.from(cursor, "base64url").toString().split(" ");
  return { starts: Number(starts), id };
}

const arbitraryValues = {
  concept: fc.constantFrom(...concepts, "after", ""),
  city: fc.oneof(fc.constantFrom(...cities), wild.slug, fc.constant("Göteborg")),
  audience: fc.constantFrom(...audiences, "everyone", ""),
  recurring: fc.constantFrom("true", "true", "true", "false", "1", "TRUE", ""),
  locale: wild.language,
  from: wild.date,
  to: wild.date,
  limit: fc.oneof(
    fc.integer({ min: 1, max: 12 }).map(String),
    fc.integer({ min: 1, max: 200 }).map(String),
    fc.constantFrom("0", "201", "-1", "1.5", "1e2", "٣", ""),
  ),
  cursor: fc.constantFrom("", "x", "MA", cursorAt({ starts: 0, id: "a" }), cursorAt({ starts: 9, id: "__proto__" })),
};

/** The parameters of a query, and which of them are invalid. */
function read(query: string, names: readonly string[]) {
  const given: Record<string, string> = {};
  const wrong = new Set<string>();
  const unsure = new Set<string>();
  for (const pair of query.slice(1).split("&")) {
    const [[key = "", text = ""] = []] = new URLSearchParams(pair);
    const value = text.replace(/\p{Default_Ignorable_Code_Point}/gu, "");
    const name = names.find((name) => key === name || key.startsWith(`${name}[`));
    if (!name || value === "") continue;
    if (key !== name || name in given || !isDecodable(pair)) wrong.add(name);
    given[name] ??= value === "Göteborg" ? "gothenburg" : value;
    const verdict = validators[name]!(given[name]);
    if (verdict === false) wrong.add(name);
    if (verdict === undefined) unsure.add(name);
  }
  return { given, wrong, unsure };
}

/** Expects a 400 that names the invalid parameters, in the locale of the query if it is valid. */
function expectRejected(
  { status, headers, text }: Received,
  { given, wrong }: Pick<ReturnType<typeof read>, "given" | "wrong">,
  names = [...wrong],
) {
  expect([status, Object.keys(JSON.parse(text).details).sort()]).toEqual([400, names.sort()]);
  if (!wrong.has("locale")) expect(headers["content-language"]).toBe(given.locale ?? "en");
}

export function eventProperties({ site, hold }: Fuzz): void {
  const get = (target: string) => site.ask({ method: "GET", target, headers: [] });
  let known: Promise<ApiEvent[]> | undefined;
  /** Every event, by plain queries. */
  const allEvents = async () => {
    const all: ApiEvent[] = [];
    for (let next: string | null = "/api/events?from=2024-11-21&to=2028-11-21&limit=200"; next; ) {
      const { events, links } = eventList.parse(JSON.parse((await get(next)).text));
      all.push(...events);
      next = links.next?.slice(BASE_URL.length) ?? null;
    }
    return all;
  };
  const all = () => (known ??= allEvents());

  it("the list of events matches its query", async () => {
    const cursor = fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...(await all()).map((event) => cursorAt(positionOf(event)))) },
      { weight: 1, arbitrary: arbitraryValues.cursor },
    );
    await hold(
      0.25,
      [wild.queryNear({ ...arbitraryValues, cursor }), wild.method, wild.headers()],
      async (query, method, headers) => {
        const target = `/api/events${query}`;
        const sent = { method, target, headers };
        const answer = await site.ask(sent);
        if (method !== "GET") return void (await expectAsOther(sent, answer));
        if (answer.status === 304) return;
        const { given, wrong, unsure } = read(partsOf(target)!.query, Object.keys(validators));
        if (answer.status === 400) {
          const { details } = JSON.parse(answer.text);
          if (unsure.has("cursor") && details.cursor) wrong.add("cursor");
          if (wrong.size === 0 && given.to !== undefined) {
            expect(given.to <= (given.from ?? "2026-11-21")).toBe(true);
            wrong.add("to");
          }
          return expectRejected(answer, { given, wrong });
        }
        expect([target, [...wrong], answer.status]).toEqual([target, [], 200]);
        await expectList(given, answer);
      },
    );
  });

  async function expectList(given: Record<string, string>, { text, headers }: Received) {
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
    const { events, count, total, window, links, locale } = eventList.parse(JSON.parse(text));
    const limit = Number(given.limit ?? 100);
    expect([count, locale]).toEqual([events.length, given.locale ?? "en"]);
    expect(count).toBeLessThanOrEqual(Math.min(limit, total));

    const expected = (await all()).filter(
      (event) =>
        (given.concept === undefined || event.concept === given.concept) &&
        (given.city === undefined || event.city === given.city) &&
        (given.audience === undefined || event.audience === given.audience) &&
        (given.recurring === undefined || event.recurring) &&
        (given.locale === undefined || event.locales.includes(given.locale as never)) &&
        event.startsAt.slice(0, 10) < window.to &&
        (given.from === undefined
          ? Date.parse(event.endsAt) > NOW
          : event.endsAt.slice(0, 19) > `${window.from}T00:00:00`),
    );
    const found = [...events];
    let next = links.next;
    for (let pages = 1; next && pages < 12; pages++) {
      const list = eventList.parse(JSON.parse((await get(next.slice(BASE_URL.length))).text));
      expect([list.total, list.window, list.count <= limit]).toEqual([total, window, true]);
      found.push(...list.events);
      next = list.links.next;
    }
    const ids = found.map(({ id }) => id);
    const wanted = expected.map(({ id }) => id);
    expect(total).toBe(wanted.length);
    const after = given.cursor === undefined ? { starts: -Infinity, id: "" } : positionIn(given.cursor);
    const still = expected.filter((event) => isAfter(positionOf(event), after)).map(({ id }) => id);
    expect(ids).toEqual(next ? still.slice(0, ids.length) : still);
  }

  const slugs = async () => (await all()).map(({ id }) => id);
  it("one event is found only by its id, as JSON and as a file", async () => {
    const id = fc.oneof(fc.constantFrom(...(await slugs())), wild.slug);
    await hold(
      0.12,
      [
        wild.segmentNear(id),
        fc.constantFrom("", "", ".ics"),
        wild.queryNear({ locale: wild.language }),
        wild.method,
        wild.headers(),
      ],
      async (segment, extension, query, method, headers) => {
        const target = `/api/events/${segment}${extension}${query}`;
        const sent = { method, target, headers };
        const answer = await site.ask(sent);
        if (method !== "GET") return void (await expectAsOther(sent, answer));
        if (answer.status === 304) return;
        const { path, query: search } = partsOf(target)!;
        const [, name = "", isFile] = /^\/api\/events\/([^/]*?)(\.ics)?$/.exec(path) ?? [];
        if (name === "" || !isDecodable(path)) return;
        const id = decodeURIComponent(name);
        const { given, wrong } = read(search, ["locale"]);
        if (!isSlug(id)) return expectRejected(answer, { given, wrong }, ["id"]);
        if (wrong.size > 0) return expectRejected(answer, { given, wrong });
        const event = (await all()).find((event) => event.id === id);
        const isThere = event && (given.locale === undefined || event.locales.includes(given.locale as never));
        expect([target, answer.status]).toEqual([target, isThere ? 200 : 404]);
        if (!isThere) return;
        if (isFile) return expectCalendar(answer, [id]);
        expect(JSON.parse(answer.text).event.id).toBe(id);
      },
    );
  });

  it("the calendar of a city has the events of its query", () =>
    hold(
      0.1,
      [
        wild.segmentNear(fc.oneof(fc.constantFrom(...cities, "göteborg", "Gbg", "o\u0308"), wild.slug)),
        fc.constantFrom("", "", ".ics"),
        wild.queryNear({ locale: wild.language, concept: arbitraryValues.concept }),
        wild.method,
        wild.headers(),
      ],
      async (segment, extension, query, method, headers) => {
        const target = `/api/calendar/${segment}${extension}${query}`;
        const { path, query: search } = partsOf(target)!;
        const sent = { method, target, headers };
        const answer = await site.ask(sent);
        if (method !== "GET") return void (await expectAsOther(sent, answer));
        if (answer.status === 304) return;
        if (answer.status === 308) {
          const led = await get(answer.headers.location!);
          return expect(path.endsWith("/") ? [200, 308, 400, 404] : [200, 400]).toContain(led.status);
        }
        const [, name = ""] = /^\/api\/calendar\/([^/]*?)(?:\.ics)?$/.exec(path) ?? [];
        if (name === "" || !isDecodable(path)) return;
        const city = decodeURIComponent(name);
        const { given, wrong } = read(search, ["locale", "concept"]);
        if (!isSlug(city)) return expectRejected(answer, { given, wrong }, ["city"]);
        if (wrong.size > 0) return expectRejected(answer, { given, wrong });
        expect([target, answer.status]).toEqual([target, cities.includes(city) ? 200 : 404]);
        if (answer.status === 404) return expect(JSON.parse(answer.text).error).toContain(cities.join(", "));
        const listed = (await all()).filter(
          (event) =>
            event.city === city &&
            (given.concept === undefined || event.concept === given.concept) &&
            (given.locale === undefined || event.locales.includes(given.locale as never)) &&
            event.startsAt < "2027-11-21" &&
            event.endsAt > "2026-08-23",
        );
        expectCalendar(
          answer,
          listed.map(({ id }) => id),
        );
      },
    ));

  /** Expects HEAD to answer like GET, OPTIONS with 204, and other methods with 405. */
  async function expectAsOther(sent: Parameters<typeof site.ask>[0], answer: Received) {
    if (sent.method === "HEAD") {
      const got = await site.ask({ ...sent, method: "GET" });
      return expect([answer.status, asOfGet(answer)]).toEqual([got.status, asOfGet(got)]);
    }
    return expect(sent.method === "OPTIONS" ? [204, 400, 404, 308] : [405, 400, 404, 308]).toContain(answer.status);
  }
}

function expectCalendar({ headers, text }: Received, ids: readonly string[]): void {
  expect(headers["content-type"]).toBe("text/calendar; charset=utf-8");
  const lines = text.split("\r\n");
  expect([lines[0], lines.at(-1)]).toEqual(["BEGIN:VCALENDAR", ""]);
  expect(lines.filter((line) => Buffer.byteLength(line) > 75 || line.includes("\n"))).toEqual([]);
  const found = new ical.Component(ical.parse(text)).getAllSubcomponents("vevent");
  expect(found.map((event) => String(event.getFirstPropertyValue("uid")).split("@")[0]).sort()).toEqual(
    [...ids].sort(),
  );
}
