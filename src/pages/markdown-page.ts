import { sections } from "../addresses/sections.js";
import { factLine, type Page } from "../content/page.js";
import type { EventBoard } from "../events/board.js";
import type { PresentedForm } from "../forms/present.js";
import type { Translate } from "../text/locale.js";
import type { articleRow } from "./article.js";
import { articleBlocks, type MarkdownStyle, nextStepBlocks } from "./markdown-document.js";
import { eventBlocks } from "./markdown-events.js";

interface PageContents {
  readonly form: PresentedForm | undefined;
  readonly board?: EventBoard | undefined;
  readonly listedArticles?: readonly ReturnType<typeof articleRow>[] | undefined;
  /** True on the page of a kind of articles, which lists them first. */
  readonly isList?: boolean;
}

/** The order is that of the HTML. */
export function pageBlocks(page: Page, contents: PageContents, style: MarkdownStyle): string[] {
  const { board, listedArticles, form, isList } = contents;
  const { t, writeHeading } = style;
  const events = board ? [writeHeading(2, t("events:board.heading")), ...eventBlocks(board, style)] : [];
  const listsDatesBelow = page.sections.some(({ id }) => id === sections.benefits.id);
  const next = nextStepBlocks(page.next, writeHeading);
  return [
    writeHeading(1, page.heading),
    page.lead,
    page.keyFacts.map(factLine).join("\n"),
    ...(form ? [...next, ...formBlocks(form, t)] : listsDatesBelow ? [] : events),
    ...(listedArticles && isList ? articleBlocks(t("articles:list.newest"), listedArticles, t) : []),
    ...page.sections.flatMap(({ id, title, markdown, parts }) => [
      writeHeading(2, title, id),
      markdown,
      ...parts.flatMap((part) => [
        writeHeading(3, part.time === null ? part.title : `${part.time} ${part.title}`, part.id),
        part.markdown,
      ]),
      ...(id === sections.benefits.id ? events : []),
    ]),
    ...(listedArticles?.length && !isList ? articleBlocks(t("articles:list.heading"), listedArticles, t) : []),
    ...(form ? events : next),
  ];
}

export function formBlocks({ fields, retention }: PresentedForm, t: Translate): string[] {
  const lines = fields.map(({ label, hint, required, options }) => {
    const name = required ? label : `${label} (${t("forms:optional")})`;
    return [`- **${name}**`, hint, options.map((option) => option.label).join("; ")].filter(Boolean).join(" ");
  });
  return [lines.join("\n"), retention];
}
