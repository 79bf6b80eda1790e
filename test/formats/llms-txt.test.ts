import { expect, it } from "@jest/globals";
import { llmsTxt, lowerHeadings } from "../../src/formats/llms-txt.js";

it("llms.txt leaves out parts without text", () => {
  const parts = [
    { heading: "Pages", blocks: ["- one", "", "- two"] },
    { heading: "Nothing", blocks: ["", ""] },
    { heading: "Neither", blocks: [] },
  ];
  expect(llmsTxt({ name: "Site", summary: "In short.", paragraphs: ["More.", ""], parts })).toBe(
    "# Site\n\n> In short.\n\nMore.\n\n## Pages\n\n- one\n\n- two\n",
  );
  expect(lowerHeadings(["# One", "## Two\n# three", "#four", "a # five"], 2)).toEqual([
    "### One",
    "#### Two\n# three",
    "#four",
    "a # five",
  ]);
});
