import { conceptOf, type PageName, pageNames } from "./paths.js";

const evening = pageNames.filter((page) => conceptOf(page)?.code === "AFTER");

/** How far the sun of After Commerce has gone down on a page, 0 to below 4: it sinks from page to page. */
export function hourOf(page: PageName): number {
  return (4 * Math.max(0, evening.indexOf(page))) / evening.length;
}
