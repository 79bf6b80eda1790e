import { localePath } from "../addresses/paths.js";
import { linkedText } from "../content/markdown.js";
import { icalendar } from "../events/icalendar.js";
import type { EventRecord } from "../events/record.js";
import type { Site } from "../site.js";
import { escapeHtml } from "../text/escaping.js";
import type { Locale } from "../text/locale.js";

export interface Letter {
  readonly to: string;
  readonly subject: string;
  /** Different for each mail about a submission. */
  readonly id: string;
  /** RFC 3834 §5 */
  readonly autoSubmitted: "auto-replied" | "auto-generated";
  readonly attached: EventRecord | undefined;
  readonly heading: string;
  readonly sections: readonly { readonly heading?: string; readonly lines: Lines }[];
  readonly footer: Lines;
}

/** Empty ones are left out. */
type Lines = readonly (string | false | undefined)[];

/** A mail to the sender of a form, which no program answers; a person's answer goes to the site's address. */
export function letterMail(letter: Letter, { baseUrl, getFixedT, library }: Site, locale: Locale) {
  const { to, subject, id, autoSubmitted, attached } = letter;
  const { mail, name } = library.organisation;
  const content = { ...letter, footer: [...letter.footer, `${name} · ${baseUrl}${localePath(locale)}`] };
  const organizer = { name: name.replaceAll('"', "'"), email: mail };
  const calendar = attached && {
    filename: `${attached.id}.ics`,
    content: icalendar({ locale: attached.locale, t: getFixedT(locale), events: [attached], organizer }),
    contentType: "text/calendar; charset=utf-8; method=PUBLISH",
  };
  return {
    to: { name: "", address: to },
    replyTo: { name, address: mail },
    subject,
    text: plainText(content),
    html: html(content, locale),
    headers: { "Auto-Submitted": autoSubmitted, "X-Auto-Response-Suppress": "All" },
    attachments: calendar ? [calendar] : [],
    messageId: `<${id}@${new URL(baseUrl).hostname}>`,
  };
}

function plainText({ heading, sections, footer }: Letter): string {
  const parts = sections.map(({ heading, lines }) => joinLines([heading, ...lines]));
  return `${[heading, ...parts].join("\n\n")}\n\n-- \n${joinLines(footer)}\n`;
}

function html({ heading, sections, footer }: Letter, locale: Locale): string {
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

const joinLines = (lines: Lines) => lines.filter(Boolean).join("\n");

function paragraph(lines: Lines): string {
  return `<p>${linkedText(joinLines(lines))}</p>`;
}
