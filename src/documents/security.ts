import { locales } from "../text/locale.js";

const MONTHS_AHEAD = 6;

/** RFC 9116; `Expires` is half a year ahead (§2.5.5 recommends less than a year) and changes once a month. */
export function securityTxt(contact: string, url: string, now: number): string {
  const date = new Date(now);
  const expires = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + MONTHS_AHEAD));
  const fields = [
    `Contact: mailto:${contact}`,
    `Expires: ${expires.toISOString().replace(".000", "")}`,
    `Preferred-Languages: ${locales.join(", ")}`,
    ...(url.startsWith("https:") ? [`Canonical: ${url}`] : []), // §2.5.2: web addresses are https
  ];
  return `${fields.join("\n")}\n`;
}
