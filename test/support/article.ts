import { stringify } from "yaml";

/** The file of an English guide, /guides/lamps, published on 1 November 2026, with the given changes. */
export function articleFile(front: Readonly<Record<string, unknown>> = {}, body = "Switch them on.\n"): string {
  const fields = stringify({
    kind: "guide",
    slug: "lamps",
    title: "How to sell a lamp",
    description: "A description of the length that is asked for, about lamps and those who buy them in winter.",
    author: "The editorial team",
    published: "2026-11-01",
    updated: front.published ?? "2026-11-01",
    topics: ["pricing"],
    concept: "AFTER",
    next: { heading: "Come by", text: "We meet and talk about lamps.", action: "See when", to: "page:after-commerce" },
    ...front,
  });
  return `---\n${fields}---\n\n${body}`;
}
