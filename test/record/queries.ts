/** Parameters: each alone with good and bad values, and the good ones of lists together. */
import type { Recorder } from "./recorder.js";

const concepts = ["", "AFTER", "BOARDROOM", "COMMONS"];
const cities = ["", "gothenburg", "stockholm", "varberg", "G%C3%B6teborg", "nowhere"];
const locales = ["", "en", "sv", "nb"];
const windows = ["", "from=2026-01-01", "from=2026-12-01&to=2027-03-01", "to=2026-12-05&limit=2"];

const bad = [
  "",
  "x",
  "0",
  "-1",
  "1.5",
  "1e3",
  "999999",
  "%20",
  "%zz",
  "%ff",
  "%00",
  "a%0Ab",
  "%E2%80%8B",
  "null",
  "[]",
  "en,sv",
];

const values: Readonly<Record<string, readonly string[]>> = {
  concept: ["AFTER", "BOARDROOM", "COMMONS", "after", "AFTER%20"],
  city: [
    "gothenburg",
    "Gothenburg",
    "g%C3%B6teborg",
    "GOTEBORG",
    "stockholm",
    "varberg",
    "oslo",
    "a".repeat(101),
    "not_a_slug",
  ],
  audience: ["open", "application", "members", "OPEN"],
  recurring: ["true", "false", "TRUE", "1"],
  locale: ["en", "sv", "nb", "no", "EN", "sv-SE", "de"],
  from: ["2026-12-01", "2027-02-29", "2028-02-29", "2020-01-01", "2099-01-01", "2026-12-01T00:00", "01-12-2026"],
  to: ["2026-12-24", "2026-02-30", "2020-01-01", "2099-01-01", "tomorrow"],
  limit: ["1", "3", "200", "201", "007"],
  cursor: ["MTc5Nj"],
  offset: ["0", "1", "20", "1000", "5000000000", "-1", "abc"],
  kind: ["guide", "perspective", "GUIDE"],
  topic: ["returns", "pricing", "ai", "store", "nothing"],
  theme: ["light", "dark", "blue"],
  q: [
    "breakfast",
    "frokost",
    "student",
    "%3Cscript%3E",
    "price+of+a+seat",
    "a".repeat(200),
    "a".repeat(201),
    "%22",
    "the",
    "G%C3%B6teborg",
  ],
  event: [
    "after-commerce-gothenburg-2026-12-03",
    "boardroom-gothenburg-2027-02-09",
    "boardroom-varberg-2026-12-30",
    "x.",
    "A-1",
  ],
  sent: [
    "1",
    "&event=after-commerce-gothenburg-2026-12-03",
    "&event=boardroom-gothenburg-2027-02-09",
    "&event=%22",
    "&a=1",
  ],
};

const addresses: Readonly<Record<string, readonly string[]>> = {
  "/api/events": [
    "concept",
    "city",
    "audience",
    "recurring",
    "locale",
    "from",
    "to",
    "limit",
    "cursor",
    "offset",
    "theme",
  ],
  "/api/events/after-commerce-gothenburg-2026-12-03": ["locale"],
  "/api/events/boardroom-varberg-2026-12-30.ics": ["locale"],
  "/api/calendar": ["concept", "locale", "city"],
  "/api/calendar/gothenburg": ["concept", "locale"],
  "/api/calendar/gothenburg.ics": ["concept", "locale"],
  "/feed.xml": ["concept", "kind", "topic", "locale", "limit"],
  "/embed/gothenburg": ["concept", "limit", "locale", "theme"],
  "/en/dates": ["concept", "city", "locale"],
  "/nb/dates": ["concept", "city"],
  "/sv/search": ["q"],
  "/en/search": ["q", "locale"],
  "/en/boardroom-for-commerce/gothenburg/attend": ["event", "sent"],
  "/sv/boardroom-for-commerce/varberg/attend": ["event", "sent"],
  "/nb/contact": ["event", "sent"],
  "/en/dates/after-commerce-gothenburg-2026-12-03": ["event", "sent"],
  "/en": ["sent", "event", "locale"],
};

