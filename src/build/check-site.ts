import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { pino } from "pino";
import { createApp } from "../app.js";
import { type Config, root } from "../config.js";
import type { Files } from "../content/open-files.js";
import type { ContentProblem } from "../content/problems.js";
import { Site } from "../site.js";
import {
  type CheckedText,
  checkedTexts,
  futureUpdates,
  lengthProblems,
  missingSections,
  phraseProblems,
} from "./check-texts.js";
import { readPhrases } from "./read-content.js";

/** Renders every page, with scheduled articles and drafts, and checks links and texts. */
export async function problemsOfSite(config: Config, files: Files): Promise<ContentProblem[]> {
  const { library } = files;
  const texts = checkedTexts(library);
  const failures: string[] = [];
  const showingAll = { ...config, isLocalDevelopment: true };
  const site = new Site(showingAll, files, {
    logger: pino({ level: "error" }, { write: (line) => void failures.push(JSON.parse(line).err?.message ?? "") }),
  });

  const server = createServer(createApp(site).listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const pages = new Map<string, string>();
  const problems: ContentProblem[] = [];
  const fetchPage = async (path: string, file: string) => {
    const response = await fetch(origin + path);
    if (response.ok) pages.set(path, await response.text());
    if (response.status < 500) return;
    pages.set(path, FAILED);
    const message = `cannot be rendered: ${failures.splice(0)[0]?.replace(/\s+/g, " ")}`;
    // A mistake in a view is one problem, however many texts it concerns.
    if (!problems.some((problem) => problem.message === message)) problems.push({ file, field: "", message });
  };
  for (const { path, file } of texts) await fetchPage(path, file);
  const linked = [...pages.values()].flatMap(linksIn).map((link) => link.replace(/#.*/, ""));
  for (const path of new Set(linked)) if (path !== "" && !pages.has(path)) await fetchPage(path, path);
  server.close().closeAllConnections();

  return [
    ...problems,
    ...texts.flatMap((text) => pageProblems(text, pages)),
    ...texts.flatMap(lengthProblems),
    ...missingSections(library),
    ...phraseProblems(readPhrases(path.join(root, "content")), library),
    ...futureUpdates(library, site.clock()),
  ];
}

/** Stands for the HTML of a page that could not be rendered. Links to it are not reported. */
const FAILED = "";

function pageProblems({ file, path, ids }: CheckedText, pages: ReadonlyMap<string, string>): ContentProblem[] {
  const html = pages.get(path);
  if (!html) return [];
  const problems: ContentProblem[] = [];
  const used = Array.from(html.matchAll(/ id="([^"]*)"/g), ([, id = ""]) => id);
  for (const id of ids)
    if (!used.includes(id)) problems.push({ file, field: `{#${id}}`, message: "is not used by any view" });
  for (const id of new Set(used.filter((id, index) => used.indexOf(id) < index)))
    problems.push({ file, field: `{#${id}}`, message: "is used twice on its page" });
  for (const link of new Set(linksIn(html))) {
    const [page = "", id] = link.split("#");
    const target = page === "" ? html : pages.get(page);
    const isDead = target === undefined || (target !== FAILED && id !== undefined && !target.includes(`id="${id}"`));
    if (isDead) problems.push({ file, field: link, message: "is a dead link" });
  }
  return problems;
}

/** Calendar files are left out because they are made from the same event records. */
function linksIn(html: string): string[] {
  const links = html.matchAll(/<a [^>]*?href="([/#](?!api\/events\/)[^"]*)"/g);
  return Array.from(links, ([, href = ""]) => href.replaceAll("&amp;", "&"));
}
