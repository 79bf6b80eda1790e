import { expect, it } from "@jest/globals";
import { Reader } from "../../src/dialogue/site/reader.js";
import { inEachLocale, type Locale } from "../../src/text/locale.js";
import { forEvery } from "../support/for-every.js";
import { BASE_URL, shippedLibrary } from "../support/library.js";

const library = shippedLibrary({ baseUrl: BASE_URL });
const readers = inEachLocale((locale) => new Reader(locale, library));
const slotsIn = (text: string, locale: Locale, today = TODAY, since?: string) =>
  readers[locale].read(text, today, since).slots;
/** Saturday of week 47. */
const TODAY = "2026-11-21";

/** The days that a text names, as "first/last", and the number of people. */
function namedIn(text: string, locale: Locale, today = TODAY) {
  const { period, people } = slotsIn(text, locale, today);
  return { days: period && `${period.from}/${period.to}`, people };
}

const WEEK_5 = "2027-02-01/2027-02-08";
const WEEK_49 = "2026-11-30/2026-12-07";

// biome-ignore format: a table is read in columns
forEvery<readonly [text: string, locale: Locale, days: string | undefined, people?: number]>([
  ["v. 5",                                      "sv", WEEK_5],
  ["v.5",                                       "sv", WEEK_5],
  ["v5",                                        "sv", WEEK_5],
  ["V 5",                                       "sv", WEEK_5],
  ["Vad händer vecka 49?",                      "sv", WEEK_49],
  ["vecka49",                                   "sv", WEEK_49],
  ["v.49?",                                     "sv", WEEK_49],
  ["veckan 5",                                  "sv", WEEK_5],
  ["vecka nummer 5",                            "sv", WEEK_5],
  ["vecka nr. 05",                              "sv", WEEK_5],
  ["veckonummer 5",                             "sv", WEEK_5],
  ["veckorna 5 och 6",                          "sv", "2027-02-01/2027-02-15"],
  ["vecka 5-6",                                 "sv", "2027-02-01/2027-02-15"],
  ["v. 5/6",                                    "sv", "2027-02-01/2027-02-15"],
  ["vecka 5 till 7",                            "sv", "2027-02-01/2027-02-22"],
  ["vecka 5, 6 och 7",                          "sv", "2027-02-01/2027-02-22"],
  ["vecka 6 eller vecka 5",                     "sv", "2027-02-01/2027-02-15"],
  ["vecka 52 och 1",                            "sv", "2026-12-21/2027-01-11"],
  ["vecka 5 2028",                              "sv", "2028-01-31/2028-02-07"],
  ["vecka 5 år 2028",                           "sv", "2028-01-31/2028-02-07"],
  ["Vecka 5 är jag i Göteborg",                 "sv", WEEK_5],
  ["the day after tomorrow",                    "en", "2026-11-23/2026-11-24"],
  ["i övermorgon",                              "sv", "2026-11-23/2026-11-24"],
  ["i overmorgen",                              "nb", "2026-11-23/2026-11-24"],
  ["vecka 49 nästa år",                         "sv", "2027-12-06/2027-12-13"],
  ["vecka 49 i december",                       "sv", WEEK_49],
  ["vecka 53",                                  "sv", "2026-12-28/2027-01-04"],
  ["uke 5",                                     "nb", WEEK_5],
  ["uka 5",                                     "nb", WEEK_5],
  ["Hva skjer i uke nr. 49?",                   "nb", WEEK_49],
  ["ukenummer 5",                               "nb", WEEK_5],
  ["u. 5",                                      "nb", WEEK_5],
  ["uke 5 og 6",                                "nb", "2027-02-01/2027-02-15"],
  ["ukene 5–7",                                 "nb", "2027-02-01/2027-02-22"],
  ["uke 5/2027",                                "nb", WEEK_5],
  ["week 5",                                    "en", WEEK_5],
  ["Week5",                                     "en", WEEK_5],
  ["wk 5",                                      "en", WEEK_5],
  ["wk.5",                                      "en", WEEK_5],
  ["week #5",                                   "en", WEEK_5],
  ["week number 5",                             "en", WEEK_5],
  ["weeks 5 and 6",                             "en", "2027-02-01/2027-02-15"],
  ["between week 5 and week 6",                 "en", "2027-02-01/2027-02-15"],
  ["week 5, 2027",                              "en", WEEK_5],
  ["2027-W05",                                  "en", WEEK_5],
  ["2027W05",                                   "nb", WEEK_5],
  ["W05-2027",                                  "sv", WEEK_5],
  // No number of a week.
  ["nästa vecka 3 december",                    "sv", "2026-12-03/2026-12-04"],
  ["nästa vecka 5 personer",                    "sv", "2026-11-23/2026-11-30", 5],
  ["next week at 18",                           "en", "2026-11-23/2026-11-30"],
  ["this week 18:30",                           "en", "2026-11-21/2026-11-23"],
  ["every week 30 minutes",                     "en", undefined],
  ["en uke 3 timer",                            "nb", undefined],
  ["vad betalar vi år två",                     "sv", undefined],
  ["vi är två",                                 "sv", undefined, 2],
  // A span of time.
  ["in 5 weeks",                                "en", "2026-12-21/2026-12-28"],
  ["What's on in five weeks?",                  "en", "2026-12-21/2026-12-28"],
  ["om 5 veckor",                               "sv", "2026-12-21/2026-12-28"],
  ["om cirka två veckor",                       "sv", "2026-11-30/2026-12-07"],
  ["om 5 uker",                                 "nb", "2026-12-21/2026-12-28"],
  ["om 10 dager",                               "nb", "2026-12-01/2026-12-02"],
  // A week before a holiday or a day.
  ["the week before Christmas",                 "en", "2026-12-17/2026-12-24"],
  ["veckan före påsk",                          "sv", "2027-03-18/2027-03-25"],
  ["uka før 16. desember",                      "nb", "2026-12-09/2026-12-16"],
  // The week around a day.
  ["my kid is off the week of 8 March",         "en", "2027-03-08/2027-03-15"],
  ["the weekend of 13 February",                "en", "2027-02-08/2027-02-15"],
  ["veckan som börjar den 8 mars",              "sv", "2027-03-08/2027-03-15"],
  ["uka rundt 10. mars",                        "nb", "2027-03-08/2027-03-15"],
  ["något mellan jul och nyår?",                "sv", "2026-12-25/2027-01-01"],
  ["åpent i romjula?",                          "nb", "2026-12-25/2027-01-01"],
  ["om två månader",                            "sv", "2027-01-01/2027-02-01"],
  ["the pilot takes 4 weeks",                   "en", undefined],

  // Days, seasons and holidays, and what is before or after them.
  ["16 dec?",                                   "en", "2026-12-16/2026-12-17"],
  ["3. des",                                    "nb", "2026-12-03/2026-12-04"],
  ["anything in Febuary?",                      "en", "2027-02-01/2027-03-01"],
  ["7–16 december",                             "sv", "2026-12-07/2026-12-17"],
  ["from 7 to 16 December",                     "en", "2026-12-07/2026-12-17"],
  ["mellom 7. og 16. desember",                 "nb", "2026-12-07/2026-12-17"],
  ["before Christmas",                          "en", "2026-11-21/2026-12-24"],
  ["før jul",                                   "nb", "2026-11-21/2026-12-24"],
  ["efter januari",                             "sv", "2027-02-01/2028-02-01"],
  ["etter uke 50",                              "nb", "2026-12-14/2027-12-14"],
  ["innan den 10 december",                     "sv", "2026-11-21/2026-12-10"],
  ["från och med mars",                         "sv", "2027-03-01/2028-03-01"],
  ["whats on in feb",                           "en", "2027-02-01/2027-03-01"],
  ["något i sept.?",                            "sv", "2027-09-01/2027-10-01"],
  ["hva skjer i des. i Göteborg",               "nb", "2026-12-01/2027-01-01"],
  ["noe i dec eller jan?",                      "nb", "2026-12-01/2027-02-01"],
  ["vi har mar i butikken",                     "nb", undefined],
  ["når er det i vår?",                         "nb", "2027-03-01/2027-06-01"],
  ["vad händer i vår butik?",                   "sv", undefined],
  ["påsken",                                    "sv", "2027-03-25/2027-03-30"],
  ["i sommer",                                  "nb", "2027-06-01/2027-09-01"],
  ["After Commerce December?",                  "en", "2026-12-01/2027-01-01"],
  ["is it easier to come by train?",            "en", undefined],
  ["this winter",                               "en", "2026-12-01/2027-03-01"],
  ["from January to March",                     "en", "2027-01-01/2027-04-01"],
  ["från januari till mars",                    "sv", "2027-01-01/2027-04-01"],
  ["fra januar til og med mars",                "nb", "2027-01-01/2027-04-01"],
  ["December 2026 to January",                  "en", "2026-12-01/2027-02-01"],
  ["december till januari 2028",                "sv", "2027-12-01/2028-02-01"],
  ["from week 49 to week 51",                   "en", "2026-11-30/2026-12-21"],
  ["December 7-16",                             "en", "2026-12-07/2026-12-17"],
  ["between 10 December and 15 January",        "en", "2026-12-10/2027-01-16"],
  ["mellan den 10 december och den 15 januari", "sv", "2026-12-10/2027-01-16"],
  ["30 November to 3 December",                 "en", "2026-11-30/2026-12-04"],
  ["30. november – 3. desember",                "nb", "2026-11-30/2026-12-04"],
  ["from Monday 7 to Friday 11 December",       "en", "2026-12-07/2026-12-12"],
  ["the 10th of December",                      "en", "2026-12-10/2026-12-11"],
  ["den 10:e december",                         "sv", "2026-12-10/2026-12-11"],
  ["kl 18 den 3 december",                      "sv", "2026-12-03/2026-12-04"],
  ["3 december 5 personer",                     "sv", "2026-12-03/2026-12-04", 5],
  ["spring 2028",                               "en", "2028-03-01/2028-06-01"],
  ["hösten 2028",                               "sv", "2028-09-01/2028-12-01"],
  ["sommeren 2028",                             "nb", "2028-06-01/2028-09-01"],
  ["winter 2028",                               "en", "2027-12-01/2028-03-01"],
  ["and the 16th?",                             "en", "2026-12-16/2026-12-17"],
  ["we meant Thursday 10 in Gothenburg",         "en", "2026-12-10/2026-12-11"],
  ["torsdag 10. i Göteborg, er det noe da",      "nb", "2026-12-10/2026-12-11"],
  ["och den 16:e?",                             "sv", "2026-12-16/2026-12-17"],
  ["den 30.?",                                  "nb", "2026-11-30/2026-12-01"],
  ["the 16th floor",                            "en", undefined],
  ["the Christmas party",                       "en", undefined],
  ["the summer party",                          "en", undefined],
  ["julbordet",                                 "sv", undefined],
  ["the Christmas trade",                       "en", undefined],
  ["before Christmas in Varberg",               "en", "2026-11-21/2026-12-24"],
  // Both.
  ["we are 5 people week 49",                   "en", WEEK_49, 5],
  ["week 49, 5 people",                         "en", WEEK_49, 5],
  ["5 of us in week 49",                        "en", WEEK_49, 5],
  ["vad kostar det för 5 personer vecka 49",    "sv", WEEK_49, 5],
  ["vad kostar det för 5 v.49",                 "sv", WEEK_49, 5],
  ["vecka 49 och 6 kollegor",                   "sv", WEEK_49, 6],
  ["vi er seks i uke 49",                       "nb", WEEK_49, 6],
  ["for 5 in december",                         "en", "2026-12-01/2027-01-01", 5],
  ["5 personer 3/12",                           "sv", "2026-12-03/2026-12-04", 5],
])("a week has a number, and a number beside a word for people counts them", (text, locale, days, people) => {
  expect(namedIn(text, locale)).toEqual({ days, people });
});

