import { HtmlValidate } from "html-validate";

const validator = new HtmlValidate({
  extends: ["html-validate:standard", "html-validate:a11y"],
  rules: {
    "no-implicit-button-type": "error",
    // Safari takes a list without markers for plain text unless its role is repeated.
    "prefer-native-element": ["error", { exclude: ["list"] }],
    // Style: an attribute without a value and one that is empty are the same HTML.
    "attribute-empty-style": "off",
  },
});

/** The HTML errors of a page, one per line. */
export async function errorsIn(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages
      .filter(({ message }) => !message.startsWith('Redundant role "list"'))
      .map(({ line, ruleId, message }) => `${line}: ${ruleId}: ${message}`),
  );
}
