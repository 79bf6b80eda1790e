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
type Texts = Partial<Record<Locale, readonly string[]>>;
// biome-ignore format: texts that mean the same stand together, by their days
forEvery<readonly [days: string | undefined, texts: Texts, people?: number]>([
  ["2026-11-21/2026-11-22", { en: ["tonight's evening", "this evening’s subject"], sv: ["kvällens träff", "dagens Boardroom"],
    nb: ["kveldens arrangement"] }],
  ["2026-11-21/2026-11-23", { en: ["this week 18:30"] }],
  ["2026-11-21/2026-12-10", { sv: ["innan den 10 december"] }],
  ["2026-11-21/2026-12-24", { en: ["before Christmas", "before Christmas in Varberg"], nb: ["før jul"] }],
  ["2026-11-23/2026-11-24", { en: ["the day after tomorrow"], sv: ["i övermorgon"], nb: ["i overmorgen"] }],
  ["2026-11-23/2026-11-30", { en: ["next week at 18"] }],
  ["2026-11-30/2026-12-01", { nb: ["den 30.?"] }],
  ["2026-11-30/2026-12-04", { en: ["30 November to 3 December"], nb: ["30. november – 3. desember"] }],
  [WEEK_49, { sv: ["Vad händer vecka 49?", "vecka49", "v.49?", "vecka 49 i december", "om cirka två veckor"],
    nb: ["Hva skjer i uke nr. 49?"] }],
  ["2026-11-30/2026-12-21", { en: ["from week 49 to week 51"] }],
  ["2026-12-01/2026-12-02", { nb: ["om 10 dager"] }],
  ["2026-12-01/2027-01-01", { en: ["After Commerce December?"], nb: ["hva skjer i des. i Göteborg"] }],
  ["2026-12-01/2027-02-01", { en: ["December 2026 to January"], nb: ["noe i dec eller jan?"] }],
  ["2026-12-01/2027-03-01", { en: ["this winter"] }],
  ["2026-12-03/2026-12-04", { sv: ["nästa vecka 3 december", "kl 18 den 3 december"], nb: ["3. des"] }],
  ["2026-12-07/2026-12-12", { en: ["from Monday 7 to Friday 11 December"] }],
  ["2026-12-07/2026-12-17", { en: ["from 7 to 16 December", "December 7-16"], sv: ["7–16 december"],
    nb: ["mellom 7. og 16. desember"] }],
  ["2026-12-07/2026-12-16", { nb: ["uka før 16. desember"] }],
  ["2026-12-10/2026-12-11", { en: ["the 10th of December", "we meant Thursday 10 in Gothenburg"],
    sv: ["den 10:e december"], nb: ["torsdag 10. i Göteborg, er det noe da"] }],
  ["2026-12-10/2027-01-16", { en: ["between 10 December and 15 January"],
    sv: ["mellan den 10 december och den 15 januari"] }],
  ["2026-12-14/2027-12-14", { nb: ["etter uke 50"] }],
  ["2026-12-16/2026-12-17", { en: ["16 dec?", "and the 16th?"], sv: ["och den 16:e?"] }],
  ["2026-12-14/2026-12-24", { en: ["the week before Christmas"] }],
  ["2026-12-21/2026-12-28", { en: ["in 5 weeks", "What's on in five weeks?"], sv: ["om 5 veckor"],
      nb: ["om 5 uker"] }],
  ["2026-12-21/2027-01-11", { sv: ["vecka 52 och 1"] }],
  ["2026-12-25/2027-01-01", { sv: ["något mellan jul och nyår?"], nb: ["åpent i romjula?"] }],
  ["2026-12-28/2027-01-04", { sv: ["vecka 53"] }],
  ["2027-01-01/2027-02-01", { sv: ["om två månader"] }],
  ["2027-01-01/2027-04-01", { en: ["from January to March"], sv: ["från januari till mars"],
    nb: ["fra januar til og med mars"] }],
  [WEEK_5, { en: ["week 5", "Week5", "wk 5", "wk.5", "week #5", "week number 5", "week 5, 2027", "2027-W05"],
    sv: ["v. 5", "v.5", "v5", "V 5", "veckan 5", "vecka nummer 5", "vecka nr. 05", "veckonummer 5",
      "Vecka 5 är jag i Göteborg", "W05-2027"],
    nb: ["uke 5", "uka 5", "ukenummer 5", "u. 5", "uke 5/2027", "2027W05"] }],
  ["2027-02-01/2027-02-15", { en: ["weeks 5 and 6", "between week 5 and week 6"],
    sv: ["veckorna 5 och 6", "vecka 5-6", "v. 5/6", "vecka 6 eller vecka 5"], nb: ["uke 5 og 6"] }],
  ["2027-02-01/2027-02-22", { sv: ["vecka 5 till 7", "vecka 5, 6 och 7"], nb: ["ukene 5–7"] }],
  ["2027-02-01/2027-03-01", { en: ["anything in Febuary?", "whats on in feb"] }],
  ["2027-02-01/2028-02-01", { sv: ["efter januari"] }],
  ["2027-02-08/2027-02-15", { en: ["the weekend of 13 February"] }],
  ["2027-03-01/2027-06-01", { nb: ["når er det i vår?"] }],
  ["2027-03-01/2028-03-01", { sv: ["från och med mars"] }],
  ["2027-03-08/2027-03-15", { en: ["my kid is off the week of 8 March"], sv: ["veckan som börjar den 8 mars"],
    nb: ["uka rundt 10. mars"] }],
  ["2027-03-15/2027-03-25", { sv: ["veckan före påsk"] }],
  ["2027-03-25/2027-03-30", { sv: ["påsken"] }],
  ["2027-06-01/2027-09-01", { nb: ["i sommer"] }],
  ["2027-09-01/2027-10-01", { sv: ["något i sept.?"] }],
  ["2027-12-01/2028-02-01", { sv: ["december till januari 2028"] }],
  ["2027-12-01/2028-03-01", { en: ["winter 2028"] }],
  ["2027-12-06/2027-12-13", { sv: ["vecka 49 nästa år"] }],
  ["2028-01-31/2028-02-07", { sv: ["vecka 5 2028", "vecka 5 år 2028"] }],
  ["2028-03-01/2028-06-01", { en: ["spring 2028"] }],
  ["2028-06-01/2028-09-01", { nb: ["sommeren 2028"] }],
  ["2028-09-01/2028-12-01", { sv: ["hösten 2028"] }],
  [undefined, {
    en: ["every week 30 minutes", "the pilot takes 4 weeks", "is it easier to come by train?", "the 16th floor",
      "the Christmas party", "the summer party", "the Christmas trade"],
    sv: ["vad betalar vi år två", "vad händer i vår butik?", "julbordet"],
    nb: ["en uke 3 timer", "vi har mar i butikken"] }],
  ["2026-11-23/2026-11-30", { sv: ["nästa vecka 5 personer"] }, 5],
  [WEEK_49, { en: ["we are 5 people week 49", "week 49, 5 people", "5 of us in week 49"],
    sv: ["vad kostar det för 5 personer vecka 49", "vad kostar det för 5 v.49"] }, 5],
  [WEEK_49, { sv: ["vecka 49 och 6 kollegor"], nb: ["vi er seks i uke 49"] }, 6],
  ["2026-12-01/2027-01-01", { en: ["for 5 in december"] }, 5],
  ["2026-12-03/2026-12-04", { sv: ["3 december 5 personer", "5 personer 3/12"] }, 5],
  [undefined, { sv: ["vi är två"] }, 2],
])("a week has a number, and a number beside a word for people counts them", (days, texts, people) => {
  for (const [locale, all] of Object.entries(texts))
    for (const text of all) expect({ text, ...namedIn(text, locale as Locale) }).toEqual({ text, days, people });
});

