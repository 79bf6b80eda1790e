import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { createApp } from "../app.js";
import type { Library } from "../content/library.js";
import type { Problem } from "../content/problems.js";
import { type Locale, locales } from "../domain/locale.js";
import { textsOf, wordsOf } from "../domain/page.js";
import { KeptAnswers } from "../middleware/kept-answers.js";
import type { Services } from "../services.js";
import { type PageName, pageNames } from "../site/paths.js";

const LEAST_WORDS = 150;

/**
 * What only shows when content and views come together: a page that a view cannot make, a text that no view places,
 * a link that leads nowhere; and what holds between pages: each says enough, and no paragraph stands on two.
 * Makes every page once, as a visitor would get it, over a server of its own on the loopback.
 */
export async function problemsOfSite(services: Services): Promise<Problem[]> {
  const { pathTo } = services.library.addresses;
  const failures: string[] = [];
  const logger = pino({ level: "error" }, { write: (line) => void failures.push(JSON.parse(line).err?.message) });

  const server = createServer(createApp({ ...services, logger, kept: new KeptAnswers(services.clock) })).listen(
    0,
    "127.0.0.1",
  );
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const pages = new Map<string, string>();
  const problems: Problem[] = [];
  for (const { name, locale, file } of everyPage) {
    const response = await fetch(origin + pathTo(name, locale));
    if (response.ok) pages.set(pathTo(name, locale), await response.text());
    else problems.push({ file, field: "", message: `no page can be made of it: ${failures.splice(0)[0]}` });
  }
  for (const link of new Set([...pages.values()].flatMap(linksIn).filter((link) => link.startsWith("/api/")))) {
    const response = await fetch(origin + link);
    if (response.ok) pages.set(link, await response.text());
  }
  server.close().closeAllConnections();

  return [
    ...problems,
    ...textsWithoutPlace(services.library, pages),
    ...deadLinks(services.library, pages),
    ...wordProblems(services.library),
  ];
}

const everyPage = pageNames.flatMap((name) =>
  locales.map((locale) => ({ name, locale, file: `content/pages/${name}/${locale}.md` })),
);

function textsWithoutPlace(library: Library, pages: ReadonlyMap<string, string>): Problem[] {
  return everyPage.flatMap(({ name, locale, file }) => {
    const html = pages.get(library.addresses.pathTo(name, locale));
    return textsOf(library.page(name, locale))
      .filter(({ id }) => html !== undefined && !html.includes(`id="${id}"`))
      .map(({ id }) => ({ file, field: `{#${id}}`, message: "is placed by no view" }));
  });
}

function deadLinks({ addresses }: Library, pages: ReadonlyMap<string, string>): Problem[] {
  return everyPage.flatMap(({ name, locale, file }) => {
    const html = pages.get(addresses.pathTo(name, locale)) ?? "";
    const leadsNowhere = (link: string) => {
      const [path, id] = link.split("#");
      const target = path === "" ? html : pages.get(path!);
      return target === undefined || (id !== undefined && !target.includes(`id="${id}"`));
    };
    return [...new Set(linksIn(html).filter(leadsNowhere))].map((link) => ({
      file,
      field: link,
      message: "leads nowhere",
    }));
  });
}

/** Where the links within the site lead. */
function linksIn(html: string): string[] {
  return [...html.matchAll(/<a [^>]*?href="([/#][^"]*)"/g)].map((match) => match[1]!.replaceAll("&amp;", "&"));
}

function wordProblems(library: Library): Problem[] {
  const places = new Map<string, string>();
  return everyPage.flatMap(({ name, locale, file }) => {
    const page = library.page(name, locale);
    const words = wordsOf(page);
    const short =
      words < LEAST_WORDS ? [{ file, field: "", message: `has ${words} words, fewer than ${LEAST_WORDS}` }] : [];
    const repeated = paragraphsOf(library, name, locale).flatMap((paragraph) => {
      const place = places.get(paragraph);
      places.set(paragraph, file);
      return place ? [{ file, field: paragraph.slice(0, 40), message: `stands in ${place} too` }] : [];
    });
    return [...short, ...repeated];
  });
}

/** Paragraphs long enough to be no mere label; a command in a fence is the same in every language. */
function paragraphsOf(library: Library, name: PageName, locale: Locale): string[] {
  const page = library.page(name, locale);
  const texts = [
    page.lead,
    page.next.text,
    ...textsOf(page).flatMap(({ markdown }) => markdown.split(/\n\s*\n|\n(?=- )/)),
  ];
  return texts.map((text) => text.trim()).filter((text) => text.length >= 60 && !text.startsWith("```"));
}
