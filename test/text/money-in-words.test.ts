import { expect, it } from "@jest/globals";
import { pricesOf } from "../../src/site/membership.js";
import { moneyInWords, percentInWords } from "../../src/text/money-in-words.js";

const plain = (text: string) => text.replaceAll(/\s/g, " ");

it("an amount has its currency, and decimals only if they are not zero", () => {
  expect(moneyInWords(1200, "SEK", "en")).toBe("SEK\u00a01,200");
  expect(moneyInWords(99.5, "EUR", "en")).toBe("€99.50");
  expect(plain(moneyInWords(1200, "SEK", "sv"))).toBe("1 200 kr");
  expect(plain(moneyInWords(99.5, "EUR", "nb"))).toMatch(/99,50/);
});

it("a share in per cent is not rounded to a whole one", () => {
  expect({ en: percentInWords(25, "en"), sv: plain(percentInWords(25, "sv")) }).toEqual({ en: "25%", sv: "25 %" });
  expect(percentInWords(12.5, "en")).toBe("12.5%");
  expect(plain(percentInWords(25.5, "nb"))).toBe("25,5 %");
});

it("prices with VAT and discounts are rounded to the smallest coin", () => {
  const membership = { price: 1999, vat: 25 };
  expect(pricesOf(membership)).toEqual({ withoutVat: 1999, withVat: 2498.75 });
  expect(pricesOf(membership, 33)).toEqual({ withoutVat: 1339.33, withVat: 1674.16 });
  expect(pricesOf(membership, 50)).toEqual({ withoutVat: 999.5, withVat: 1249.38 });
});
