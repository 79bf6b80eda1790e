/** The items of a header in lower case with their weights: 1 by default, 0 if invalid (RFC 9110 §12.4.2). */
export function qualityValues(header: string): { readonly name: string; readonly weight: number }[] {
  return header.split(",").map((item) => {
    const [name = "", ...parameters] = item.split(";").map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, "");
    return { name, weight: quality === undefined ? 1 : Number(quality) || 0 };
  });
}
