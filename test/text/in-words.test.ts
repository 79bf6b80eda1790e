import { expect, it } from "@jest/globals";
import { createI18n } from "../../src/content/i18n.js";
import { recurrenceInWords } from "../../src/content/recurrence.js";
import { pricesOf } from "../../src/membership/price.js";
import { moneyInWords, percentInWords, shortDate, shortTimes, whenInWords } from "../../src/text/in-words.js";
import { inEachLocale, type Locale } from "../../src/text/locale.js";
import { forEvery } from "../support/for-every.js";
import { event } from "../support/library.js";

const { getFixedT } = createI18n("locales");
const plain = (text: string) => text.replaceAll(/\s/g, " ");

it("an event has both its dates if it ends on another day, by the clock of its zone", () => {
  const starts = Date.parse("2026-12-10T22:30:00Z");
  const lasting = (minutes: number) =>
    plain(whenInWords(starts, starts + minutes * 60_000, "Europe/Stockholm", "sv", getFixedT("sv")));
  const times = (ends: string) => plain(shortTimes("2026-12-10T17:30:00+01:00", ends, "sv"));
  expect(lasting(20)).toBe("torsdag 10 december 2026 kl. 23:30–23:50");
  expect(lasting(60)).toBe("torsdag 10 december 2026 kl. 23:30 – fredag 11 december 2026 kl. 00:30");
  expect(times("2026-12-10T20:00:00+01:00")).toBe("17:30–20:00");
  expect(times("2026-12-11T12:00:00+01:00")).toBe("17:30 – 11 dec 12:00");
});

it("a short date has no full stop at its end", () => {
  const short = shortDate("2026-12-03T17:30:00+01:00", "nb");
  expect(short).toMatchObject({ weekday: "tor", day: "03", dayAndMonth: "3. des", month: "des", time: "17:30" });
});

it("amounts and shares are not rounded, and prices with VAT and discounts to the smallest coin", () => {
  const membership = { price: 1999, vat: 25, currency: "SEK" };
  expect(plain(moneyInWords(1200, "SEK", "sv"))).toBe("1 200 kr");
  expect(moneyInWords(99.5, "EUR", "en")).toBe("€99.50");
  expect(plain(percentInWords(25.5, "nb"))).toBe("25,5 %");
  expect(pricesOf(membership)).toEqual({ withoutVat: 1999, withVat: 2498.75 });
  expect(pricesOf(membership, 33)).toEqual({ withoutVat: 1339.33, withVat: 1674.16 });
});

const expectedTexts: Readonly<Record<string, Readonly<Record<Locale, string>>>> = {
  "FREQ=WEEKLY;BYDAY=TH,MO;COUNT=10": {
    en: "every Monday and Thursday, 10 times in all",
    sv: "varje måndag och torsdag, sammanlagt 10 gånger",
    nb: "hver mandag og torsdag, 10 ganger i alt",
  },
  "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU": {
    en: "every other week on Tuesday",
    sv: "varannan tisdag",
    nb: "annenhver tirsdag",
  },
  "FREQ=WEEKLY;BYMONTH=1,2,3,4,5,6,8,9,10,11,12;UNTIL=20281231": {
    en: "every Thursday, except July, until 31 December 2028",
    sv: "varje torsdag, utom i juli, till och med den 31 december 2028",
    nb: "hver torsdag, unntatt i juli, til og med 31. desember 2028",
  },
  "FREQ=MONTHLY": { en: "day 6 of every month", sv: "den 6 i månaden", nb: "den 6. i måneden" },
  "FREQ=MONTHLY;BYDAY=2MO,4TU,5SA,-1FR,-2SU;BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12": {
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
  // 30 February does not exist.
  "FREQ=YEARLY;INTERVAL=2;BYMONTH=3,2,1;BYMONTHDAY=30": {
    en: "30 January and 30 March every other year",
    sv: "den 30 januari och 30 mars vartannat år",
    nb: "30. januar og 30. mars annethvert år",
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
};

forEvery(Object.entries(expectedTexts))("a rule is described in each language", (rule, texts) => {
  const { recurrence, starts } = event({ rule });
  const inWords = (locale: Locale) =>
    recurrenceInWords(recurrence!.rule, starts.slice(0, 10), locale, getFixedT(locale));
  expect(inEachLocale(inWords)).toEqual(texts);
});
