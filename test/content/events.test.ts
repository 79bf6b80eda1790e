import { beforeEach, describe, expect, it } from "@jest/globals";
import { futureUpdates } from "../../src/build/check-texts.js";
import { tinyContent } from "../fixtures/content.js";
import { hosts } from "../fixtures/hosts.js";
import { tinyContentFolder } from "../support/content-copy.js";
import { libraryOf, problemsIn } from "../support/content-folder.js";
import { languages } from "../support/specified-pages.js";

let content: ReturnType<typeof tinyContentFolder>;
beforeEach(() => {
  content = tinyContentFolder();
});

const slug = "evening";
const change = (edit: (event: Record<string, any>) => object) =>
  content.change(`events/${slug}/event.json`, (text) => JSON.stringify(edit(JSON.parse(text))));
const problems = () => problemsIn(content.folder);
const moved = (start: string, end: string) => ({
  status: "moved",
  start,
  end,
  reason: { en: "A reason.", sv: "Ett skäl.", nb: "En grunn." },
  updated: "2026-11-01T00:00:00Z",
});

describe("An event is rejected", () => {
  const mistakes: [string, object, RegExp][] = [
    ["of an unknown concept", { concept: "EVENING" }, /concept: /],
    ["in a city that is not in cities.json", { city: "oslo" }, /city: there is no "oslo"/],
    ["with a field nobody knows", { place: "x" }, /place: is no field here/],
    ["on a day that does not exist", { start: "2026-02-30T17:30" }, /start: must be a local date and time/],
    [
      "with an offset in its wall-clock time",
      { start: "2026-02-05T17:30+01:00" },
      /start: must be a local date and time/,
    ],
    ["that ends before it starts", { end: "2026-02-05T17:00" }, /end: must be after the start/],
    ["that lasts for weeks", { end: "2026-02-19T17:31" }, /end: must be after the start, by at most 14 days/],
    ["in a zone nobody knows", { timezone: "Europe/Gothenburg" }, /timezone: must be an IANA/],
    ["whose rule cannot be read", { recurrence: "FREQ=MONTHLY;BYDAY=TH" }, /recurrence: BYDAY has a position/],
    [
      "that starts on no date of its rule",
      { start: "2026-02-06T17:30", end: "2026-02-06T20:00" },
      /start: is not a date/,
    ],
    ["with an exception that is no date of it", { exceptions: ["2026-07-02"] }, /exceptions: 2026-07-02 is not a date/],
    [
      "with a change of a date it does not have",
      { overrides: { "2027-05-07": moved("2027-05-13T17:30", "2027-05-13T20:00") } },
      /overrides\.2027-05-07: is not a date/,
    ],
    [
      "with a change of a date left out",
      { exceptions: ["2027-05-06"] },
      /overrides\.2027-05-06: is also in exceptions/,
    ],
    [
      "with two occurrences on one date",
      { overrides: { "2027-05-06": moved("2027-06-03T19:00", "2027-06-03T20:00") } },
      /overrides\.2027-05-06: another occurrence is on 2027-06-03/,
    ],
    [
      "with two occurrences moved to one date",
      {
        overrides: {
          "2027-05-06": moved("2027-05-13T17:30", "2027-05-13T20:00"),
          "2027-06-03": moved("2027-05-13T08:00", "2027-05-13T09:00"),
        },
      },
      /overrides\.2027-06-03: another occurrence is on 2027-05-13/,
    ],
    [
      "moved to an end before its start",
      { overrides: { "2027-05-06": moved("2027-05-13T17:30", "2027-05-13T17:00") } },
      /overrides\.2027-05-06\.end: must be after/,
    ],
    [
      "cancelled with a new date",
      { overrides: { "2027-05-06": { ...moved("2027-05-13T17:30", "2027-05-13T20:00"), status: "cancelled" } } },
      /overrides\.2027-05-06\.start: is no field here/,
    ],
    [
      "changed in a way that there is not",
      { overrides: { "2027-05-06": { ...moved("2027-05-13T17:30", "2027-05-13T20:00"), status: "move" } } },
      /status: must be moved, cancelled or postponed/,
    ],
    [
      "changed without a reason",
      { overrides: { "2027-05-06": { status: "cancelled", updated: "2026-11-01T00:00:00Z" } } },
      /overrides\.2027-05-06\.reason/,
    ],
    [
      "changed with a reason in two of its languages",
      {
        overrides: {
          "2027-05-06": {
            status: "cancelled",
            reason: { en: "A reason.", sv: "Ett skäl." },
            updated: "2026-11-01T00:00:00Z",
          },
        },
      },
      /reason: has no text in nb/,
    ],
    ["without a venue where people meet", { venue: null }, /venue: must be null if/],
    ["with a venue and online", { attendance: "online" }, /venue: must be null if/],
    [
      "with an address that says nothing",
      { venue: { name: { en: "a bar", sv: "en bar", nb: "en bar" }, address: "" } },
      /venue\.address: is empty/,
    ],
    ["in another zone than its city", { timezone: "Europe/Helsinki" }, /timezone: must be Europe\/Stockholm, as in/],
    ["in a zone in small letters", { timezone: "europe/stockholm" }, /timezone: must be an IANA/],
    [
      "with half a coordinate",
      { venue: { name: { en: "a bar", sv: "en bar", nb: "en bar" }, latitude: 57.7 } },
      /latitude and longitude, or neither/,
    ],
    [
      "with a venue unnamed in one of its languages",
      { venue: { name: { en: "a bar", sv: "en bar" } } },
      /venue\.name: has no text in nb/,
    ],
    [
      "that leads to a form that takes no date",
      { action: "contact" },
      /action: is a page whose form takes no date: use "dates"/,
    ],
    [
      "with a theme in one of its languages",
      { overrides: { "2027-05-06": { theme: { en: "Returns" }, updated: "2026-11-01T00:00:00Z" } } },
      /overrides\.2027-05-06\.theme: has no text in sv/,
    ],
    [
      "with a place of one date without coordinates",
      {
        overrides: {
          "2027-05-06": {
            venue: { name: { en: "a bar", sv: "en bar", nb: "en bar" }, latitude: 57.7 },
            updated: "2026-11-01T00:00:00Z",
          },
        },
      },
      /overrides\.2027-05-06\.venue: has latitude and longitude, or neither/,
    ],
    ["with a theme that is too long", { theme: { en: "x".repeat(81) } }, /theme\.en: must have at most 80 characters/],
    ["with a host that nobody is", { host: "kim" }, /host: there is no "kim" in content\/hosts\.json/],
    [
      "with a host of one date that nobody is",
      { overrides: { "2027-05-06": { host: "kim" } } },
      /overrides\.2027-05-06\.host: there is no "kim" in content\/hosts\.json/,
    ],
    [
      "with notes of all its dates",
      { notes: { en: "We packed.", sv: "Vi packade.", nb: "Vi pakket." } },
      /notes: must stand in the override of a date, because the event recurs/,
    ],
    [
      "with notes of a round table",
      {
        concept: "BOARDROOM",
        action: undefined,
        overrides: { "2027-05-06": { notes: { en: "We packed.", sv: "Vi packade.", nb: "Vi pakket." } } },
      },
      /overrides\.2027-05-06\.notes: must be left out, because nothing leaves the room of a round table/,
    ],
    [
      "with another text of a date, changed at no time",
      { overrides: { "2027-05-06": { texts: { en: { title: "Another title" } } } } },
      /overrides\.2027-05-06\.updated: is missing/,
    ],
    ["with an unknown state of its sign-up", { signUp: "open" }, /signUp: must be one of full, closed/],
    ["with a next step on no page", { action: "nowhere" }, /action: must be the name of a page/],
    [
      "that leads to the form of another city",
      { concept: "BOARDROOM", action: "boardroom-for-commerce-varberg-attend" },
      /action: leads to BOARDROOM in varberg, not to BOARDROOM in gothenburg/,
    ],
    [
      "that leads to the form of another concept",
      { action: "boardroom-for-commerce-start-city" },
      /action: leads to BOARDROOM, not to AFTER in gothenburg/,
    ],
    [
      "that leads to a form below the page of another city",
      { city: "varberg", action: "after-commerce-start-format" },
      /action: leads to AFTER in gothenburg, not to AFTER in varberg/,
    ],
    ["at a price of nothing", { price: { amount: 0, currency: "SEK" } }, /price\.amount/],
    ["updated at no instant", { updated: "2026-11-01" }, /updated: must be an instant/],
    ["updated before sequence numbers begin", { updated: "2025-11-01T00:00:00Z" }, /updated: must not be before 2026/],
  ];
  it("with the field and the reason", () => {
    // Each mistake in an event of its own, because reading a folder takes longest.
    const event = JSON.parse(tinyContent[`events/${slug}/event.json`]!);
    for (const [index, [, changes]] of mistakes.entries()) {
      content.write(`events/${slug}-${index}/event.json`, JSON.stringify({ ...event, ...changes }));
      for (const language of languages)
        content.write(`events/${slug}-${index}/${language}.md`, tinyContent[`events/${slug}/${language}.md`]!);
    }
    const found = problems();
    const reported = mistakes.map(([what, , problem], index) => {
      const own = found.filter((line) => line.startsWith(`content/events/${slug}-${index}/event.json`));
      return [what, problem.test(own.join("\n"))];
    });
    expect(reported).toEqual(mistakes.map(([what]) => [what, true]));
    expect(found.filter((line) => !line.includes("/event.json"))).toEqual([]);
  });
});

