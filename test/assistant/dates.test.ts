import { expect, it } from "@jest/globals";
import { easterSunday } from "../../src/domain/easter.js";
import type { Locale } from "../../src/domain/locale.js";
import { assistant } from "./asked.js";

const site = assistant();
const ask = (locale: Locale, asked: string) => {
  const { text, sources } = site.conversation([asked], locale);
  return { text: text.replaceAll(/[\u00a0\u202f]/g, " "), page: sources[0]?.path };
};

it.each([
  ["sv", "vad händer på majkvällen i göteborg", "13 maj 2027"],
  ["sv", "när är juniträffen", "11 juni 2027"],
  ["sv", "när är marsfrukosten", "19 mars 2027"],
  ["sv", "decemberbordet i varberg", "30 december 2026"],
  ["sv", "blir det torsdagskväll i göteborg", "3 december 2026"],
  ["sv", "när är sommarträffen", "11 juni 2027"],
  ["nb", "når er junitreffet", "11. juni 2027"],
  ["nb", "er påskefrokosten flyttet", "19. mars 2027"],
  ["nb", "sommertreffet i varberg", "11. juni 2027"],
  ["en", "When is the summer gathering?", "11 June 2027"],
] as const)("in %s, “%s” is read as a date and a thing", (locale, asked, date) => {
  expect(ask(locale, asked).text).toContain(date);
});

it.each([
  ["en", "what is on 2026-12-03", "3 December 2026"],
  ["sv", "något 3/12?", "3 december 2026"],
  ["nb", "skjer det noe 3.12.?", "3. desember 2026"],
  ["en", "anything on 12/3", "Nothing is planned on 12 March 2027."],
] as const)("in %s, a date in figures is understood, the day first: “%s”", (locale, asked, says) => {
  expect(ask(locale, asked).text).toContain(says);
});

it.each([
  ["en", "When is the next After Commerce in Gothenburg after 3 December?", "10 December 2026", " 3 December"],
  ["sv", "När är nästa After Commerce i Göteborg efter den 3 december?", "10 december 2026", " 3 december"],
  ["nb", "Når er neste After Commerce i Göteborg etter den 3. desember?", "10. desember 2026", " 3. desember"],
  ["sv", "vad händer i Göteborg efter 3/12", "10 december 2026", " 3 december"],
] as const)("in %s, after a day, “%s”, what comes later is told", (locale, asked, date, day) => {
  expect(ask(locale, asked).text).toContain(date);
  expect(ask(locale, asked).text).not.toContain(day);
});

it.each([
  ["en", "what is on this month", "27 November 2026", "December"],
  ["en", "what is on before Christmas", "16 December 2026", "30 December"],
  ["en", "anything after New Year", "21 January 2027", "December 2026"],
  ["en", "when's the first breakfast of the new year", "29 January 2027", "November 2026"],
  ["nb", "når er første frokost på nyåret", "29. januar 2027", "november 2026"],
  ["en", "anything in July?", "Nothing is planned then.", "18 June 2027"],
  ["en", "are you open on Sundays", "Nothing is planned then.", "last Friday"],
  ["sv", "händer det något i mellandagarna", "30 december 2026", "januari"],
  ["nb", "skjer det noe i romjula", "30. desember 2026", "januar"],
] as const)("in %s, “%s” is a stretch of time, and nothing outside it is told", (locale, asked, within, outside) => {
  const { text } = ask(locale, asked);
  expect(text).toContain(within);
  expect(text).not.toContain(outside);
});

it.each([
  ["en", "was there an After Commerce in Gothenburg on 5 November 2026?", "5 November 2026, 17:30"],
  ["sv", "var det något den 5 november 2026", "5 november 2026 kl. 17:30"],
  ["nb", "var det noe i oktober 2026", "28. oktober 2026"],
] as const)("in %s, “%s” is told of what has been, and led nowhere", (locale, asked, date) => {
  const { text } = ask(locale, asked);
  expect(text).toContain(date);
  expect(text).not.toMatch(/\/contact|2027|december/i);
});

it("after a date on which nothing was comes the next from now", () => {
  expect(ask("en", "was there anything in July 2026").text).toMatch(
    /^Nothing is planned then\. Next is .*November 2026/,
  );
});

it.each([
  ["en", "Is there anything on 17 May?", "28 May 2027"],
  ["sv", "är det något den 17 maj?", "28 maj 2027"],
  ["nb", "skjer det noe 17. mai?", "28. mai 2027"],
] as const)("in %s, after a day with nothing on, “%s”, comes the next from that day on", (locale, asked, date) => {
  const { text } = ask(locale, asked);
  expect(text).toContain(date);
  expect(text).not.toContain("2026");
});

it.each([
  ["en", "New Year's Eve", "Nothing is planned on 31 December 2026."],
  ["en", "are you open on Christmas Eve", "Nothing is planned on 24 December 2026."],
  ["sv", "lucia", "Ingenting är planerat den 13 december 2026."],
  ["sv", "är det något på trettondagen", "Ingenting är planerat den 6 januari 2027."],
  ["sv", "annandag påsk?", "Ingenting är planerat den 29 mars 2027."],
  ["sv", "har ni öppet på julafton", "Ingenting är planerat den 24 december 2026."],
  ["nb", "nyttårsaften", "Det er ikke planlagt noe 31. desember 2026."],
  ["en", "twelfth night", "Nothing is planned on 5 January 2027."],
  ["nb", "sankthansaften", "Det er ikke planlagt noe 23. juni 2027."],
  ["nb", "sankthans", "Det er ikke planlagt noe 24. juni 2027."],
  ["nb", "jonsok", "Det er ikke planlagt noe 24. juni 2027."],
  ["nb", "første mai", "Det er ikke planlagt noe 1. mai 2027."],
] as const)("in %s, of a feast on which nothing is, “%s”, that is said with its date", (locale, asked, says) => {
  expect(ask(locale, asked).text).toMatch(new RegExp(`^${says}`));
});

