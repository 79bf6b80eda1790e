import type { Locale } from "../domain/locale.js";
import { breadcrumbs } from "../site/navigation.js";
import type { PageName } from "../site/paths.js";
import type { Site } from "./site.js";

/** From the home page to a page, and to what is `below` it. */
export function trailTo(
  page: PageName,
  locale: Locale,
  { baseUrl, library }: Site,
  ...below: { label: string; path: string }[]
) {
  const linkTo = (name: PageName) => ({
    label: library.page(name, locale).label,
    path: library.addresses.pathTo(name, locale),
  });
  return [...breadcrumbs(page).map(linkTo), ...below].map((link) => ({ ...link, url: baseUrl + link.path }));
}
