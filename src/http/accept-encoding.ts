/** In the order of preference: the smallest first. */
export const encodings = ["br", "gzip", "identity"] as const;

export type Encoding = (typeof encodings)[number];

const inList: Readonly<Record<Encoding, RegExp>> = {
  br: /(?:^|[\s,])br(?=[\s,]|$)/i,
  gzip: /(?:^|[\s,])gzip(?=[\s,]|$)/i,
  identity: /(?:^|[\s,])identity(?=[\s,]|$)/i,
};

/**
 * Returns the available encoding that an Accept-Encoding header prefers (RFC 9110 §12.5.3), on a tie the smallest.
 * Identity comes last unless the header names it, and is returned even if everything is refused.
 */
export function preferredEncoding(
  header: string | undefined,
  available: Readonly<Partial<Record<Encoding, unknown>>>,
): Encoding {
  if (!header) return "identity";
  // Browsers send no weights: a search is enough.
  if (!/[;*]/.test(header))
    return encodings.find((encoding) => available[encoding] && inList[encoding].test(header)) ?? "identity";

  const weights = new Map(header.toLowerCase().split(",").map(parseItem));
  const others = weights.get("*");
  let preferred: Encoding = "identity";
  let highest = 0;
  for (const encoding of encodings) {
    const weight = weights.get(encoding) ?? others ?? (encoding === "identity" ? Number.MIN_VALUE : 0);
    if (available[encoding] && weight > highest) [preferred, highest] = [encoding, weight];
  }
  return preferred;
}

/** `gzip;q=0.5` as ["gzip", 0.5]; a weight that is not a number counts as 0. */
function parseItem(item: string): [coding: string, weight: number] {
  const [coding, weight] = item.split(/;\s*q=/);
  return [coding!.trim(), weight === undefined ? 1 : Number(weight) || 0];
}
