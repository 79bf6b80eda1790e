import { beforeEach, expect, it } from "@jest/globals";
import { checkUpdates } from "../../src/build/check-site.js";
import { tinyContent } from "../fixtures/content.js";
import { hosts } from "../fixtures/hosts.js";
import { libraryOf, problemsIn } from "../support/content-folder.js";
import { tinyContentFolder } from "../support/folders.js";
import { languages } from "../support/shipped.js";

let content: ReturnType<typeof tinyContentFolder>;
beforeEach(() => {
  content = tinyContentFolder();
});

const slug = "evening";
const change = (edit: (event: Record<string, any>) => object) =>
  content.change(`events/${slug}/event.json`, (text) => JSON.stringify(edit(JSON.parse(text))));
const changeVarberg = (change: object) =>
  content.change("cities.json", (text) => {
    const cities = JSON.parse(text);
    return JSON.stringify({ ...cities, varberg: { ...cities.varberg, ...change } });
  });
const problems = () => problemsIn(content.folder);
const moved = (start: string, end: string) => ({
  status: "moved",
  start,
  end,
  reason: { en: "A reason.", sv: "Ett skäl.", nb: "En grunn." },
  updated: "2026-11-01T00:00:00Z",
});

const named = { name: { en: "a bar", sv: "en bar", nb: "en bar" } };
const notes = { en: "We packed.", sv: "Vi packade.", nb: "Vi pakket." };
const updated = "2026-11-01T00:00:00Z";
const onDate = (override: object) => ({ overrides: { "2027-05-06": override } });
const asTyped = { en: "Something", sv: "Något", nb: "Noe" };
const toNextWeek = moved("2027-05-13T17:30", "2027-05-13T20:00");

const mistakes: [changes: object, problem: string][] = [
  [{ concept: "EVENING" }, "concept: "],
  [{ city: "oslo" }, 'city: there is no "oslo"'],
  [{ place: "x" }, "place: is no field here"],
  [{ start: "2026-02-30T17:30" }, "start: must be a local date and time"],
  [{ end: "2026-02-05T17:00" }, "end: must be after the start"],
  [{ end: "2026-02-19T17:31" }, "end: must be after the start, by at most 14 days"],
  [{ timezone: "Europe/Gothenburg" }, "timezone: must be an IANA"],
  [{ timezone: "Europe/Helsinki" }, "timezone: must be Europe/Stockholm, as in"],
  [{ recurrence: "FREQ=MONTHLY;BYDAY=TH" }, "recurrence: BYDAY has a position"],
  [{ start: "2026-02-06T17:30", end: "2026-02-06T20:00" }, "start: is not a date"],
  [{ exceptions: ["2026-07-02"] }, "exceptions: 2026-07-02 is not a date"],
  [{ overrides: { "2027-05-07": toNextWeek } }, "overrides.2027-05-07: is not a date"],
  [{ exceptions: ["2027-05-06"] }, "overrides.2027-05-06: is also in exceptions"],
  [onDate(moved("2027-06-03T19:00", "2027-06-03T20:00")), "2027-05-06: another occurrence is on 2027-06-03"],
  [onDate(moved("2027-05-13T17:30", "2027-05-13T17:00")), "overrides.2027-05-06.end: must be after"],
  [onDate({ ...toNextWeek, status: "cancelled" }), "overrides.2027-05-06.start: is no field here"],
  [onDate({ ...toNextWeek, status: "move" }), "status: must be moved, cancelled or postponed"],
  [onDate({ status: "cancelled", updated }), "overrides.2027-05-06.reason"],
  [onDate({ status: "cancelled", reason: { en: "A reason.", sv: "Ett skäl." }, updated }), "reason: has no text in nb"],
  [{ venue: null }, "venue: must be null if"],
  [{ attendance: "online" }, "venue: must be null if"],
  [{ venue: { ...named, address: "" } }, "venue.address: is empty"],
  [{ venue: { ...named, latitude: 57.7 } }, "latitude and longitude, or neither"],
  [{ venue: { name: { en: "a bar", sv: "en bar" } } }, "venue.name: has no text in nb"],
  [onDate({ venue: { ...named, latitude: 57.7 }, updated }), "overrides.2027-05-06.venue: has latitude and longitude"],
  [onDate({ theme: { en: "Returns" }, updated }), "overrides.2027-05-06.theme: has no text in sv"],
  [{ theme: { ...asTyped, en: "It is **free**." } }, 'theme.en: "**" is shown as text: Markdown does not work here'],
  [onDate({ theme: { ...asTyped, en: "5&nbsp;%" }, updated }), 'theme.en: "&nbsp;" is shown as text: write'],
  [{ theme: { en: "x".repeat(81) } }, "theme.en: must have at most 80 characters"],
  [{ host: "kim" }, 'host: there is no "kim" in content/hosts.json'],
  [onDate({ host: "kim" }), 'overrides.2027-05-06.host: there is no "kim" in content/hosts.json'],
  [{ notes }, "notes: must stand in the override of a date, because the event recurs"],
  [{ concept: "BOARDROOM", action: undefined, ...onDate({ notes }) }, "notes: must be left out, because nothing"],
  [onDate({ texts: { en: { title: "Another title" } } }), "overrides.2027-05-06.updated: is missing"],
  [{ signUp: "open" }, "signUp: must be one of full, closed"],
  [{ action: "nowhere" }, "action: must be the name of a page"],
  [{ action: "contact" }, 'action: is a page whose form takes no date: use "dates"'],
  [{ concept: "BOARDROOM", action: "boardroom-for-commerce-varberg-attend" }, "action: leads to BOARDROOM in varberg"],
  [{ action: "boardroom-for-commerce-start-city" }, "action: leads to BOARDROOM, not to AFTER in gothenburg"],
  [{ city: "varberg", action: "after-commerce-start-format" }, "action: leads to AFTER in gothenburg, not to AFTER"],
  [{ price: { amount: 0, currency: "SEK" } }, "price.amount"],
  [{ updated: "2026-11-01" }, "updated: must be an instant"],
  [{ updated: "2025-11-01T00:00:00Z" }, "updated: must not be before 2026"],
];
it("a mistake in an event is reported with its field and the reason", () => {
  // Each mistake in an event of its own, because reading a folder takes longest.
  const event = JSON.parse(tinyContent[`events/${slug}/event.json`]!);
  for (const [index, [changes]] of mistakes.entries()) {
    content.write(`events/${slug}-${index}/event.json`, JSON.stringify({ ...event, ...changes }));
    for (const language of languages)
      content.write(`events/${slug}-${index}/${language}.md`, tinyContent[`events/${slug}/${language}.md`]!);
  }
  const found = problems();
  const unreported = mistakes.filter(([, problem], index) => {
    const file = `content/events/${slug}-${index}/event.json`;
    return !found.some((line) => line.startsWith(file) && line.includes(problem));
  });
  expect(unreported).toEqual([]);
  expect(found.filter((line) => !line.includes("/event.json"))).toEqual([]);
});

