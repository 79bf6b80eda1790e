import { expect, it } from "@jest/globals";
import { renderMarkdown } from "../../src/content/markdown.js";

it("running text keeps short words with a hyphen on one line, and code and addresses stay as they are", () => {
  expect(renderMarkdown("Send e-post: `e-post`, [a-b@example.com](mailto:a-b@example.com)")).toBe(
    '<p>Send e-\u2060post: <code>e-post</code>, <a href="mailto:a-b@example.com">a-b@example.com</a></p>\n',
  );
});
