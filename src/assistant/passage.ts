/** A stretch of the site's own text that answers something: what search finds and what an answer is made from. */
export interface Passage {
  /** The page's or article's title, for links. */
  readonly title: string;
  /** The heading the text stands under; empty for what a page says at its top. */
  readonly heading: string;
  /** The address it stands at, without the origin: a path, with the id of its heading where there is one. */
  readonly path: string;
  /** Plain text, a paragraph a line. */
  readonly text: string;
}
