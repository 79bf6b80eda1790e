import { expect, it } from "@jest/globals";
import { discountedPrice, discountedPriceWithVat, priceWithVat } from "../../src/site/membership.js";
import { moneyInWords, percentInWords } from "../../src/text/money-in-words.js";

const plain = (text: string) => text.replaceAll(/\s/g, " ");

it("an amount has its currency, and decimals only if they are not zero", () => {
  expect(moneyInWords(1200, "SEK", "en")).toBe("SEK\u00a01,200");
  expect(moneyInWords(99.5, "EUR", "en")).toBe("€99.50");
  expect(plain(moneyInWords(1200, "SEK", "sv"))).toBe("1 200 kr");
  expect(plain(moneyInWords(99.5, "EUR", "nb"))).toMatch(/99,50/);
  expect([percentInWords(25, "en"), plain(percentInWords(25, "sv"))]).toEqual(["25%", "25 %"]);
});

it("prices with VAT and discounts are rounded to the smallest coin", () => {
  const membership = { price: 1999, vat: 25 };
  expect(priceWithVat(membership)).toBe(2498.75);
  expect(discountedPrice(membership, { percent: 33 })).toBe(1339.33);
  expect(discountedPriceWithVat(membership, { percent: 50 })).toBe(1249.38);
});
