/** Errors in views are reported with the file and the line. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect } from "@jest/globals";
import { environmentFromSources } from "../src/view-sources.js";
import { templateOptions } from "../src/views.js";
import { forEvery } from "./support/for-every.js";

const folder = mkdtempSync(path.join(tmpdir(), "views-"));
afterAll(() => rmSync(folder, { recursive: true }));

const right = {
  "page.njk": `{% extends "layout.njk" %}\n{% from "macro.njk" import row %}\n{% block main %}\n{% include "part.njk" %}\n{{ row(1) }}\n{% endblock %}\n`,
  "layout.njk": "<html>\n{% block main %}{% endblock %}\n</html>\n",
  "part.njk": "<p>\nA part\n",
  "macro.njk": "{% macro row(value) %}\n<p>{{ value }}\n{% endmacro %}\n",
};

forEvery<[string, Partial<typeof right>, string]>([
  [
    "after an include",
    { "page.njk": right["page.njk"].replace("row(1) }}", "row(1) }}{{ none }}") },
    "page.njk:5: attempted",
  ],
  ["in an included view", { "part.njk": "<p>\n{{ none }}\n" }, "part.njk:2: attempted"],
  ["in the layout", { "layout.njk": `${right["layout.njk"]}{{ none }}\n` }, "layout.njk:4: attempted"],
  ["in a macro", { "macro.njk": right["macro.njk"].replace("{{ value", "{{ none") }, "macro.njk:2: attempted"],
  ["in the syntax of an included view", { "part.njk": "<p>\n{% if %}\n" }, "part.njk:2: unexpected token: %}"],
  ["in an unclosed tag", { "part.njk": "<p>\n{% if page %}\n" }, "part.njk: parseIf: expected"],
  [
    "in the name of an include",
    { "page.njk": "\n\n{% include 'none.njk' %}" },
    "page.njk: template not found: none.njk",
  ],
  ["in a call", { "layout.njk": `${right["layout.njk"]}{{ fail() }}\n` }, "layout.njk:4: failed"],
])("an error in a view names the view and the line", (_, changes, expected) => {
  for (const [name, text] of Object.entries({ ...right, ...changes })) writeFileSync(path.join(folder, name), text);
  const views = environmentFromSources(folder, templateOptions);
  const fail = () => {
    throw new RangeError("failed");
  };
  expect(() => views.render("page.njk", { fail })).toThrow(`views/${expected}`);
});
