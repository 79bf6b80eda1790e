import { IncomingMessage, type RequestListener, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { defaultLocale, locales } from "./domain/locale.js";
import type { Services } from "./services.js";
import { calendarPath, feedPath, files, pageNames } from "./site/paths.js";

/** Milliseconds left to visitors for each one of work. */
const LEFT_TO_VISITORS = 3;

/**
 * Makes feed, sitemap, calendars and every page, one after the other, so that few visitors are the first to ask for
 * one.
 */
export async function prerenderPages(services: Services, listener: RequestListener): Promise<void> {
  const { addresses, cities } = services.library;
  // These load the packages that write them.
  const documents = [feedPath(defaultLocale), files.sitemap, ...cities.map(({ slug }) => calendarPath(slug))];
  const pages = locales.flatMap((locale) => [
    ...pageNames.map((name) => addresses.pathTo(name, locale)),
    ...services.articles
      .current()
      .list(locale)
      .map((article) => addresses.articlePath(article, locale)),
  ]);
  for (const path of [...documents, ...pages]) {
    if (services.responseCache.get(path)) continue;
    if (!services.health.ready) return;
    const start = performance.now();
    ask(listener, path);
    await wait((performance.now() - start) * LEFT_TO_VISITORS, undefined, { ref: false });
  }
}

/** Asks for a page as a visitor would, but without a connection: the answer is kept, and sent nowhere. */
function ask(listener: RequestListener, path: string): void {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method: "GET", url: path });
  listener(request, new ServerResponse(request));
}
