import type { FormState } from "../forms/present.js";
import type { Site } from "../site.js";
import { articleMarkdown, articleModel } from "./article.js";
import { dateMarkdown, dateModel } from "./date.js";
import type { PageRef } from "./find.js";
import { pageMarkdown, pageModel } from "./page.js";

/** The data of a page, from which its view makes HTML. */
function modelOf(ref: PageRef, site: Site, form?: FormState) {
  if (ref.kind === "page") return pageModel(ref.name, ref.locale, site, form);
  if (ref.kind === "article") return articleModel(ref.article, ref.locale, site);
  return dateModel(ref.occurrence, ref.locale, site, form);
}

/** `form` is what was typed into the form of the page, and what is wrong with it. */
export function htmlOf(ref: PageRef, site: Site, form?: FormState): string {
  const model = modelOf(ref, site, form);
  return site.render(model.view, ref.locale, model);
}

/** Links are paths if `origin` is empty. */
export function markdownOf(ref: PageRef, site: Site, origin = site.baseUrl): string {
  if (ref.kind === "page") return pageMarkdown(ref.name, ref.locale, site, origin);
  if (ref.kind === "article") return articleMarkdown(ref.article, ref.locale, site, origin);
  return dateMarkdown(ref.occurrence, ref.locale, site, origin);
}
