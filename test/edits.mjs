/**
 * Changes the content as an editor does, in a copy of the project, and runs `npm test` there: none may break a test.
 * `npm run test:edits` makes each change alone, `npm run test:edits -- price city` two of them, and
 * `npm run test:edits -- --together` all at once. What else begins with a slash is a part of the paths of tests.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const languages = ["en", "sv", "nb"];
const inEachLanguage = (text) => Object.fromEntries(languages.map((language) => [language, text]));
const updated = "2026-11-27T09:00:00Z";
const overridden = (date, override) => (event) => ({
  ...event,
  overrides: { ...event.overrides, [date]: { ...override, reason: inEachLanguage("The room is taken."), updated } },
});

const titles = { en: "How high a lamp hangs", sv: "Hur högt en lampa hänger", nb: "Hvor høyt en lampe henger" };
const questions = {
  en: ["Where do I put my bicycle?", "There is a free rack at the door of the bar."],
  sv: ["Var ställer jag cykeln?", "Det finns ett cykelställ vid barens dörr."],
  nb: ["Hvor setter jeg sykkelen?", "Det står et sykkelstativ ved døren til baren."],
};

const edits = {
  owner: ({ json }) => json("site.json", (site) => ({ ...site, name: "Nordic Trade", mail: "hi@nordic.example" })),
  price: ({ json }) => json("membership.json", (membership) => ({ ...membership, price: 1990, vat: 12 })),
  discount: ({ json }) =>
    json("membership.json", ({ discounts: { "non-profit": _, ...discounts }, ...rest }) => ({ ...rest, discounts })),
  moved({ json }) {
    const moved = { status: "moved", start: "2026-12-08T18:00", end: "2026-12-08T20:30" };
    json("events/after-commerce-gothenburg/event.json", overridden("2026-12-03", moved));
    json("events/after-commerce-stockholm/event.json", overridden("2026-12-16", { status: "cancelled" }));
  },
  city({ json, copy, text }) {
    const malmo = { names: inEachLanguage("Malmö"), spellings: [], timezone: "Europe/Stockholm", country: "SE" };
    json("cities.json", (cities) => ({ ...cities, malmo }));
    copy("events/after-commerce-stockholm", "events/after-commerce-malmo");
    const times = { start: "2026-12-01T17:30", end: "2026-12-01T20:00", recurrence: "FREQ=MONTHLY;BYDAY=1TU" };
    const changed = { ...times, city: "malmo", overrides: undefined, updated };
    json("events/after-commerce-malmo/event.json", (event) => ({ ...event, ...changed }));
    copy("pages/after-commerce-stockholm", "pages/after-commerce-malmo");
    for (const language of languages)
      text(`pages/after-commerce-malmo/${language}.md`, (page) =>
        page.replaceAll("-stockholm", "-malmo").replaceAll("Stockholm", "Malmö"),
      );
    const row = '  "after-commerce-malmo": page("/after-commerce/malmo", "city/show", "malmo"),\n$&';
    text("../src/addresses/pages.ts", (table) => table.replace(/^.*"after-commerce-start-format".*$/m, row));
  },
  guide({ copy, text }) {
    copy("guides/product-data", "guides/lamps");
    for (const language of languages)
      text(`guides/lamps/${language}.md`, (guide) => {
        const title = titles[language];
        const texts = `title: ${title}\ndescription: ${`${title}. `.repeat(4).trim()}`;
        return guide.replace(/^slug: .*$/m, "slug: lamps").replace(/^title: .*\ndescription: .*$/m, texts);
      });
  },
  question({ text }) {
    for (const language of languages) {
      const [question, answer] = questions[language];
      text(`pages/after-commerce-faq/${language}.md`, (page) =>
        `${page}\n### ${question} {#bicycle}\n\n${answer}\n`.replace(/^ {2}- .*$/m, `  - ${question}`),
      );
      text(`dialogue/${language}.txt`, (phrases) => `${phrases}\n# after-commerce-faq#bicycle\n${question}\n`);
    }
  },
  title: ({ text }) =>
    text("guides/product-data/en.md", (guide) => guide.replace(/^title: .*$/m, "title: Data, one week long")),
};

const asked = process.argv.slice(2);
const names = asked.filter((argument) => argument in edits);
const paths = asked.filter((argument) => argument.startsWith("/"));
const all = names.length > 0 ? names : Object.keys(edits);
const failed = (asked.includes("--together") ? [all] : all.map((name) => [name])).filter((some) => !passes(some));
if (failed.length > 0) throw new Error(`Tests fail after a change of: ${failed.flat().join(", ")}`);

function passes(some) {
  process.stdout.write(`\nA change of: ${some.join(", ")}\n`);
  const folder = mkdtempSync(path.join(tmpdir(), "edits-"));
  try {
    cpSync(".", folder, { recursive: true, filter: (file) => !/^(?:node_modules|\.git|\.stryker|data)\b/.test(file) });
    symlinkSync(path.resolve("node_modules"), path.join(folder, "node_modules"), "junction");
    const content = filesIn(path.join(folder, "content"));
    for (const name of some) edits[name](content);
    return spawnSync(process.execPath, ["test/run.mjs", ...paths], { cwd: folder, stdio: "inherit" }).status === 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function filesIn(folder) {
  const text = (name, edit) => {
    const file = path.join(folder, name);
    writeFileSync(file, edit(readFileSync(file, "utf8")));
  };
  return {
    text,
    json: (name, edit) => text(name, (json) => JSON.stringify(edit(JSON.parse(json)), null, 2)),
    copy: (from, to) => cpSync(path.join(folder, from), path.join(folder, to), { recursive: true }),
  };
}
