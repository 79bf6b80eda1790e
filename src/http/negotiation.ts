/** All that fit into a header; the commas alone that fit would take 1 ms. */
const MAX_TAGS = 700;

/** Compares weakly (RFC 9110 §13.1.2), and ignores the suffix that Apache's mod_deflate adds and never takes off. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  const tags = ifNoneMatch.split(",", MAX_TAGS).map((tag) => tag.trim().replace(/^W\/|-gzip(?="$)/g, ""));
  return tags.includes("*") || tags.includes(etag);
}

export type Encoding = "br" | "gzip" | "identity";

/** Accept-Encoding (RFC 9110 §12.5.3) decides, the smallest on a tie; identity is sent even if all are refused. */
export function preferredEncoding(
  header: string | undefined,
  available: Readonly<Partial<Record<Encoding, unknown>>>,
): Encoding {
  if (!header) return "identity";
  // Browsers send no weights, so a search is enough: 0.1 µs in place of 1.7.
  if (!/[;*]/.test(header)) {
    if (available.br && /(?:^|[\s,])br(?=[\s,]|$)/i.test(header)) return "br";
    return available.gzip && /(?:^|[\s,])gzip(?=[\s,]|$)/i.test(header) ? "gzip" : "identity";
  }

  const weights = new Map(qualityValues(header).map(({ name, weight }) => [name, weight]));
  let preferred: Encoding = "identity";
  let highest = 0;
  for (const encoding of ["br", "gzip", "identity"] as const) {
    const weight = weights.get(encoding) ?? weights.get("*") ?? 0;
    if (!available[encoding] || weight <= highest) continue;
    preferred = encoding;
    highest = weight;
  }
  return preferred;
}

/** The items of a header in lower case with their weights: 1 by default, 0 if invalid (RFC 9110 §12.4.2). */
function qualityValues(header: string): { readonly name: string; readonly weight: number }[] {
  return header.split(",").map((item) => {
    const [name = "", ...parameters] = item.split(";").map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, "");
    return { name, weight: quality === undefined ? 1 : Number(quality) || 0 };
  });
}

/** Accept (RFC 9110 §12.5.1) must name text/markdown with at least the weight of HTML; the first wins a tie. */
export function prefersMarkdown(accept = ""): boolean {
  if (!/markdown/i.test(accept)) return false; // browsers
  const ranges = qualityValues(accept);
  const rangeOf = (type: string) => ranges.find(({ name }) => name === type);
  const markdown = rangeOf("text/markdown");
  const html = rangeOf("text/html") ?? rangeOf("text/*") ?? rangeOf("*/*");
  if (!markdown || markdown.weight === 0) return false;
  if (!html) return true;
  if (markdown.weight !== html.weight) return markdown.weight > html.weight;
  return html.name !== "text/html" || ranges.indexOf(markdown) < ranges.indexOf(html);
}
