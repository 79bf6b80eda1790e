import { expect, it } from "@jest/globals";
import { ruleProblems } from "../../src/build/check-rules.js";
import { copyOf } from "../support/content-copy.js";

it("a missing place is reported for each language, and so is an invalid row", () => {
  const { change, folder } = copyOf("content");
  change("pages/contact/nb.md", (text) => text.replace("{#press}", "{#media}"));
  const rows = ["| one | A rule. | contact#press, contact#data, nowhere#at-all |", "| two | contact#press |"];
  const problems = ruleProblems(`| id | rule | where |\n|---|---|---|\n${rows.join("\n")}\n`, folder);
  expect(problems.map(({ field, message }) => `${field}: ${message}`)).toEqual([
    "one: contact#press does not exist in nb",
    ...["en", "sv", "nb"].map((locale) => `one: contact#data does not exist in ${locale}`),
    ...["en", "sv", "nb"].map((locale) => `one: nowhere#at-all does not exist in ${locale}`),
    "| two | contact#press |: is not | id | rule | page#section, … |",
  ]);
});
