import { describe, expect, it } from "@jest/globals";
import type { Locale } from "../../src/domain/locale.js";
import { copyOf } from "../support/content-copy.js";
import { libraryOf } from "../support/library.js";
import { assistant } from "./asked.js";

const site = assistant();
const ask = (locale: Locale, ...turns: string[]) =>
  site.conversation(turns, locale).text.replaceAll(/[\u00a0\u202f]/g, " ");

it.each([
  ["sv", "när är nästa after?", "3 december 2026"],
  ["nb", "når er neste after?", "3. desember 2026"],
  ["nb", "arangement i gøteborg", "27. november 2026"],
  ["nb", "hva skjer på fredag", "27. november 2026"],
  ["en", "is there breakfast at the Boardroom in Gothenburg?", "27 November 2026"],
  ["sv", "blir det frukost på boardroom i Göteborg?", "27 november 2026"],
  ["nb", "blir det frokost på boardroom i Göteborg?", "27. november 2026"],
] as const)("in %s, “%s” is read as what is meant", (locale, asked, date) => {
  expect(ask(locale, asked)).toContain(date);
});

describe.each([
  {
    locale: "en",
    next: "When is the next After Commerce in Gothenburg?",
    date: "Thursday 3 December 2026, 17:30–20:00",
    place: "Linnéstaden",
  },
  {
    locale: "sv",
    next: "nästa after work i göteborg?",
    date: "torsdag 3 december 2026 kl. 17:30–20:00",
    place: "Linnéstaden",
  },
  {
    locale: "nb",
    next: "Når er neste After Commerce i Göteborg?",
    date: "torsdag 3. desember 2026 kl. 17:30–20:00",
    place: "Linnéstaden",
  },
] as const)("in $locale", ({ locale, next, date, place }) => {
  it("the next event is told with its time, its place and its calendar", () => {
    const text = ask(locale, next);
    expect(text).toContain(date);
    expect(text).toContain(place);
    expect(text).toContain(`](/api/calendar/gothenburg?locale=${locale})`);
  });
});

it.each([
  [
    "en",
    "Is the February evening in Stockholm still on?",
    /is cancelled\. The bar is being refitted/,
    /Wednesday 16 December 2026/,
  ],
  ["sv", "Blir det någon kväll i Stockholm i februari?", /är inställd\. Baren bygger om/, /onsdag 16 december 2026/],
  ["nb", "Blir det treff i Stockholm 17. februar?", /avlyst\. Baren er stengt/, /onsdag 16\. desember 2026/],
] as const)(
  "in %s, what is cancelled is said with its reason and the next that takes place",
  (locale, asked, why, next) => {
    expect(ask(locale, asked)).toMatch(why);
    expect(ask(locale, asked)).toMatch(next);
  },
);

it("to a date that is off nobody is asked to come", () => {
  const overrides = {
    "2026-12-10": {
      status: "cancelled",
      reason: { en: "No.", sv: "Nej.", nb: "Nei." },
      updated: "2026-11-20T09:00:00Z",
    },
  };
  const content = copyOf("content");
  content.change("events/winter-evening-gothenburg/event.json", (text) =>
    JSON.stringify({ ...JSON.parse(text), overrides }),
  );
  const { text } = assistant(undefined, libraryOf(content.folder)).conversation(
    ["Is the winter evening still on?"],
    "en",
  );
  expect(text).toMatch(/is cancelled\. No\./);
  expect(text).not.toContain("/en/contact");
});

it.each([
  ["en", "Is there breakfast on Good Friday?", "Friday 19 March 2027", "Good Friday"],
  ["sv", "Är frukosten i mars flyttad?", "fredag 19 mars 2027", "långfredag"],
  ["nb", "Er det frokost på langfredag?", "fredag 19. mars 2027", "Langfredag"],
] as const)("in %s, what was moved is said with its new date and why", (locale, asked, date, why) => {
  expect(ask(locale, asked)).toContain(date);
  expect(ask(locale, asked)).toContain(why);
});

it.each([
  ["en", "do you meet in oslo", "There is nothing in Oslo yet.", "/en/after-commerce/start-city"],
  ["sv", "finns ni i Malmö?", "I Malmö finns ingenting än.", "/sv/after-commerce/start-city"],
  ["nb", "har dere noe i bergen?", "I Bergen finnes det ikke noe ennå.", "/nb/after-commerce/start-city"],
] as const)(
  "in %s, a city without events gets to hear where there are, and how to begin",
  (locale, asked, says, page) => {
    expect(ask(locale, asked)).toContain(says);
    expect(ask(locale, asked)).toContain(`](${page})`);
  },
);

it.each([
  ["en", "do you meet in oslo", /After Commerce meets in Gothenburg and Stockholm\. .*Varberg.*11 June 2027/],
  ["sv", "finns ni i Malmö?", /After Commerce finns i Göteborg och Stockholm\. .*Varberg.*11 juni 2027/],
  [
    "nb",
    "kommer dere til oslo",
    /Boardroom for Commerce finnes i Varberg og Göteborg\. .*Stockholm.*16\. februar 2027/,
  ],
] as const)("in %s, a concept is where it comes back, and a single event is told as one", (locale, asked, told) => {
  expect(ask(locale, asked)).toMatch(told);
});

