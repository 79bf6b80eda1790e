import { readdirSync } from "node:fs";
import path from "node:path";
import { compileView } from "../views.js";

export function compiledTemplates(root: string): string {
  const folder = path.join(root, "views");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".njk"));
  const views = files.map((file) => file.replaceAll(path.sep, "/")).sort();
  return `export default ${JSON.stringify(Object.fromEntries(views.map((view) => [view, compileView(folder, view)])))};\n`;
}