forEvery<readonly [locale: Locale, texts: readonly string[]]>([
  ["en", ["we are 5", "we're seven at the office", "for 5", "five of us", "6 from the same company", "team of five"]],
  ["en", ["4 students", "for five people, please", "two individual memberships"]],
  ["sv", ["vi är 5", "vi är sex på kontoret", "Är vi fem", "för 5", "för oss sex", "sju kollegor", "5 pers", "5 st"]],
  ["sv", ["sex studenter", "så vi bara blir fyra", "grupp på åtta", "två vanliga medlemskap", "fem från samma firma"]],
  ["nb", ["vi er 5", "vi er seks på jobben", "for 5", "for oss seks", "sju kolleger", "5 stk", "fem stykker"]],
  ["nb", ["tre studenter", "vi blir bare fire", "gruppe på åtte", "fem fra samme firma"]],
])("a number beside a word for people counts them (%s)", (locale, texts) => {
  expect(texts.filter((text) => namedIn(text, locale).people === undefined)).toEqual([]);
});

forEvery<readonly [locale: Locale, texts: readonly string[]]>([
  ["en", ["day 3", "3 days", "at 18", "at six", "18:30", "december 3", "3/12", "2027", "Q1", "5 months", "30 minutes"]],
  [
    "en",
    [
      "half past six",
      "6 pm",
      "week 0",
      "week 54",
      "week 100",
      "for 3 hours",
      "for two nights",
      "we are 5 minutes away",
    ],
  ],
  [
    "en",
    ["I'm 22", "my son is 5", "20%", "20 percent", "SEK 500", "room 12", "24/7", "1.5", "version 3", "3 dec", "top 10"],
  ],
  [
    "sv",
    ["dag 3", "3 dagar", "kl 18", "klockan 18", "kl. 18.30", "vid sju", "halv sju", "kvart i fyra", "den 3", "3 dec"],
  ],
  ["sv", ["vecka 0", "v. 54", "v 100", "i 5 veckor", "5 månader", "30 minuter", "om en kvart", "vi är 5 minuter bort"]],
  [
    "sv",
    ["jag är 22", "min dotter är 5", "20 procent", "500 kr", "sal 12", "kvartal 3", "för 5 år sedan", "för två nätter"],
  ],
  ["sv", ["vi är fyra på inköp och en på ekonomi"]],
  ["nb", ["dag 3", "3 dager", "kl 18", "klokka sju", "halv sju", "kvart på fire", "den 17.", "3. des", "5 måneder"]],
  [
    "nb",
    ["uke 0", "uke 54", "i 5 uker", "30 minutter", "vi er fem minutter unna", "jeg er 22", "500 kr", "for to år siden"],
  ],
])("any other number counts nobody (%s)", (locale, texts) => {
  expect(texts.filter((text) => namedIn(text, locale).people !== undefined)).toEqual([]);
});

