import type { Locale } from "../domain/locale.js";
import type { Page, Text } from "../domain/page.js";

/**
 * A page as Markdown, for readers who are programs: a short YAML front matter, then all that the page says.
 * Links within the site become absolute. Strings in the front matter are JSON strings, which YAML 1.2 reads.
 */
export function markdownPage(page: Page, about: { locale: Locale; url: string; baseUrl: string }): string {
  const { locale, url, baseUrl } = about;
  const absolute = (markdown: string) => markdown.replaceAll("](/", `](${baseUrl}/`);
  const text =
    (level: string) =>
    ({ title, markdown }: Text) => [`${level} ${title}`, ...(markdown ? [markdown] : [])];

  const frontMatter = [
    "---",
    `title: ${JSON.stringify(page.title)}`,
    `description: ${JSON.stringify(page.description)}`,
    `lang: ${locale}`,
    `url: ${url}`,
    "---",
  ].join("\n");
  const blocks = [
    frontMatter,
    `# ${page.heading}`,
    page.lead,
    ...page.sections.flatMap((section) => [...text("##")(section), ...section.parts.flatMap(text("###"))]),
    `## ${page.next.heading}`,
    page.next.text,
    `[${page.next.action}](${page.next.href})`,
  ];
  return `${absolute(blocks.join("\n\n"))}\n`;
}
