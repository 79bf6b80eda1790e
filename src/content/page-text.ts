import { z } from "zod";
import { escapeMarkdown } from "../domain/escape-markdown.js";
import type { Locale } from "../domain/locale.js";
import type { Page, Part, Section } from "../domain/page.js";
import type { Addresses } from "../site/addresses.js";
import { isPageName } from "../site/paths.js";
import { type Facts, filler } from "./facts.js";
import { readFrontMatter } from "./front-matter.js";
import { type Block, blocksOf, htmlOf } from "./markdown.js";
import type { Problem } from "./problems.js";

/** What a page's text may refer to. */
export interface References {
  /** By the name that stands between {{ and }}; undefined when the facts could not be read, which is told elsewhere. */
  readonly facts: Facts | undefined;
  /** Where `mail:` leads. */
  readonly mail: string;
  readonly addresses: Addresses;
}

const frontMatter = z.strictObject({
  title: z.string().min(3).max(60),
  description: z.string().min(80).max(160),
  label: z.string().min(2).max(24),
  heading: z.string().min(3).max(48),
  lead: z.string().min(60).max(240),
  keyFacts: z
    .array(
      z.strictObject({
        term: z.string().min(2).max(30),
        value: z.string().min(1).max(80),
        note: z.string().min(2).max(60).nullable().default(null),
        /** The id of the part that it is the price of. */
        part: z.string().nullable().default(null),
      }),
    )
    .default([]),
  next: z.strictObject({
    heading: z.string().min(3).max(60),
    text: z.string().min(20).max(240),
    action: z.string().min(3).max(40),
    /** `page:` and a page's name, with or without `#` and a section's id, or `mail`. */
    to: z.string().regex(/^(?:page:[\w#-]+|mail)$/, "is neither page:<name> nor mail"),
    subject: z.string().min(3).max(80).optional(),
  }),
});

/**
 * A page from its file: front matter, then `## Title {#id}` for each section and `### Title {#id}` for its parts; a
 * part that happens at a time has it before its title, `### 17:30 Title {#id}`. `{{name}}` stands for a fact,
 * `page:<name>` in a link for that page's address, `mail:` for the owner's mailbox.
 *
 * Errors  none thrown; everything wrong is in `problems`, and then there is no page.
 */
export function readPage(file: string, source: string, locale: Locale, { facts, mail, addresses }: References) {
  const problems: Problem[] = [];
  const refuse = (field: string, message: string) => void problems.push({ file, field, message });

  const fill = filler(facts, refuse);
  const addressOf = (target: string) => {
    const [name = "", id] = target.split("#");
    if (!isPageName(name)) refuse("link", `there is no page "${name}"`);
    return isPageName(name) ? addresses.pathTo(name, locale) + (id ? `#${id}` : "") : "";
  };

  const matter = readFrontMatter(file, source, frontMatter, fill);
  if (!matter.ok) return { page: undefined, problems: [...problems, ...matter.problems] };

  const blocks = blocksOf(matter.body).map(({ heading, markdown }) => ({
    heading: fill(heading),
    markdown: fill(markdown, escapeMarkdown)
      .replace(/\]\(page:([^)\s]*)\)/g, (_, target: string) => `](${addressOf(target)})`)
      .replaceAll("](mail:)", `](mailto:${mail})`),
  }));
  const { next, ...words } = matter.data;
  if ((next.to === "mail") !== (next.subject !== undefined))
    refuse("next.subject", "is given exactly when `to` is mail");

  const page: Page = {
    ...words,
    sections: sectionsOf(blocks, refuse),
    next: {
      heading: next.heading,
      text: next.text,
      action: next.action,
      href: next.to === "mail" ? mailto(mail, next.subject) : addressOf(next.to.replace("page:", "")),
    },
  };
  const parts = page.sections.flatMap((section) => section.parts.map(({ id }) => id));
  for (const { part } of page.keyFacts) {
    if (part !== null && !parts.includes(part)) refuse("keyFacts", `there is no part {#${part}}`);
  }
  return { page: problems.length > 0 ? undefined : page, problems };
}

function sectionsOf(blocks: readonly Block[], refuse: (field: string, message: string) => void): Section[] {
  const sections: (Section & { parts: Part[] })[] = [];
  const seen = new Set<string>();

  for (const { heading, markdown } of blocks) {
    const match = /^(?<level>##|###) (?:(?<time>\d\d:\d\d) )?(?<title>.+) \{#(?<id>[a-z][a-z0-9-]*)\}$/.exec(heading);
    if (!match) {
      if (heading + markdown !== "")
        refuse((heading || markdown).slice(0, 40), "is not under a heading like `## Title {#id}`");
      continue;
    }

    const {
      level,
      time = null,
      title,
      id,
    } = match.groups as Record<"level" | "title" | "id", string> & { time?: string };
    if (seen.has(id)) refuse(`{#${id}}`, "stands twice on the page");
    seen.add(id);

    const text = { id, title, markdown, html: htmlOf(markdown) };
    if (/\]\(/.test(text.html)) refuse(`{#${id}}`, "has a link to where no reader may be sent");
    if (level === "##") sections.push({ ...text, parts: [] });
    else if (sections.length === 0) refuse(heading, "is a part before the first section");
    else sections.at(-1)!.parts.push({ ...text, time });
  }

  if (sections.length === 0) refuse("", "has no section");
  for (const { id, markdown, parts } of sections) {
    if (markdown === "" && parts.length === 0) refuse(`{#${id}}`, "has a title and no text");
    for (const part of parts) if (part.markdown === "") refuse(`{#${part.id}}`, "has a title and no text");
  }
  return sections;
}

const mailto = (address: string, subject = "") => `mailto:${address}?subject=${encodeURIComponent(subject)}`;