it("each value out of bounds is reported with its field", () => {
  const names = { en: "x", sv: "x".repeat(161), nb: "et sted" };
  const venue = { name: names, postalCode: "", latitude: 90.1, longitude: -181 };
  const price = { amount: 1, currency: "kr" };
  change((event) => ({ ...event, venue, price, status: "cancelled", exceptions: ["2027-02-30"], timezone: "+01:00" }));
  content.write(`events/${slug}/sv.md`, `---\ntitle: ${"x".repeat(61)}\nsummary: ${"x".repeat(161)}\n---\n\nText.\n`);
  const fields = problems().map((line) => /evening\/(\S+ · \S+): /.exec(line)?.[1]);
  const ofVenue = ["latitude", "longitude", "name.en", "name.sv", "postalCode"].map((name) => `venue.${name}`);
  const ofEvent = ["exceptions.0", "price.currency", "status", "timezone", ...ofVenue];
  const expected = [...ofEvent.map((field) => `event.json · ${field}`), "sv.md · summary", "sv.md · title"];
  expect(fields.sort()).toEqual(expected);
});

it("an event can lead to a form that takes it, to a page of its concept, or to one of the whole site", () => {
  const pages = ["dates", "about", "after-commerce", "after-commerce-gothenburg"];
  for (const action of [...pages, "after-commerce-faq", "commerce-commons-join"]) {
    change((event) => ({ ...event, action }));
    expect({ action, problems: problems() }).toEqual({ action, problems: [] });
  }
});

