import { existsSync, readFileSync } from "node:fs";
import type { Problem } from "../content/problems.js";
import { locales } from "../domain/locale.js";

export const RULES_FILE = "docs/rules.md";

/** Reports places in the table of docs/rules.md that a language lacks. `folder` is that of the content. */
export function ruleProblems(table: string, folder: string): Problem[] {
  const [, , ...rows] = table.split("\n").filter((line) => line.startsWith("|"));
  return rows.flatMap((row) => {
    const { id, where } = /^\| (?<id>[a-z-]+) \| .+ \| (?<where>[^|]+) \|$/.exec(row)?.groups ?? {};
    if (id === undefined || where === undefined)
      return [{ file: RULES_FILE, field: row.slice(0, 40), message: "is not | id | rule | page#section, … |" }];
    return where
      .split(", ")
      .flatMap((place) => locales.filter((locale) => !isIn(folder, place, locale)).map((locale) => ({ place, locale })))
      .map(({ place, locale }) => ({ file: RULES_FILE, field: id, message: `${place} does not exist in ${locale}` }));
  });
}

function isIn(folder: string, place: string, locale: string): boolean {
  const [page = "", section = ""] = place.split("#");
  const isStatedIn = (file: string) =>
    existsSync(file) && new RegExp(`\\{#${section}[ }]`).test(readFileSync(file, "utf8"));
  const isAnswer = page === "about" && isStatedIn(`${folder}/answers/${locale}.md`);
  return isAnswer || isStatedIn(`${folder}/pages/${page}/${locale}.md`);
}