it.each([
  ["sv", "påsk", "Flyttad från fredag 26 mars 2027"],
  ["en", "is there an evening on Ascension Day", "Moved from Thursday 6 May 2027"],
  ["en", "Has the May 6 evening been moved?", "Moved from Thursday 6 May 2027"],
] as const)("in %s, what would have been on the day, “%s”, is told with where it went", (locale, asked, says) => {
  expect(ask(locale, asked).text).toContain(says);
});

it.each(["which may evenings are there", "what may dates are there"])(
  "of a month, “%s”, its dates are told",
  (asked) => {
    expect(ask("en", asked).text).toContain("13 May 2027");
  },
);

it.each(["who may come?", "when may I come?"])("what somebody may is no month: %s", (question) => {
  expect(site.conversation(["When is the next Boardroom?", question], "en").text).not.toContain("May 2027, 08:00");
});

it.each([
  [
    "en",
    "Why was Stockholm in February called off?",
    /^\[.*is cancelled\. The bar is being refitted/,
    "after-commerce",
  ],
  ["sv", "stockholm i februari, varför inställt?", /^\[.*är inställd\. Baren bygger om/, "after-commerce"],
  ["nb", "stockholm i februar, hvorfor avlyst?", /^\[.*er avlyst\. Baren er stengt/, "after-commerce"],
  ["en", "Has the breakfast in March been moved because of Easter?", /^\[.*19 March.*Good Friday/, "commerce-commons"],
  ["sv", "har frukosten i mars flyttats på grund av påsken", /^\[.*19 mars.*långfredag/, "commerce-commons"],
  ["nb", "er frokosten i påsken flyttet", /^\[.*19\. mars.*Langfredag/, "commerce-commons"],
] as const)("in %s, “%s” is answered first with what changed and why", (locale, asked, says, page) => {
  expect(ask(locale, asked).text).toMatch(says);
  expect(ask(locale, asked).page).toBe(`/${locale}/${page}`);
});

it.each([
  ["en", "Which Thursdays do you meet in Gothenburg?", "first Thursday of every month", "3 December 2026"],
  ["en", "which day of the month is the breakfast", "last Friday of every month", "27 November 2026"],
  ["sv", "Vilka torsdagar kör ni i Göteborg?", "första torsdagen i månaden", "3 december 2026"],
  ["sv", "vilka månader är boardroom i varberg", "mars, juni, oktober och december", "30 december 2026"],
  ["nb", "Hvilken dag i måneden er det After Commerce i Göteborg?", "første torsdag", "3. desember 2026"],
  ["nb", "Hvilke måneder har dere Boardroom i Göteborg?", "andre tirsdag", "9. februar 2027"],
] as const)("in %s, “%s” is answered with the rule and the next date", (locale, asked, rule, next) => {
  expect(ask(locale, asked).text).toContain(rule);
  expect(ask(locale, asked).text).toContain(next);
});

it.each([
  ["en", "Is there anything I can join online, and when?", "21 January 2027"],
  ["sv", "finns det något digitalt jag kan vara med på, och när", "21 januari 2027"],
  ["nb", "er det noe på nett, og når", "21. januar 2027"],
  ["sv", "Uteserveringen i Varberg, när är det?", "11 juni 2027"],
  ["nb", "noe i varberg til sommeren, utendørs?", "11. juni 2027"],
  ["en", "does Boardroom ever come to Stockholm?", "16 February 2027"],
  ["nb", "kommer Boardroom noen gang til Stockholm?", "16. februar 2027"],
  ["sv", "next after work gothenburg", "3 december 2026"],
] as const)("in %s, “%s” finds the event by how or where it is held", (locale, asked, date) => {
  expect(ask(locale, asked).text).toMatch(new RegExp(`^[^\n]*${date.replace(".", "\\.")}`));
});

it.each([
  [
    "en",
    "When is the next After Commerce in Stockholm?",
    /To come, write to us here: \[[^\]]+\]\(\/en\/contact\?event=after-commerce-stockholm-2026-12-16#form\)/,
  ],
  [
    "sv",
    "När är nästa frukost?",
    /skriver du till oss här: \[.*\/sv\/contact\?event=commons-breakfast-gothenburg-2026-11-27#form\)/,
  ],
  [
    "nb",
    "Når er neste Boardroom i Varberg?",
    /Her søker du om plass: \[.*\/varberg\/attend\?event=boardroom-varberg-2026-12-30#form\)/,
  ],
] as const)("in %s, the links under a date say what they are for", (locale, asked, says) => {
  expect(ask(locale, asked).text).toMatch(says);
});

it("Easter is when the churches say", () => {
  expect([2025, 2026, 2027, 2028, 2038].map(easterSunday)).toEqual([
    "2025-04-20",
    "2026-04-05",
    "2027-03-28",
    "2028-04-16",
    "2038-04-25",
  ]);
});

it.each([
  ["en", "Is there an evening before Christmas 2020?"],
  ["en", "What was on at Easter 2024?"],
  ["sv", "Vad händer i mellandagarna 2022?"],
  ["nb", "Hva skjer etter jul 2021?"],
] as const)("in %s a year that is over is no trouble: %s", (locale, question) => {
  expect(site.conversation([question], locale).text).not.toBe("");
});

it.each(["Does the evening start at 9.10?", "It takes 2.5 hours, is that right?"])(
  "a time is no date: %s",
  (question) => {
    expect(site.conversation([question], "en").text).not.toContain("Nothing is planned");
  },
);
