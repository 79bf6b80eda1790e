/** An owner can edit facts and texts without breaking a fast test. */
import { spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import path from "node:path";
import { expect, it } from "@jest/globals";
import { copyOf } from "../support/content-copy.js";

/** The fast tests that read what ships. Dialogue's have floors; they would need a model trained anew. */
const READS_CONTENT =
  "/test/(?:site|addresses|articles|developer|dialogue|event-board|event-formats|feed|locales|machine-files|mcp|owner|pages|search)\\.test|/test/(?:api/(?:calendars|events|openapi)|forms/(?:pages|for-event)|letters/notices)";

/** What a build does, without training. */
const WRITE_CONTENT = `
  const modules = ["content/read-content", "content/i18n", "content/built-content", "build/templates"];
  const [{ readContent }, { createI18n }, { writeBuiltFiles }, { compiledTemplates }] =
    await Promise.all(modules.map((name) => import(process.cwd() + "/src/" + name + ".ts")));
  writeBuiltFiles("dist", readContent("content", createI18n("locales").getFixedT), compiledTemplates("."));`;

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

  const run = (flags: string[]) =>
    spawnSync(process.execPath, flags, { cwd: project.folder, encoding: "utf8", maxBuffer: 1e9 });
  expect(run(["--import=tsx", "--input-type=module", "-e", WRITE_CONTENT])).toMatchObject({ status: 0, stderr: "" });
  const jest = [...process.execArgv, "node_modules/jest/bin/jest.js"];
  const { status, stdout, stderr } = run([...jest, "--testPathPatterns", READS_CONTENT]);
  const failed = `${stdout}${stderr}`.match(/^ {2}● .*$/gm);
  expect([...new Set(failed)]).toEqual([]);
  expect(status).toBe(0);
});
