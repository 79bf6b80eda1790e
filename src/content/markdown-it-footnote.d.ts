/** The package has no types, and those of DefinitelyTyped are for an older markdown-it. */
declare module "markdown-it-footnote" {
  import type { MarkdownIt } from "markdown-it";

  export default function footnotes(markdownIt: MarkdownIt): void;
}
