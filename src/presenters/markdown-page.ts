import { articleBlocks, factLine, nextStepBlocks } from "../formats/markdown-document.js";
import type { Page, Part, Section } from "../site/page.js";
import type { Translate } from "../text/translate.js";
import type { articleRow } from "./article.js";
import type { EventBoard } from "./event-board.js";
import type { PresentedForm } from "./form.js";
import { eventBlocks } from "./markdown-events.js";

interface About {
  readonly board?: EventBoard | undefined;
  readonly sectionBeforeDates?: string | undefined;
  /** First on the page that lists their kind, last on other pages. */
  readonly listedArticles?: readonly ReturnType<typeof articleRow>[] | undefined;
  readonly form?: PresentedForm | undefined;
  readonly isList: boolean;
  readonly t: Translate;
  readonly mail: string;
}

/** Same order as the HTML. */
export function pageBlocks(page: Page, about: About): string[] {
  const { board, sectionBeforeDates, listedArticles, form, isList, t, mail } = about;
  const events = board ? eventBlocks(board, mail, t) : [];
  const [early, late] = sectionBeforeDates ? [[], events] : [events, []];
  return [
    `# ${page.heading}`,
    page.lead,
    page.keyFacts.map(factLine).join("\n"),
    ...(form ? [...nextStepBlocks(page.next), ...formBlocks(form, t)] : early),
    ...(listedArticles && isList ? articleBlocks(t("articles:list.newest"), listedArticles, t) : []),
    ...page.sections.flatMap((section) => [
      ...sectionBlocks(section),
      ...(section.id === sectionBeforeDates ? late : []),
    ]),
    ...(listedArticles?.length && !isList ? articleBlocks(t("articles:list.heading"), listedArticles, t) : []),
    ...(form ? events : nextStepBlocks(page.next)),
  ];
}

const sectionBlocks = ({ title, markdown, parts }: Section) => [`## ${title}`, markdown, ...parts.flatMap(partBlocks)];

const partBlocks = ({ time, title, markdown }: Part) => [`### ${time === null ? title : `${time} ${title}`}`, markdown];

export function formBlocks({ fields, retention }: PresentedForm, t: Translate): string[] {
  const lines = fields.map(({ label, hint, required, options }) => {
    const name = required ? label : `${label} (${t("forms:optional")})`;
    return [`- **${name}**`, hint, options.map((option) => option.label).join("; ")].filter(Boolean).join(" ");
  });
  return [lines.join("\n"), retention];
}
