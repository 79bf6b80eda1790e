import { concepts } from "../domain/concept.js";
import type { PageName } from "./paths.js";

const rooms = concepts.map(({ slug }): PageName => slug);

/** What the main menu leads to, in order. */
export const menu: readonly PageName[] = [...rooms, "guides", "perspectives", "about", "contact"];

/** The pages of the whole site, as its foot lists them beside the three concepts. */
export const sitePages: readonly PageName[] = [
  "guides",
  "perspectives",
  "about",
  "contact",
  "developer",
  "privacy",
  "terms",
];
