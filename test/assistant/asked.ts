import { createKnowledge } from "../../src/assistant/knowledge.js";
import type { SiteAnswer } from "../../src/assistant/site/site-answer.js";
import { agendaKeeper } from "../../src/domain/agenda.js";
import type { Turn } from "../../src/domain/conversation.js";
import { isOff } from "../../src/domain/event.js";
import type { Locale } from "../../src/domain/locale.js";
import { textsOf } from "../../src/domain/page.js";
import { publishedArticles } from "../../src/domain/published-articles.js";
import { eventRecords } from "../../src/formats/event-record.js";
import { eventsListedOn } from "../../src/site/event-pages.js";
import { eventIn } from "../../src/site/forms.js";
import { isPageName, pageNames } from "../../src/site/paths.js";
import { BASE_URL, filesWith } from "../support/library.js";

/** The moment at which the questions are asked: test/support/site.ts has the same. */
export const NOW = Date.parse("2026-11-21T09:00:00Z");

const files = filesWith({ baseUrl: BASE_URL });

/** The assistant, with the content that ships unless another is given, and what it takes to judge its answers. */
export function assistant(now = NOW, library = files.library) {
  const clock = () => now;
  const { words } = files;
  const { addresses, events, organisation } = library;
  const agenda = agendaKeeper(events, organisation.timezone, clock);
  const records = eventRecords({ baseUrl: BASE_URL, ...library, words });
  const articles = publishedArticles(library.articles, clock);
  const knowledge = createKnowledge({
    library,
    articles,
    agenda,
    records,
    words,
    clock,
    config: { baseUrl: BASE_URL },
  });

  const nameOf = (locale: Locale) =>
    new Map([
      ...pageNames.map((name) => [addresses.pathTo(name, locale), name] as const),
      ...articles
        .list(locale)
        .map(({ kind, slug }) => [addresses.articlePath({ kind, slug }, locale), `${kind}:${slug}`] as const),
    ]);
  return {
    library,
    agenda,
    records,
    words,
    knowledge,
    clock,
    pages: pageNames,
    articles,
    /** The answer to the last of a visitor's turns, each of the others answered before. */
    conversation(asked: readonly string[], locale: Locale): SiteAnswer {
      const turns: Turn[] = [];
      for (const content of asked) {
        turns.push({ role: "user", content });
        turns.push({ role: "assistant", content: knowledge.answer(turns, locale).text });
      }
      return knowledge.answer(turns.slice(0, -1), locale);
    },
    /**
     * Whether a link of an answer leads somewhere: to a page or an article, to a section, dates or a form it has, there
     * filled in for an event to come, or to an interface.
     */
    hasPlace(link: string, locale: Locale): boolean {
      if (/^\/api\/|^\/(?:feed\.xml|llms|robots|sitemap|healthz|\.well-known)|\.(?:md|webmanifest)$/.test(link))
        return true;
      const { pathname, search, hash } = new URL(link, BASE_URL);
      const id = hash.slice(1);
      const name = nameOf(locale).get(pathname);
      if (name === undefined) return false;
      if (search !== "") {
        const event = agenda.current().find(eventIn(search) ?? "");
        if (!event || event.starts < now || isOff(event) || id !== "form") return false;
      }
      if (id === "") return true;
      if (isPageName(name)) {
        const page = library.page(name, locale);
        if (id === "form") return page.form !== undefined;
        if (id === "dates") return eventsListedOn(name, library.cities) !== undefined;
        if (textsOf(page).some((text) => text.id === id)) return true;
      }
      if (agenda.current().find(id)) return true;
      return articles
        .list(locale)
        .some((one) => `${one.kind}:${one.slug}` === name && one.contents.some((heading) => heading.id === id));
    },
    /** Every number in what the site says in a language, and in its events. */
    numbers(locale: Locale): ReadonlySet<string> {
      const pages = pageNames.map((name) => JSON.stringify(library.page(name, locale)));
      const texts = articles.list(locale).map(({ title, description, markdown }) => title + description + markdown);
      const dates = agenda.current().search({}, { endsAfter: 0, startsBefore: Infinity }).occurrences;
      const told = dates.map((occurrence) => JSON.stringify(records.of(occurrence, locale)));
      return new Set(
        [...pages, ...texts, ...told]
          .join(" ")
          .replaceAll(/\\u00a0|[\u00a0\u202f]/g, " ")
          .match(/\d+/g),
      );
    },
    /** The name of the page at a path: commerce-commons-join, guide:product-data. */
    pageAt: (path: string, locale: Locale): string | undefined => nameOf(locale).get(path.split("#")[0]!),
  };
}

export type Assistant = ReturnType<typeof assistant>;
