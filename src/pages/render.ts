import type { FormState } from "../forms/present.js";
import type { Site } from "../site.js";
import { withAbsoluteLinks } from "../text/escaping.js";
import { articleModel } from "./article.js";
import { dateModel } from "./date.js";
import { type PageRef, summaryOf } from "./find.js";
import { datesModel, pageModel } from "./page.js";

/** The data of a page, from which its view makes HTML. */
function modelOf(ref: PageRef, site: Site, form?: FormState) {
  if (ref.kind === "page" && ref.name === "dates") return datesModel(ref.filter ?? {}, ref.locale, site);
  if (ref.kind === "page") return pageModel(ref.name, ref.locale, site, form);
  if (ref.kind === "article") return articleModel(ref.article, ref.locale, site);
  return dateModel(ref.occurrence, ref.locale, site, form);
}

/** `form` is what was typed into the form of the page, and what is wrong with it. */
export function htmlOf(ref: PageRef, site: Site, form?: FormState): string {
  const model = modelOf(ref, site, form);
  return site.render(model.view, ref.locale, model);
}

/** The same model as Markdown, in the language of the text. Links are paths if `origin` is empty. */
export function markdownOf(ref: PageRef, site: Site, origin = site.baseUrl): string {
  const { locale, updated } = summaryOf(ref, site);
  const language = ref.kind === "article" ? locale : ref.locale;
  const isInAnother = ref.kind === "article" && locale !== ref.locale;
  const model = {
    ...modelOf({ ...ref, locale: language }, site),
    updated,
    notice: isInAnother ? site.getFixedT(ref.locale)("articles:notInLanguage") : "",
    opensCalendars: origin !== "", // a language model cannot write their links
  };
  return withAbsoluteLinks(site.renderText(`markdown/${ref.kind}.md.njk`, language, model), origin);
}
