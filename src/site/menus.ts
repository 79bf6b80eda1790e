import { concepts } from "../domain/concept.js";
import type { PageName } from "./paths.js";

const rooms = concepts.map(({ slug }): PageName => slug);

const onBoth = ["guides", "perspectives", "about", "contact"] as const;

/** What the main menu leads to, in order. */
export const menu: readonly PageName[] = [...rooms, ...onBoth];

/** The pages of the whole site, as its foot lists them beside the three concepts. */
export const sitePages: readonly PageName[] = [...onBoth, "developer", "privacy", "terms"];
