import type { Source } from "../../pages/sources.js";
import { passageOf } from "../../search/passages.js";
import type { Place } from "../../search/places.js";

const MAX_SOURCES = 3;

/** Returns the name of a place as a link, and the beginning of its text. */
export function quoteOf(place: Place, maxWords: number, baseUrl: string): string {
  const { markdown, parts, path } = place;
  const passage = passageOf(`${markdown}\n\n${parts}`, baseUrl, maxWords);
  // In Markdown, a list begins on a line of its own.
  return `[${nameOf(place)}](${path}):${passage.startsWith("- ") ? "\n\n" : " "}${passage}`;
}

export const nameOf = ({ title, heading }: Place) =>
  (heading === "" ? title : `${title}: ${heading}`).replace(/[?:]$/, "");

export const pageOf = ({ path, title }: Place): Source => ({ path, title });

/** Returns the first sources, at most one from each page. */
export function limited(sources: readonly Source[]): Source[] {
  const pages = sources.map(({ path }) => path.split("#")[0]);
  return sources.filter((_, index) => pages.indexOf(pages[index]) === index).slice(0, MAX_SOURCES);
}
