import { escapeHtml } from "../text/escaping.js";
import type { Locale } from "../text/locale.js";

const MAX_NAME = 16;

interface SearchEngine {
  readonly name: string;
  readonly description: string;
  readonly locale: Locale;
  readonly iconUrl: string;
  readonly searchUrl: string;
  /** Of the description itself. */
  readonly selfUrl: string;
}

/** OpenSearch 1.1 Draft 6, as browsers read it. */
export function openSearchDescription(engine: SearchEngine): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">',
    `<ShortName>${escapeHtml(engine.name.slice(0, MAX_NAME))}</ShortName>`,
    `<Description>${escapeHtml(engine.description)}</Description>`,
    `<Language>${engine.locale}</Language>`,
    "<InputEncoding>UTF-8</InputEncoding>",
    `<Image width="48" height="48" type="image/x-icon">${escapeHtml(engine.iconUrl)}</Image>`,
    `<Url type="text/html" template="${escapeHtml(engine.searchUrl)}?q={searchTerms}"/>`,
    `<Url type="application/opensearchdescription+xml" rel="self" template="${escapeHtml(engine.selfUrl)}"/>`,
    "</OpenSearchDescription>",
    "",
  ].join("\n");
}