it("a week counts while it lasts, and then that of the next year", () => {
  const week49 = (today: string) => namedIn("vecka 49", "sv", today).days;
  expect(week49("2026-12-06")).toBe(WEEK_49); // its Sunday
  expect(week49("2026-12-07")).toBe("2027-12-06/2027-12-13");
  expect(namedIn("week 53", "en", "2027-01-02").days).toBe("2026-12-28/2027-01-04");
  expect(namedIn("week 1", "en", "2025-12-30").days).toBe("2025-12-29/2026-01-05");
  expect(namedIn("uke 53", "nb", "2027-01-04").days).toBe("2032-12-27/2033-01-03");
});

forEvery<readonly [locale: Locale, unknown: string, known: string]>([
  ["en", "anything around midsummer?", "anything on the 10th?"],
  ["sv", "har ni något på påsklovet?", "har ni något i påsk?"],
  ["nb", "skjer det noe i høstferien?", "skjer det noe i høst?"],
  ["en", "is there something on Black Friday?", "is there something on Friday?"],
])("a time of which the days are not known is read as such (%s)", (locale, unknown, known) => {
  expect(slotsIn(unknown, locale)).toMatchObject({ isUnknownTime: true });
  expect(slotsIn(known, locale)).not.toHaveProperty("isUnknownTime");
});

