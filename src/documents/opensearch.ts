import type { Locale } from "../text/locale.js";
import { openSearchPath, searchPath } from "../addresses/paths.js";
import { escapeHtml } from "../text/escaping.js";

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
    `<ShortName>${escapeHtml(name.slice(0, MAX_NAME))}</ShortName>`,
    `<Description>${escapeHtml(description)}</Description>`,
    `<Language>${locale}</Language>`,
    "<InputEncoding>UTF-8</InputEncoding>",
    `<Image width="48" height="48" type="image/x-icon">${escapeHtml(baseUrl + icon)}</Image>`,
    `<Url type="text/html" template="${escapeHtml(baseUrl + searchPath(locale))}?q={searchTerms}"/>`,
    `<Url type="application/opensearchdescription+xml" rel="self" template="${escapeHtml(baseUrl + openSearchPath(locale))}"/>`,
    "</OpenSearchDescription>",
    "",
  ].join("\n");
}
