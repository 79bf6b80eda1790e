/** An owner can edit facts and texts without breaking a fast test. */
import { spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import path from "node:path";
import { expect, it } from "@jest/globals";
import { copyOf } from "../support/content-copy.js";

/** Tests that read no content, or only that of a tiny site. */
const NO_CONTENT =
  "/test/(?:slow|domain|http|contracts|build|content|formats|storage|fuzz|architecture|config|connections|mcp-limits|view-sources|api/chat|forms/(?:fields|guard|submissions))";

it("the fast tests pass with another name, mail, price, VAT, date, text, guide and city", () => {
  const project = copyOf(".");
  cpSync("test", path.join(project.folder, "test"), { recursive: true, filter: (file) => !file.includes("test/slow") });
  const changeJson = (file: string, edit: (json: any) => object) =>
    project.change(`content/${file}`, (text) => JSON.stringify(edit(JSON.parse(text)), null, 2));

  changeJson("site.json", (site) => ({ ...site, name: "Nordic Trade", mail: "hi@nordic.example" }));
  changeJson("membership.json", (membership) => ({ ...membership, price: 1990, vat: 12 }));
  changeJson("cities.json", (cities) => ({
    ...cities,
    malmo: {
      names: { en: "Malmö", sv: "Malmö", nb: "Malmö" },
      spellings: [],
      timezone: "Europe/Stockholm",
      country: "SE",
    },
  }));
  changeJson("dialogue/cities.json", (cities) => ({ ...cities, own: { ...cities.own, malmo: [55.6, 13] } }));
  changeJson("events/summer-gathering-varberg/event.json", (event) => ({
    ...event,
    start: "2027-06-12T17:30",
    end: "2027-06-12T20:00",
  }));
  project.change("content/pages/about/sv.md", (text) =>
    text.replace(/\n$/, "\n\nEn mening till, som ägaren har skrivit.\n"),
  );
  project.change("content/guides/product-data/en.md", (text) =>
    text.replace(/^title: .*$/m, "title: Data, one week long"),
  );

  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["test/run.mjs", "--testPathIgnorePatterns", NO_CONTENT],
    {
      cwd: project.folder,
      encoding: "utf8",
      maxBuffer: 1e9,
    },
  );
  const failed = `${stdout}${stderr}`.match(/^ {2}● .*$/gm);
  expect([...new Set(failed)]).toEqual([]);
  expect(status).toBe(0);
});