it.each([
  ["en", "In which cities is there a Boardroom?", "Boardroom for Commerce meets in Varberg and Gothenburg."],
  ["sv", "I vilka städer finns Boardroom?", "Boardroom for Commerce finns i Varberg och Göteborg."],
  ["nb", "I hvilke byer finnes Boardroom?", "Boardroom for Commerce finnes i Varberg og Göteborg."],
] as const)(
  "in %s names every city of a concept, also where a city's name is in that of a place",
  (locale, question, text) => {
    expect(site.conversation([question], locale).text).toContain(text);
  },
);

it.each([
  ["en", "breakfast in Stockholm", /^There is nothing of the kind in Stockholm\. Next is .*breakfast.*27 November/],
  ["sv", "frukost i Stockholm", /^Något sådant finns inte i Stockholm\. Nästa träff är .*frukost.*27 november/],
  ["sv", "finns det frukost i Malmö", /^Något sådant finns inte i Malmö\. Nästa träff är .*frukost.*27 november/],
  ["nb", "frokost i Stockholm", /^Noe slikt finnes ikke i Stockholm\. Neste er .*frokost.*27\. november/],
] as const)("in %s, “%s”, which is in another city only, is told with where it is", (locale, asked, says) => {
  expect(ask(locale, asked)).toMatch(says);
  expect(ask(locale, asked)).not.toContain("After Commerce");
});

it.each([
  ["en", ["When is the next breakfast?", "and the one after that"], "29 January 2027", "27 November 2026"],
  ["en", ["next breakfast", "and the one after that", "and after that?"], "26 February 2027", "29 January 2027"],
  ["sv", ["När är nästa After Commerce i Göteborg?", "och den efter det"], "10 december 2026", "3 december 2026"],
  ["nb", ["Når er neste frokost?", "og den etter det"], "29. januar 2027", "27. november 2026"],
] as const)("in %s, of %j the one that comes after is told", (locale, turns, date, before) => {
  const [first] = ask(locale, ...turns).split("\n");
  expect(first).toContain(date);
  expect(ask(locale, ...turns)).not.toContain(before);
});

it.each([
  ["en", "When is the next breakfast and the one after that?", "27 November 2026"],
  ["sv", "När är nästa frukost och den efter det?", "27 november 2026"],
  ["nb", "Når er neste frokost og den etter det?", "27. november 2026"],
] as const)("in %s, “%s”, which asks for both, is told from the first on", (locale, asked, date) => {
  expect(ask(locale, asked).split("\n")[0]).toContain(date);
});

it.each([
  ["en", ["When is the summer gathering?", "and after that?"], /^No later date is planned\./],
  ["sv", ["När är sommarträffen?", "och den efter det?"], /^Inget senare datum är planerat\./],
  ["nb", ["Når er sommertreffet?", "og den etter det?"], /^Det er ikke planlagt noen senere dato\./],
] as const)("in %s, after the last, %j, it is said that there is none", (locale, turns, says) => {
  expect(ask(locale, ...turns)).toMatch(says);
});

it.each([
  ["en", ["When is the next breakfast?", "and the Boardroom?"], "30 December 2026"],
  ["sv", ["När är nästa frukost?", "och Boardroom?"], "30 december 2026"],
  ["nb", ["Når er neste frokost?", "og Boardroom?"], "30. desember 2026"],
  ["en", ["When is the next breakfast?", "and After Commerce?"], "3 December 2026"],
  ["sv", ["När är nästa frukost?", "och när är nästa Boardroom?"], "30 december 2026"],
  ["sv", ["När är nästa frukost?", "och Boardroom i Varberg?"], "30 december 2026"],
  ["nb", ["Når er neste frokost?", "og Boardroom i Varberg?"], "30. desember 2026"],
  ["en", ["When is the summer gathering?", "and the breakfast?"], "27 November 2026"],
  ["sv", ["När är sommarträffen?", "och frukosten?"], "27 november 2026"],
  ["nb", ["Når er sommertreffet?", "og frokosten?"], "27. november 2026"],
  ["en", ["When is the winter evening in Gothenburg?", "and the breakfast?"], "27 November 2026"],
  ["en", ["When is the winter evening in Gothenburg?", "and in Stockholm?"], "16 December 2026"],
] as const)("in %s, what is asked for instead, %j, is told with its next date", (locale, turns, date) => {
  expect(ask(locale, ...turns).split("\n")[0]).toMatch(new RegExp(`^(?:Next is|Nästa träff är|Neste er) .*${date}`));
});

