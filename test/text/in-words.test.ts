import { expect, it } from "@jest/globals";
import { createI18n } from "../../src/content/i18n.js";
import { pricesOf } from "../../src/membership/price.js";
import { moneyInWords, percentInWords, shortDate, shortTimes, whenInWords } from "../../src/text/in-words.js";

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
