type Name =
  | "asking"
  | "copied"
  | "fresh"
  | "stopped"
  | "broken"
  | "failed"
  | "offline"
  | "limit"
  | "busy"
  | "wait"
  | "ready"
  | "left"
  | "over"
  | "site"
  | "mistral"
  | "fallback";

/** What the script says, in the language of the page: views/macros/dialogue.njk has it on the template. */
export type Words = Readonly<Record<Name, string>>;

export function wordsOn(template: HTMLTemplateElement): Words {
  return template.dataset as Words;
}

/** `#` in words stands for a number; they come for one and for more, as in `# day|# days`. */
export function numbered(words: string, number: number): string {
  return words.split("|")[number === 1 ? 0 : 1]!.replace("#", String(number));
}
