import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type nunjucks from "nunjucks";
import type { ContentSource, ListedArticle } from "./library.js";

type Templates = ConstructorParameters<typeof nunjucks.PrecompiledLoader>[0];
export type BuiltFiles = Awaited<ReturnType<typeof readBuiltFiles>>;

const textFile = ({ kind, slug, locale }: ListedArticle) => `articles/${kind}-${slug}.${locale}.json`;

/** content.json is renamed into place last, as it stands for a complete build. */
export function writeBuiltFiles(folder: string, content: ContentSource, templates: string): void {
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
  rmSync(path.join(folder, "articles"), { recursive: true, force: true });
  mkdirSync(path.join(folder, "articles"));
  for (const article of (JSON.parse(content.json) as { articles: ListedArticle[] }).articles)
    write(textFile(article), escapeNonAscii(content.articleText(article)));
  write("templates.js", templates);
  write("content.json.new", escapeNonAscii(content.json));
  renameSync(path.join(folder, "content.json.new"), path.join(folder, "content.json"));
}

/** ASCII is read and parsed faster, in half the memory. */
const escapeNonAscii = (json: string) =>
  json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Undefined in a folder without a build, such as src/: then the sources are read. */
export async function readBuiltFiles(folder: string) {
  if (!existsSync(path.join(folder, "content.json"))) return undefined;
  const read = (name: string) => readFileSync(path.join(folder, name), "latin1");
  const content: ContentSource = { json: read("content.json"), articleText: (article) => read(textFile(article)) };
  const { default: templates } = await import(pathToFileURL(path.join(folder, "templates.js")).href);
  return { content, templates: templates as Templates };
}
