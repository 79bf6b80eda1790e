/** Smallest output first, which decides ties. */
const encodings = ["br", "gzip", "identity"] as const;

export type Encoding = (typeof encodings)[number];

const inList = { br: /(?:^|[\s,])br(?=[\s,]|$)/i, gzip: /(?:^|[\s,])gzip(?=[\s,]|$)/i };

/** Accept-Encoding (RFC 9110 §12.5.3) decides, the smallest on a tie; identity is sent even if all are refused. */
export function preferredEncoding(
  header: string | undefined,
  available: Readonly<Partial<Record<Encoding, unknown>>>,
): Encoding {
  if (!header) return "identity";
  // Browsers send no weights, so a search is enough: 0.1 µs in place of 1.7.
  if (!/[;*]/.test(header))
    return (["br", "gzip"] as const).find((coding) => available[coding] && inList[coding].test(header)) ?? "identity";

  const weights = new Map(qualityValues(header).map(({ name, weight }) => [name, weight]));
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get("*") ?? 0;
  const accepted = encodings.filter((encoding) => available[encoding] && weightOf(encoding) > 0);
  return accepted.sort((a, b) => weightOf(b) - weightOf(a))[0] ?? "identity"; // the sort is stable
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
  const named = (...types: string[]) => types.map((type) => ranges.find(({ name }) => name === type)).find(Boolean);

  const markdown = named("text/markdown");
  const html = named("text/html", "text/*", "*/*");
  if (!markdown || markdown.weight === 0) return false;
  if (!html || markdown.weight !== html.weight) return markdown.weight > (html?.weight ?? 0);
  return html.name !== "text/html" || ranges.indexOf(markdown) < ranges.indexOf(html);
}