it.each([
  ["en", ["When is the next Boardroom in Varberg?", "and the breakfast?"], "There is nothing of the kind in Varberg."],
  ["sv", ["När är nästa Boardroom i Varberg?", "och frukosten?"], "Något sådant finns inte i Varberg."],
  ["nb", ["Når er neste Boardroom i Varberg?", "og frokosten?"], "Noe slikt finnes ikke i Varberg."],
] as const)("in %s, what is elsewhere, %j, is told with where it is", (locale, turns, says) => {
  expect(ask(locale, ...turns)).toContain(says);
  expect(ask(locale, ...turns)).toMatch(/27\.? november 2026/i);
});

it.each([
  ["en", ["When is the summer gathering?", "where is it"], "A terrace by the harbour"],
  ["en", ["what's on in June?", "where is it"], "A terrace by the harbour"],
  ["sv", ["vad händer i veckan", "var är det"], "Ett kafé i Vasastaden"],
  ["en", ["When is the next After Commerce in Gothenburg?", "how much is it"], "There is no registration fee"],
  ["en", ["When is the next Boardroom?", "who may come"], "Anyone who decides in a company"],
  ["en", ["When is the next Boardroom in Varberg?", "is there parking"], "the way there from the station"],
  ["nb", ["Når er neste Boardroom i Varberg?", "kommer jeg dit med tog"], "Toget mellom"],
  ["sv", ["När är nästa Boardroom?", "vem får komma"], "Den som fattar beslut"],
] as const)("in %s, what is asked of a date just told, %j, is answered of that", (locale, turns, says) => {
  expect(ask(locale, ...turns)).toContain(says);
});

it("what an event costs is told of its concept alone, also where it does not have its name", () => {
  const text = ask("en", "When is the summer gathering?", "what does it cost");
  expect(text).toContain("There is no registration fee");
  expect(text).not.toContain("1,490");
});

it("dates in several cities lead to the calendar of each, once, and to no other", () => {
  const text = ask("en", "what's on in June?");
  const led = [...text.matchAll(/\]\(\/api\/calendar\/([a-z]+)/g)].map((match) => match[1]);
  expect(led.sort()).toEqual(["gothenburg", "stockholm", "varberg"]);
  expect(text.match(/your own calendar/g)).toHaveLength(1);
});

it.each([
  ["en", "How often does the Boardroom meet in Varberg?", "last Wednesday of March, June, October and December"],
  ["sv", "hur ofta är det frukost?", "sista fredagen i månaden"],
  ["nb", "Hvor ofte møtes dere i Stockholm?", "tredje onsdag"],
] as const)("in %s, how often is told by the rule", (locale, asked, rule) => {
  expect(ask(locale, asked)).toContain(rule);
});

it.each([
  ["en", "how often do you meet in Varberg?"],
  ["sv", "hur ofta ses ni i Varberg?"],
  ["nb", "hvor ofte møtes dere i Varberg?"],
] as const)(
  "in %s, who asks how often is asked to come to the next of what comes back, not to what is once",
  (locale, asked) => {
    const beforeTheSummer = assistant(Date.parse("2027-06-05T09:00:00Z"));
    const { text } = beforeTheSummer.conversation([asked], locale);
    const attend = `/${locale}/boardroom-for-commerce/varberg/attend`;
    expect(text).toContain(`](${attend}?event=boardroom-varberg-2027-06-30#form)`);
    expect(text).not.toContain("summer-gathering");
  },
);

it.each([
  ["en", "When is the next breakfast?", "Members of Commerce Commons"],
  ["sv", "När är nästa frukost?", "Frukost för medlemmar"],
  ["nb", "Når er neste frokost?", "Medlemmene i Commerce Commons"],
] as const)("in %s, whom the breakfast is for is said, and how to become one: “%s”", (locale, asked, says) => {
  expect(ask(locale, asked)).toContain(says);
  expect(ask(locale, asked)).toContain(`](/${locale}/commerce-commons/join)`);
  expect(ask(locale, asked)).toContain(`](/${locale}/contact?event=commons-breakfast-gothenburg-2026-11-27#form)`);
});

it("of an open evening nobody is told how to become a member", () => {
  expect(ask("en", "When is the next After Commerce in Gothenburg?")).not.toContain("/en/commerce-commons/join");
});

it.each([
  ["en", "what's on in June?", ["3 June 2027", "11 June 2027", "18 June 2027"]],
  ["sv", "vad händer i juni", ["3 juni 2027", "11 juni 2027", "18 juni 2027"]],
  ["nb", "noe på gang i juni?", ["3. juni 2027", "11. juni 2027", "18. juni 2027"]],
] as const)("in %s, a month is told with all that happens in it", (locale, asked, dates) => {
  for (const date of dates) expect(ask(locale, asked)).toContain(date);
});

it("nothing in a stretch of time is said, with what comes next", () => {
  expect(ask("en", "Is there an After Commerce in Gothenburg in January?")).toMatch(
    /^Nothing is planned then\. Next is .*4 February 2027/,
  );
});

it("dates are those of the moment they are asked for", () => {
  const later = assistant(Date.parse("2026-12-11T09:00:00Z"));
  expect(later.conversation(["When is the next After Commerce in Gothenburg?"], "en").text).toContain(
    "Thursday 4 February 2027",
  );
});
