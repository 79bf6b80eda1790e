import type { Expiring } from "../domain/expiring.js";
import { locales } from "../domain/locale.js";
import { files } from "../site/paths.js";

const MONTHS_AHEAD = 6;

/** RFC 9116; `Expires` is half a year ahead (§2.5.5 recommends less than a year) and changes once a month. */
export function securityTxt(contact: string, baseUrl: string, now: number): Expiring<string> {
  const date = new Date(now);
  const monthAhead = (months: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months);
  const fields = [
    `Contact: mailto:${contact}`,
    `Expires: ${new Date(monthAhead(MONTHS_AHEAD)).toISOString().replace(".000", "")}`,
    `Preferred-Languages: ${locales.join(", ")}`,
    ...(baseUrl.startsWith("https:") ? [`Canonical: ${baseUrl}${files.security}`] : []), // §2.5.2: web addresses are https
  ];
  return { value: `${fields.join("\n")}\n`, validUntil: monthAhead(1) };
}
