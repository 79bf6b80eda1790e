/** CommonMark §2.4, backslash escapes. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~&]/g, "\\$&");
}
