import { type Locale, regionalTags } from "./locale.js";

export function moneyInWords(amount: number, currency: string, locale: Locale): string {
  const options = { style: "currency", currency, trailingZeroDisplay: "stripIfInteger" } as const;
  return new Intl.NumberFormat(regionalTags[locale], options).format(amount);
}

export function percentInWords(percent: number, locale: Locale): string {
  return new Intl.NumberFormat(regionalTags[locale], { style: "percent", maximumFractionDigits: 2 }).format(
    percent / 100,
  );
}