it("each value out of bounds is reported with its field", () => {
  const venue = {
    name: { en: "x", sv: "x".repeat(161), nb: "et sted" },
    postalCode: "",
    latitude: 90.1,
    longitude: -181,
  };
  const price = { amount: 1, currency: "kr" };
  change((event) => ({ ...event, venue, price, status: "cancelled", exceptions: ["2027-02-30"], timezone: "+01:00" }));
  content.write(`events/${slug}/sv.md`, `---\ntitle: ${"x".repeat(61)}\nsummary: ${"x".repeat(161)}\n---\n\nText.\n`);

  const file = `content/events/${slug}`;
  expect(
    problems()
      .map((line) => line.slice(0, line.indexOf(": ")))
      .sort(),
  ).toEqual([
    `${file}/event.json · exceptions.0`,
    `${file}/event.json · price.currency`,
    `${file}/event.json · status`,
    `${file}/event.json · timezone`,
    ...["latitude", "longitude", "name.en", "name.sv", "postalCode"].map(
      (name) => `${file}/event.json · venue.${name}`,
    ),
    `${file}/sv.md · summary`,
    `${file}/sv.md · title`,
  ]);
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
    const { "2027-05-06": override } = event.overrides;
    return {
      ...event,
      updated: "2026-11-26T23:30:00Z",
      overrides: { "2027-05-06": { ...override, updated: "2026-11-27T08:00:00Z" } },
    };
  });
  const library = libraryOf(content.folder);
  const problemsAt = (now: string) =>
    futureUpdates({ library, clock: () => Date.parse(now) }).map(({ file, field }) => `${file} · ${field}`);
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

