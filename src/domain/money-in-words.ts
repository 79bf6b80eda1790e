import { type Locale, regionalTags } from "./locale.js";

export function moneyInWords(amount: number, currency: string, locale: Locale): string {
  const digits = Number.isInteger(amount) ? 0 : 2;
  return new Intl.NumberFormat(regionalTags[locale], {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount);
}

export function percentInWords(percent: number, locale: Locale): string {
  return new Intl.NumberFormat(regionalTags[locale], { style: "percent" }).format(percent / 100);
}