it("an event or a change that is updated after the day of the build is a problem", () => {
  change((event) => {
    const override = { ...event.overrides["2027-05-06"], updated: "2026-11-27T08:00:00Z" };
    return { ...event, updated: "2026-11-26T23:30:00Z", overrides: { "2027-05-06": override } };
  });
  const library = libraryOf(content.folder);
  const problemsAt = (now: string) => {
    const problems: string[] = [];
    checkUpdates(library, Date.parse(now), (file, field) => void problems.push(`${file} · ${field}`));
    return problems;
  };
  const file = `content/events/${slug}/event.json`;
  expect(problemsAt("2026-11-26T22:59:59Z")).toEqual([`${file} · updated`, `${file} · overrides.2027-05-06.updated`]);
  expect(problemsAt("2026-11-26T23:00:00Z")).toEqual([]); // the 27th in Sweden
});

it("an occurrence can move to a date that another has left, or that is an exception", () => {
  const later = moved("2027-06-10T17:30", "2027-06-10T20:00");
  const earlier = moved("2027-06-03T17:30", "2027-06-03T20:00");
  change((event) => ({ ...event, overrides: { "2027-05-06": earlier, "2027-06-03": later } }));
  expect(problems()).toEqual([]);
  change((event) => ({ ...event, overrides: { "2027-05-06": earlier }, exceptions: ["2027-06-03"] }));
  expect(problems()).toEqual([]);
});

it("an event without a text is reported, one whose name is too long, and a text that is empty or has a wrong fact", () => {
  for (const locale of languages) content.remove(`events/table/${locale}.md`);
  content.write(`events/${"x".repeat(90)}/event.json`, "{}"); // with a date it would be too long for an id
  content.change(`events/${slug}/nb.md`, (text) => text.replace(/(?<=---\n\n).*/s, ""));
  content.change(`events/${slug}/en.md`, (text) => `${text}\n{{weather}}`);
  const lines = problems().join("\n");
  expect(lines).toContain("content/events/table · : needs a text in at least one language");
  expect(lines).toMatch(/x\/event\.json · : has a folder whose name is too long/);
  expect(lines).toMatch(/nb\.md · : has no text below its front matter/);
  expect(lines).toMatch(/en\.md · \{\{weather\}\}: is not a fact/);
});

it("a file that is no part of an event is reported", () => {
  const files = ["events/notes.txt", `events/${slug}/fi.md`, `events/${slug}/more/en.md`, "events/Evening/event.json"];
  for (const file of files) content.write(file, "x");
  expect(problems().sort()).toEqual(
    files.sort().map((file) => expect.stringContaining(`content/${file} · : is not read: texts are named`)),
  );
});

it("a host of a city that nobody is, and one without a text in a language, is reported", () => {
  changeVarberg({ host: "kim" });
  expect(problems()).toEqual(['content/cities.json · varberg.host: there is no "kim" in content/hosts.json']);
  content.write("hosts.json", JSON.stringify({ kim: { ...hosts.kim, text: { en: "Kim.", sv: "Kim." } } }));
  expect(problems()).toEqual(["content/hosts.json · kim.text.nb: is missing"]);
  content.write("hosts.json", JSON.stringify(hosts));
  expect(problems()).toEqual([]);
  content.write("hosts.json", JSON.stringify({ kim: { ...hosts.kim, portrait: "kim.jpg" } }));
  expect(problems()).toEqual(["content/hosts.json · kim.portrait: there is no image content/hosts/kim.jpg"]);
  content.write("hosts/kim.jpg", "x");
  expect(problems()).toEqual([]);
});

it("a spelling of two cities is reported", () => {
  changeVarberg({ spellings: ["Gothenburg"] });
  expect(problems()).toEqual(['content/cities.json · varberg: "gothenburg" also means gothenburg']);
});

it("an event can have every optional field", () => {
  const place = { address: "Gatan 1", postalCode: "411 01", latitude: 57.7, longitude: 11.97 };
  const optional = { status: "tentative", exceptions: ["2027-06-03"], price: { amount: 120, currency: "SEK" } };
  change((event) => ({ ...event, ...optional, attendance: "hybrid", venue: { ...event.venue, ...place } }));
  const event = libraryOf(content.folder).events.find((event) => event.slug === slug)!;
  expect(event).toMatchObject({ ...optional, attendance: "hybrid", venue: place });
});

it("the description of an event is plain text", () => {
  const text = "One *plain* text,\non two lines. Mail {{site.mail}}.\n\nTwo < three & more\n";
  content.change(`events/${slug}/en.md`, (before) => before.replace(/(?<=---\n\n).*/s, text));
  const event = libraryOf(content.folder).events.find((event) => event.slug === slug)!;
  const plain = "One plain text, on two lines. Mail hello@tiny.example.\n\nTwo < three & more";
  expect(event.texts.en!.description).toBe(plain);
});