forEvery<readonly [locale: Locale, text: string, discounts: readonly string[] | undefined]>([
  ["en", "My brother isn't a student, what does he pay?", []],
  ["en", "And what would my colleague pay?", []],
  ["en", "My colleague is a student, what does she pay?", ["student"]],
  ["sv", "Vad betalar man om man inte pluggar?", []],
  ["nb", "Hva betaler hun hvis hun ikke er student?", []],
  ["nb", "Hva koster det?", undefined],
])("a discount that does not hold for somebody is given up (%s: %s)", (locale, text, discounts) => {
  expect(slotsIn(text, locale).discounts).toEqual(discounts);
});

forEvery<readonly [locale: Locale, text: string, weekday: number | undefined]>([
  ["en", "Who is there on Thursday?", 3],
  ["en", "Do you always meet on Thursdays?", undefined],
  ["en", "Thursday 3 December", undefined],
  ["en", "Is anything on after Tuesday?", undefined],
  ["sv", "vad händer på tisdagen", 1],
  ["nb", "skjer det noe på fredag?", 4],
])("a weekday alone is any such day to come (%s: %s)", (locale, text, weekday) => {
  expect(slotsIn(text, locale).period?.weekday).toBe(weekday);
});

it("a day without a month is the first such day of what the conversation is about", () => {
  expect(slotsIn("and the 9th?", "en", TODAY, "2027-03-01").period?.from).toBe("2027-03-09");
});

