import { expect } from "@jest/globals";
import { createI18n } from "../../src/content/i18n.js";
import { inEachLocale, type Locale } from "../../src/domain/locale.js";
import { recurrenceInWords } from "../../src/text/recurrence-in-words.js";
import { event } from "../support/event.js";
import { forEvery } from "../support/for-every.js";

const { getFixedT } = createI18n("locales");

/** Rules that begin on Thursday 6 May 2027. */
const expectedTexts: Readonly<Record<string, Readonly<Record<Locale, string>>>> = {
  "FREQ=DAILY;INTERVAL=2": { en: "every other day", sv: "varannan dag", nb: "annenhver dag" },
  "FREQ=DAILY;COUNT=10": {
    en: "every day, 10 times in all",
    sv: "varje dag, sammanlagt 10 gånger",
    nb: "hver dag, 10 ganger i alt",
  },
  "FREQ=WEEKLY;BYDAY=TH,MO": {
    en: "every Monday and Thursday",
    sv: "varje måndag och torsdag",
    nb: "hver mandag og torsdag",
  },
  "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU": {
    en: "every other week on Tuesday",
    sv: "varannan tisdag",
    nb: "tirsdag annenhver uke",
  },
  "FREQ=WEEKLY;BYMONTH=1,2,3,4,5,6,8,9,10,11,12;UNTIL=20281231": {
    en: "every Thursday, except July, until 31 December 2028",
    sv: "varje torsdag, utom i juli, till och med den 31 december 2028",
    nb: "hver torsdag, unntatt i juli, til og med 31. desember 2028",
  },
  "FREQ=MONTHLY": { en: "day 6 of every month", sv: "den 6 i månaden", nb: "den 6. i måneden" },
  "FREQ=MONTHLY;BYDAY=1TH;BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12": {
    en: "first Thursday of every month",
    sv: "första torsdagen i månaden",
    nb: "første torsdag i måneden",
  },
  "FREQ=MONTHLY;BYDAY=2MO,4TU,5SA,-1FR,-2SU": {
    en: "second Monday, fourth Tuesday, fifth Saturday, last Friday and second-to-last Sunday of every month",
    sv: "andra måndagen, fjärde tisdagen, femte lördagen, sista fredagen och näst sista söndagen i månaden",
    nb: "andre mandag, fjerde tirsdag, femte lørdag, siste fredag og nest siste søndag i måneden",
  },
  "FREQ=MONTHLY;BYMONTHDAY=1,-1,-3,-4,-5": {
    en: "day 1, last day, third-to-last day, fourth-to-last day and fifth-to-last day of every month",
    sv: "den 1, sista dagen, tredje dagen från slutet, fjärde dagen från slutet och femte dagen från slutet i månaden",
    nb: "den 1., siste dag, tredje siste dag, fjerde siste dag og femte siste dag i måneden",
  },
  "FREQ=MONTHLY;INTERVAL=2;BYDAY=1TU;BYMONTH=1,3,5": {
    en: "first Tuesday of every other month, only in January, March and May",
    sv: "första tisdagen varannan månad, men bara i januari, mars och maj",
    nb: "første tirsdag annenhver måned, bare i januar, mars og mai",
  },
  "FREQ=YEARLY": { en: "6 May every year", sv: "den 6 maj varje år", nb: "6. mai hvert år" },
  "FREQ=YEARLY;INTERVAL=2;BYMONTH=9,3": {
    en: "6 March and 6 September every other year",
    sv: "den 6 mars och 6 september vartannat år",
    nb: "6. mars og 6. september annethvert år",
  },
  "FREQ=YEARLY;INTERVAL=4;BYMONTH=6,5;BYDAY=1SA": {
    en: "first Saturday of May and June every 4 years",
    sv: "den första lördagen i maj och juni vart 4:e år",
    nb: "første lørdag i mai og juni hvert 4. år",
  },
  "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1": {
    en: "last day of February every year",
    sv: "den sista dagen i februari varje år",
    nb: "siste dag i februar hvert år",
  },
  // 30 February does not exist.
  "FREQ=YEARLY;BYMONTH=1,2,3;BYMONTHDAY=30": {
    en: "30 January and 30 March every year",
    sv: "den 30 januari och 30 mars varje år",
    nb: "30. januar og 30. mars hvert år",
  },
};

forEvery(Object.entries(expectedTexts))("a rule is described in each language", (rule, texts) => {
  const { recurrence, starts } = event({ rule });
  const inWords = (locale: Locale) =>
    recurrenceInWords(recurrence!.rule, starts.slice(0, 10), locale, getFixedT(locale));

  expect(inEachLocale(inWords)).toEqual(texts);
});