// biome-ignore format: one below the other they fill a page
forEvery<readonly [locale: Locale, texts: readonly string[]]>([
  ["en", [
    "we are 5", "we're seven at the office", "for 5", "five of us", "6 from the same company", "team of five",
    "4 students", "for five people, please", "two individual memberships"]],
  ["sv", [
    "vi är 5", "vi är sex på kontoret", "Är vi fem", "för 5", "för oss sex", "sju kollegor", "5 pers", "5 st",
    "sex studenter", "så vi bara blir fyra", "grupp på åtta", "två vanliga medlemskap", "fem från samma firma"]],
  ["nb", [
    "vi er 5", "vi er seks på jobben", "for 5", "for oss seks", "sju kolleger", "5 stk", "fem stykker",
    "tre studenter", "vi blir bare fire", "gruppe på åtte", "fem fra samme firma"]],
])("a number beside a word for people counts them", (locale, texts) => {
  expect(texts.filter((text) => namedIn(text, locale).people === undefined)).toEqual([]);
});

// biome-ignore format: one below the other they fill a page
forEvery<readonly [locale: Locale, texts: readonly string[]]>([
  ["en", [
    "day 3", "3 days", "at 18", "at six", "18:30", "december 3", "3/12", "2027", "Q1", "5 months", "30 minutes",
    "half past six", "6 pm", "week 0", "week 54", "week 100", "for 3 hours", "for two nights",
    "we are 5 minutes away", "I'm 22", "my son is 5", "20%", "we are 20% dearer", "20 percent", "SEK 500", "room 12", "24/7", "1.5",
    "version 3", "3 dec", "top 10"]],
  ["sv", [
    "vi är fyra på inköp och en på ekonomi", "dag 3", "3 dagar", "kl 18", "klockan 18", "kl. 18.30", "vid sju", "halv sju", "kvart i fyra", "den 3", "3 dec",
    "vecka 0", "v. 54", "v 100", "i 5 veckor", "5 månader", "30 minuter", "om en kvart", "vi är 5 minuter bort",
    "jag är 22", "min dotter är 5", "20 procent", "500 kr", "sal 12", "kvartal 3", "för 5 år sedan",
    "för två nätter"]],
  ["nb", [
    "dag 3", "3 dager", "kl 18", "klokka sju", "halv sju", "kvart på fire", "den 17.", "3. des", "5 måneder", "uke 0",
    "uke 54", "i 5 uker", "30 minutter", "vi er fem minutter unna", "jeg er 22", "500 kr", "for to år siden"]],
])("any other number counts nobody", (locale, texts) => {
  expect(texts.filter((text) => namedIn(text, locale).people !== undefined)).toEqual([]);
});

