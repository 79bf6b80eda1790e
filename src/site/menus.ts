import { concepts } from "../domain/concept.js";
import type { PageName } from "./paths.js";

const inBoth = ["guides", "perspectives", "about", "contact"] as const;

export const menu: readonly PageName[] = [...concepts.map(({ slug }): PageName => slug), ...inBoth];

/** The pages of the whole site in the footer, beside those of the concepts. */
export const sitePages: readonly PageName[] = [...inBoth, "developer", "privacy", "terms"];
