import type { Expiring } from "../domain/expiring.js";

const MONTHS_AHEAD = 6;

/**
 * Whom to tell of a vulnerability. It expires at the beginning of a month half a year ahead, so that it never lapses
 * while it is served and its bytes change once a month, at `validUntil` (milliseconds since 1970 UTC).
 *
 * Source  RFC 9116; `Expires` less than a year ahead, as §2.5.5 recommends.
 */
export function securityTxt(
  { contact, languages, canonical }: { contact: string; languages: readonly string[]; canonical: string },
  now: number,
): Expiring<string> {
  const date = new Date(now);
  const monthAhead = (months: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months);
  const expires = new Date(monthAhead(MONTHS_AHEAD)).toISOString().replace(".000", "");
  const fields = [
    `Contact: mailto:${contact}`,
    `Expires: ${expires}`,
    `Preferred-Languages: ${languages.join(", ")}`,
    ...(canonical.startsWith("https:") ? [`Canonical: ${canonical}`] : []), // §2.5.2: web addresses are https
  ];
  return { value: `${fields.join("\n")}\n`, validUntil: monthAhead(1) };
}
