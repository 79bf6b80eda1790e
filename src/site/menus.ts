import { concepts } from "../domain/concept.js";
import type { PageName } from "./paths.js";

const inBoth = ["guides", "perspectives", "about", "contact"] as const;

export const menu: readonly PageName[] = [...concepts.map(({ slug }): PageName => slug), ...inBoth];

export const sitePages: readonly PageName[] = [...inBoth, "developer", "privacy", "terms"];