it("a week counts while it lasts, a season until its last week, and then that of the next year", () => {
  const week49 = (today: string) => namedIn("vecka 49", "sv", today).days;
  expect(week49("2026-12-06")).toBe(WEEK_49); // its Sunday
  expect(week49("2026-12-07")).toBe("2027-12-06/2027-12-13");
  expect(namedIn("in the autumn", "en", "2026-11-30").days).toBe("2027-09-01/2027-12-01");
  expect(namedIn("week 53", "en", "2027-01-02").days).toBe("2026-12-28/2027-01-04");
  expect(namedIn("week 1", "en", "2025-12-30").days).toBe("2025-12-29/2026-01-05");
  expect(namedIn("uke 53", "nb", "2027-01-04").days).toBe("2032-12-27/2033-01-03");
});

forEvery<readonly [locale: Locale, unknown: string, known: string]>([
  ["en", "anything around midsummer?", "anything on the 10th?"],
  ["sv", "har ni något på påsklovet?", "har ni något i påsk?"],
  ["nb", "skjer det noe i høstferien?", "skjer det noe i høst?"],
  ["en", "is there something on Black Friday?", "is there something on Friday?"],
])("a time of which the days are not known is read as such", (locale, unknown, known) => {
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
])("a discount that does not hold for somebody is given up", (locale, text, discounts) => {
  expect(slotsIn(text, locale).discounts).toEqual(discounts);
});

forEvery<readonly [locale: Locale, text: string, weekday: number | undefined]>([
  ["en", "Who is there on Thursday?", 3],
  ["en", "Do you always meet on Thursdays?", undefined],
  ["en", "Thursday 3 December", undefined],
  ["en", "Is anything on after Tuesday?", undefined],
  ["en", "Thursday's evening", 3],
  ["sv", "vad händer på tisdagen", 1],
  ["sv", "tisdagens kväll", 1],
  ["nb", "skjer det noe på fredag?", 4],
])("a weekday alone is any such day to come", (locale, text, weekday) => {
  expect(slotsIn(text, locale).period?.weekday).toBe(weekday);
});

it("a day without a month is the first such day of what the conversation is about", () => {
  expect(slotsIn("and the 9th?", "en", TODAY, "2027-03-01").period?.from).toBe("2027-03-09");
});

forEvery<readonly [locale: Locale, abroad: readonly string[], home: readonly string[]]>([
  ["en", ["a company in Norway", "a Norwegian company", "we are from Denmark"], ["Norwegian kroner", "in Danish"]],
  ["sv", ["vi är från Norge", "ett norskt företag"], ["norska kronor", "på norska"]],
  ["nb", ["vi er fra Norge", "et norsk firma"], ["norske kroner", "danske gjester", "på norsk"]],
])("another country is named by itself, or by a word for a company of it", (locale, abroad, home) => {
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
])("where a visitor comes from is not where an event is wanted", (locale, text, city, home) => {
  const slots = slotsIn(text, locale);
  expect(slots.city).toBe(city);
  expect(slots.home).toBe(home);
  expect(slots.unknownCity).toBeUndefined();
});
