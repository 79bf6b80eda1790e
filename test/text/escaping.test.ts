import { expect, it } from "@jest/globals";
import { escapeMarkdown } from "../../src/text/escaping.js";

it("escapeMarkdown escapes every character with a meaning in Markdown", () => {
  expect(escapeMarkdown("a\\b `c` *d* _e_ {f} [g] <h> #i |j ~k &l 1.0 (m)!")).toBe(
    "a\\\\b \\`c\\` \\*d\\* \\_e\\_ \\{f\\} \\[g\\] \\<h\\> \\#i \\|j \\~k \\&l 1.0 (m)!",
  );
});
