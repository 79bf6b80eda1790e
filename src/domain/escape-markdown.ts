/** A text that Markdown shows as it is, whatever signs it holds (CommonMark §2.4, backslash escapes). */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~&]/g, "\\$&");
}
