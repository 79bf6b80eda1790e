/** What names a thing in an address: lower-case letters and digits, with single hyphens between, at most 100 signs. */
export type Slug = string;

export function isSlug(text: string): text is Slug {
  return text.length <= 100 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text);
}
