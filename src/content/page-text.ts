import { z } from "zod";
import type { Locale } from "../domain/locale.js";
import type { Page, Section, Text } from "../domain/page.js";
import type { Organisation } from "../site/organisation.js";
import { isPageName, pathTo } from "../site/paths.js";
import { readFrontMatter } from "./front-matter.js";
import { htmlOf } from "./markdown.js";
import type { Problem } from "./problems.js";

/** What a page's text may refer to: the facts, by the name that stands between {{ and }}, and where mail goes. */
export interface References {
  readonly facts: ReadonlyMap<string, string>;
  readonly organisation: Organisation;
}

const frontMatter = z.strictObject({
  title: z.string().min(3).max(60),
  description: z.string().min(80).max(160),
  label: z.string().min(2).max(24),
  heading: z.string().min(3).max(48),
  lead: z.string().min(60).max(240),
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
 * A page from its file: front matter, then `## Title {#id}` for each section and `### Title {#id}` for its parts.
 * `{{name}}` stands for a fact, `page:<name>` in a link for that page's address, `mail:` for the owner's mailbox.
 *
 * Errors  none thrown; everything wrong is in `problems`, and then there is no page.
 */
export function readPage(file: string, source: string, locale: Locale, references: References) {
  const problems: Problem[] = [];
  const refuse = (field: string, message: string) => problems.push({ file, field, message });

  const addressOf = (target: string) => {
    const [name, id] = target.split("#");
    if (!isPageName(name!)) refuse("link", `there is no page "${name}"`);
    return isPageName(name!) ? pathTo(name, locale) + (id ? `#${id}` : "") : "";
  };
  const text = source
    .replace(/\{\{\s*([\w.-]+)\s*\}\}/g, (_, name: string) => {
      const fact = references.facts.get(name);
      if (fact === undefined) refuse(`{{${name}}}`, "there is no such fact in content/facts.json or content/site.json");
      return fact ?? "";
    })
    .replace(/\]\(page:([^)\s]*)\)/g, (_, target: string) => `](${addressOf(target)})`)
    .replaceAll("](mail:)", `](mailto:${references.organisation.mail})`);

  const matter = readFrontMatter(file, text, frontMatter);
  if (!matter.ok) return { problems: [...problems, ...matter.problems] };

  const { next, ...words } = matter.data;
  const sections = sectionsOf(matter.body, refuse);
  const href = next.to === "mail" ? mailto(references.organisation.mail, next.subject) : addressOf(next.to.slice(5));
  if ((next.to === "mail") !== (next.subject !== undefined))
    refuse("next.subject", "is given exactly when `to` is mail");

  const page: Page = {
    ...words,
    sections,
    next: { heading: next.heading, text: next.text, action: next.action, href },
  };
  return problems.length > 0 ? { problems } : { page, problems };
}

function sectionsOf(body: string, refuse: (field: string, message: string) => unknown): Section[] {
  const sections: (Section & { parts: Text[] })[] = [];
  const seen = new Set<string>();

  for (const block of body.split(/^(?=#)/m)) {
    const [line = "", ...lines] = block.split("\n");
    const heading = /^(##|###) (.+) \{#([a-z][a-z0-9-]*)\}$/.exec(line);
    if (!heading) {
      if (block.trim() !== "") refuse(line.slice(0, 40), "is not under a heading like `## Title {#id}`");
      continue;
    }

    const [, level, title, id] = heading as unknown as [string, string, string, string];
    const markdown = lines.join("\n").trim();
    const text: Text = { id, title, markdown, html: htmlOf(markdown) };
    if (seen.has(id)) refuse(`{#${id}}`, "stands twice on the page");
    seen.add(id);

    if (/\]\(/.test(text.html)) refuse(`{#${id}}`, "has a link to where no reader may be sent");
    if (level === "##") sections.push({ ...text, parts: [] });
    else if (sections.length === 0) refuse(line, "is a part before the first section");
    else sections.at(-1)!.parts.push(text);
  }

  if (sections.length === 0) refuse("", "has no section");
  for (const { id, markdown, parts } of sections) {
    if (markdown === "" && parts.length === 0) refuse(`{#${id}}`, "has a title and no text");
    for (const part of parts) if (part.markdown === "") refuse(`{#${part.id}}`, "has a title and no text");
  }
  return sections;
}

const mailto = (address: string, subject = "") => `mailto:${address}?subject=${encodeURIComponent(subject)}`;