forEvery<readonly [locale: Locale, abroad: readonly string[], home: readonly string[]]>([
  ["en", ["a company in Norway", "a Norwegian company", "we are from Denmark"], ["Norwegian kroner", "in Danish"]],
  ["sv", ["vi är från Norge", "ett norskt företag"], ["norska kronor", "på norska"]],
  ["nb", ["vi er fra Norge", "et norsk firma"], ["norske kroner", "danske gjester", "på norsk"]],
])("another country is named by itself, or by a word for a company of it (%s)", (locale, abroad, home) => {
  const isAbroad = (text: string) => slotsIn(text, locale).isAbroad === true;
  expect(abroad.filter((text) => !isAbroad(text))).toEqual([]);
  expect(home.filter(isAbroad)).toEqual([]);
});

forEvery<readonly [locale: Locale, text: string, city: string | undefined, home: string | undefined]>([
  ["en", "I live in Malmö. Is there anything in Stockholm?", "stockholm", "Malmö"],
  ["en", "can I join from Bergen", undefined, "Bergen"],
  ["sv", "Jag kommer från Göteborg, när är ni i Stockholm?", "stockholm", undefined],
  ["sv", "Jag bor i Stockholm, när är nästa kväll?", "stockholm", undefined],
  ["nb", "Vi holder til i Oslo. Kan vi komme i Varberg?", "varberg", "Oslo"],
])(
  "where a visitor comes from is not where an event is wanted, unless no other city is named (%s: %s)",
  (locale, text, city, home) => {
    const slots = slotsIn(text, locale);
    expect({ city: slots.city, home: slots.home, unknownCity: slots.unknownCity }).toEqual({
      city,
      home,
      unknownCity: undefined,
    });
  },
);

it("a season in its last week is that of the next year", () => {
  expect(slotsIn("in the autumn", "en", "2026-11-23").period?.from).toBe("2026-09-01");
  expect(slotsIn("in the autumn", "en", "2026-11-30").period?.from).toBe("2027-09-01");
});
