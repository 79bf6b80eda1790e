import { z } from "zod";
import { escapeMarkdown } from "../domain/escape-markdown.js";
import type { Locale } from "../domain/locale.js";
import { features, type Page, type Part, type Section } from "../domain/page.js";
import { isLocalDate } from "../domain/wall-clock.js";
import type { Addresses } from "../site/addresses.js";
import { type Facts, filler } from "./facts.js";
import { readFrontMatter } from "./front-matter.js";
import { linker } from "./links.js";
import { type Block, blocksOf, htmlOf } from "./markdown.js";
import { nextStepFields, nextStepOf } from "./next-step.js";
import type { Refuse } from "./problems.js";

/** What a text may refer to. */
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
  /** Questions that its reader may have, for Dialogue to suggest; it must have an answer to each. */
  ask: z.array(z.string().min(8).max(70)).max(3).default([]),
  next: nextStepFields,
  form: z
    .strictObject({
      heading: z.string().min(3).max(60),
      text: z.string().min(20).max(300),
      action: z.string().min(3).max(40),
      purpose: z.string().min(8).max(120),
      thanks: z.strictObject({ heading: z.string().min(3).max(60), text: z.string().min(40).max(500) }),
    })
    .nullable()
    .default(null),
  updated: z.string().refine(isLocalDate, "must be a date that exists: 2027-05-06"),
});

/**
 * A page from its file: front matter, then `## Title {#id}` for each section and `### Title {#id}` for its parts; a
 * part that happens at a time has it before its title, `### 17:30 Title {#id}`; a section about what not every
 * operator sets up names it, `## Title {#id only-with=mistral}`. `{{name}}` stands for a fact,
 * `page:<name>` in a link for that page's address, `mail:` for the owner's mailbox.
 *
 * Errors  none thrown; `refuse` is told of everything wrong, and then the page is not to be used.
 */
export function readPage(source: string, locale: Locale, references: References, refuse: Refuse): Page | undefined {
  const fill = filler(references.facts, refuse);
  const links = linker(references, locale, refuse);
  const matter = readFrontMatter(source, frontMatter, fill, refuse);
  if (!matter) return undefined;

  const blocks = blocksOf(matter.body).map(({ heading, markdown }) => ({
    heading: fill(heading),
    markdown: links.linked(fill(markdown, escapeMarkdown)),
  }));
  const { next, ...words } = matter.data;
  const page: Page = {
    ...words,
    sections: sectionsOf(blocks, refuse),
    next: nextStepOf(next, links, references.mail, refuse),
  };
  for (const { slug } of links.articles)
    refuse(slug, "is an article, which comes and goes: link to the list of its kind");
  const parts = page.sections.flatMap((section) => section.parts.map(({ id }) => id));
  for (const { part } of page.keyFacts) {
    if (part !== null && !parts.includes(part)) refuse("keyFacts", `there is no part {#${part}}`);
  }
  return page;
}

function sectionsOf(blocks: readonly Block[], refuse: Refuse): Section[] {
  const sections: (Section & { parts: Part[] })[] = [];
  const seen = new Set<string>();

  for (const { heading, markdown } of blocks) {
    const match =
      /^(?<level>##|###) (?:(?<time>\d\d:\d\d) )?(?<title>.+) \{#(?<id>[a-z][a-z0-9-]*)(?: only-with=(?<service>[a-z]+))?\}$/.exec(
        heading,
      );
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
      service = null,
    } = match.groups as Record<"level" | "title" | "id", string> & { time?: string; service?: string };
    if (seen.has(id)) refuse(`{#${id}}`, "stands twice on the page");
    seen.add(id);

    const onlyWith = features.find((known) => known === service) ?? null;
    if (onlyWith !== service) refuse(`{#${id}}`, `only-with must be one of ${features.join(", ")}`);

    const text = { id, title, markdown, html: htmlOf(markdown) };
    if (/\]\(/.test(text.html)) refuse(`{#${id}}`, "has a link to where no reader may be sent");
    if (level === "##") sections.push({ ...text, parts: [], onlyWith });
    else if (onlyWith) refuse(`{#${id}}`, "is a part: only a whole section can depend on a service");
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
