/** Safe in text and in attributes with double quotes, of HTML and of XML. */
export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** CommonMark §2.4, backslash escapes. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~&]/g, "\\$&");
}

/** Links of Markdown, which are paths, with an origin. */
export function withAbsoluteLinks(markdown: string, origin: string): string {
  return markdown.replaceAll("](/", `](${origin}/`);
}

/** False for malformed escapes (RFC 3986 §2.1) and escaped bytes that are not UTF-8. */
export function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