it("an invalid text of an event is rejected with its field", () => {
  content.write(`events/${slug}/sv.md`, "---\ntitle: x\nsummary: kort\n---\n\nText.\n");
  content.write(
    `events/${slug}/nb.md`,
    "---\ntitle: After Commerce\nsummary: En setning som er lang nok til å bli tatt imot.\n---\n",
  );
  content.change(`events/${slug}/en.md`, (text) => `${text}\n{{weather}}`);
  const lines = problems().join("\n");

  expect(lines).toMatch(/sv\.md · title: /);
  expect(lines).toMatch(/sv\.md · summary: /);
  expect(lines).toMatch(/nb\.md · : has no text below its front matter/);
  expect(lines).toMatch(/en\.md · \{\{weather\}\}: is not a fact/);
});

it("an event without a text is reported, and one whose name is too long", () => {
  for (const locale of languages) content.remove(`events/${slug}/${locale}.md`);
  content.write(`events/${"x".repeat(90)}/event.json`, "{}"); // with a date it would be too long for an id
  const lines = problems().join("\n");

  expect(lines).toMatch(new RegExp(`content/events/${slug} · : needs a text in at least one language`));
  expect(lines).toMatch(/x\/event\.json · : has a folder whose name is too long/);
});

it("a file that is no part of an event is reported", () => {
  const files = ["events/notes.txt", `events/${slug}/fi.md`, `events/${slug}/more/en.md`, "events/Evening/event.json"];
  for (const file of files) content.write(file, "x");
  expect(problems().sort()).toEqual(
    files.sort().map((file) => expect.stringContaining(`content/${file} · : is not read: texts are named`)),
  );
});

it("an invalid city is reported", () => {
  content.change("cities.json", (text) => JSON.stringify({ ...JSON.parse(text), Oslo: { names: { en: "Oslo" } } }));
  expect(problems().join("\n")).toMatch(/content\/cities\.json · Oslo/);
});

it("a host of a city that nobody is, and one without a text in a language, is reported", () => {
  content.change("cities.json", (text) => {
    const cities = JSON.parse(text);
    return JSON.stringify({ ...cities, varberg: { ...cities.varberg, host: "kim" } });
  });
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
  content.change("cities.json", (text) => {
    const cities = JSON.parse(text);
    return JSON.stringify({ ...cities, varberg: { ...cities.varberg, spellings: ["Gothenburg"] } });
  });
  expect(problems()).toEqual(['content/cities.json · varberg: "gothenburg" also means gothenburg']);
});

it("an event can have every optional field", () => {
  change((event) => ({
    ...event,
    attendance: "hybrid",
    status: "tentative",
    venue: { ...event.venue, address: "Gatan 1", postalCode: "411 01", latitude: 57.7, longitude: 11.97 },
    exceptions: ["2027-06-03"],
    price: { amount: 120, currency: "SEK" },
    action: "after-commerce-gothenburg-x",
  }));
  expect(problems()).toEqual([expect.stringMatching(/action/)]);
  change((event) => ({ ...event, action: "after-commerce" }));
  const event = libraryOf(content.folder).events.find((event) => event.slug === slug)!;

  expect(event).toMatchObject({
    status: "tentative",
    exceptions: ["2027-06-03"],
    price: { amount: 120, currency: "SEK" },
  });
  expect(event.venue).toMatchObject({ address: "Gatan 1", postalCode: "411 01", latitude: 57.7 });
});

it("the description of an event is plain text", () => {
  content.write(
    `events/${slug}/en.md`,
    "---\ntitle: After Commerce\nsummary: A sentence that is long enough to be taken as a summary.\n---\n\nOne *plain* text,\non two lines. Mail {{site.mail}}.\n\nTwo < three & more\n",
  );
  const event = libraryOf(content.folder).events.find((event) => event.slug === slug)!;
  expect(event.texts.en!.description).toBe(
    "One plain text, on two lines. Mail hello@tiny.example.\n\nTwo < three & more",
  );
});