const joined = (...pairs: string[]) => {
  const query = pairs.filter(Boolean).join("&");
  return query && `?${query}`;
};
const pair = (name: string, value: string) => value && `${name}=${value}`;

function* combinations(): Iterable<string> {
  for (const locale of locales) {
    for (const concept of concepts) {
      const [inLanguage, ofConcept] = [pair("locale", locale), pair("concept", concept)];
      for (const city of cities) {
        for (const window of windows) yield `/api/events${joined(ofConcept, pair("city", city), inLanguage, window)}`;
        yield `/api/events${joined(pair("city", city), ofConcept, inLanguage, "recurring=true")}`;
        if (city) yield `/api/calendar/${city}.ics${joined(inLanguage, ofConcept)}`;
        if (city) yield `/api/calendar/${city}${joined(ofConcept, inLanguage)}`;
        if (city) yield `/embed/${city}${joined(inLanguage, ofConcept, "limit=3")}`;
        if (city) yield `/embed/${city}${joined(inLanguage, ofConcept, "theme=dark")}`;
        if (locale) yield `/${locale}/dates${joined(ofConcept, pair("city", city))}`;
      }
      for (const audience of values.audience!.slice(0, 3))
        yield `/api/events${joined(ofConcept, pair("audience", audience), inLanguage)}`;
      yield `/api/calendar${joined(inLanguage, ofConcept)}`;
      for (const kind of ["", "guide", "perspective"])
        for (const topic of ["", ...values.topic!])
          yield `/feed.xml${joined(inLanguage, ofConcept, pair("kind", kind), pair("topic", topic))}`;
    }
  }
}

export async function recordQueries({ get }: Recorder): Promise<void> {
  const targets = new Set<string>();
  for (const [path, names] of Object.entries(addresses)) {
    for (const name of names) {
      for (const value of [...values[name]!, ...bad]) {
        targets.add(`${path}?${name}=${value}`.replace("=&", "&"));
        if (name !== "locale") targets.add(`${path}?locale=sv&${name}=${value}`.replace("=&", "&"));
      }
      const [first, second] = values[name]!;
      targets.add(`${path}?${name}=${first}&${name}=${second}`);
      targets.add(`${path}?${name}=${first}&${name}=`);
      targets.add(`${path}?${name}[]=${first}`);
      targets.add(`${path}?${name}[a]=${first}`);
      targets.add(`${path}?${name.toUpperCase()}=${first}`);
      targets.add(`${path}?${name}`);
      targets.add(`${path}?%${name.charCodeAt(0).toString(16)}${name.slice(1)}=${first}`);
    }
    targets.add(`${path}?${names.map((name) => `${name}=-`).join("&")}`);
    targets.add(`${path}?${names.map((name) => `${name}=-&${name}=x`).join("&")}&locale=sv`);
  }
  for (const target of combinations()) targets.add(target);
  for (const target of targets) await get(target);
}

/** Each page of a list, by the links from one to the next. */
export async function recordPaging({ get }: Recorder): Promise<void> {
  for (const query of [
    "?limit=7",
    "?limit=3&city=gothenburg&locale=sv",
    "?from=2025-01-01&to=2028-01-01&limit=40&locale=nb",
  ]) {
    for (let target: string | undefined = `/api/events${query}`; target; ) {
      const { body } = await get(target);
      const next: string | null | undefined = JSON.parse(body.toString()).links?.next;
      target = next ? next.replace(/^https?:\/\/[^/]+/, "") : undefined;
    }
  }
}

/** One request above the limit of searches, from one client and from one IPv6 network. */
export async function recordSearchLimit({ get }: Recorder): Promise<void> {
  for (let number = 1; number <= 62; number++)
    if (number < 60) await get("/en/search?q=limit", { "X-Forwarded-For": "203.0.113.1" }, `number ${number}`);
    else await get("/en/search?q=limit", { "X-Forwarded-For": "203.0.113.1", Accept: "text/html" }, `number ${number}`);
  for (let number = 1; number <= 61; number++)
    await get("/sv/search", { "X-Forwarded-For": `2001:db8:0:${number % 9}::${number}` }, `IPv6, number ${number}`);
}
