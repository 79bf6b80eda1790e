/** Lower-case letters and digits with single hyphens between, at most 100 characters. */
export type Slug = string;

export const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

export function isSlug(text: string): text is Slug {
  return text.length <= 100 && SLUG.test(text);
}
