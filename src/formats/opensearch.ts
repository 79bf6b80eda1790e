import type { Locale } from "../domain/locale.js";
import { openSearchPath, searchPath } from "../site/paths.js";

/** Of the short name, in characters. */
const MAX_NAME = 16;

/** OpenSearch 1.1 Draft 6, as browsers read it. */
export function openSearchDescription(
  { name, description, icon }: Readonly<Record<"name" | "description" | "icon", string>>,
  baseUrl: string,
  locale: Locale,
): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">',
    `<ShortName>${escapeXml(name.slice(0, MAX_NAME))}</ShortName>`,
    `<Description>${escapeXml(description)}</Description>`,
    `<Language>${locale}</Language>`,
    "<InputEncoding>UTF-8</InputEncoding>",
    `<Image width="48" height="48" type="image/x-icon">${escapeXml(baseUrl + icon)}</Image>`,
    `<Url type="text/html" template="${escapeXml(baseUrl + searchPath(locale))}?q={searchTerms}"/>`,
    `<Url type="application/opensearchdescription+xml" rel="self" template="${escapeXml(baseUrl + openSearchPath(locale))}"/>`,
    "</OpenSearchDescription>",
    "",
  ].join("\n");
}

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeXml = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character]!);
