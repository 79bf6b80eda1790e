import type { Locale } from "../domain/locale.js";

/** A mail to a visitor; every text is plain. */
export interface Letter {
  readonly locale: Locale;
  readonly heading: string;
  readonly sections: readonly { readonly heading?: string; readonly lines: readonly string[] }[];
  readonly footer: readonly string[];
}

export function letterText({ heading, sections, footer }: Letter): string {
  const parts = sections.map(({ heading, lines }) => [...(heading ? [heading] : []), ...lines].join("\n"));
  return `${[heading, ...parts].join("\n\n")}\n\n-- \n${footer.join("\n")}\n`;
}

export function letterHtml({ locale, heading, sections, footer }: Letter): string {
  const parts = sections.map(
    ({ heading, lines }) =>
      `${heading ? `<h2 style="font-size:1.1em">${escapeHtml(heading)}</h2>\n` : ""}${paragraph(lines)}`,
  );
  return `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(heading)}</title></head>
<body style="font:16px/1.5 sans-serif;max-width:36em;margin:1em auto;padding:0 1em">
<h1 style="font-size:1.4em">${escapeHtml(heading)}</h1>
${parts.join("\n")}
<hr>
<footer style="font-size:.9em">${paragraph(footer)}</footer>
</body>
</html>
`;
}

const paragraph = (lines: readonly string[]) => `<p>${lines.map(withLinks).join("<br>\n")}</p>`;

function withLinks(line: string): string {
  return escapeHtml(line).replace(/https?:\/\/[^\s<]+/g, '<a href="$&">$&</a>');
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
