import { expect, it } from "@jest/globals";
import { problemsOfSite } from "../../../src/build/check-site.js";
import { readConfig } from "../../../src/config.js";
import { locales } from "../../../src/text/locale.js";
import { articleFile } from "../../fixtures/content.js";
import { libraryOf } from "../../support/content-folder.js";
import { copyOf } from "../../support/folders.js";
import { BASE_URL, filesWith } from "../../support/library.js";

async function problemsAfter(spoil: (content: ReturnType<typeof copyOf>) => void): Promise<string[]> {
  const content = copyOf("content");
  spoil(content);
  const library = libraryOf(content.folder);
  const files = { ...filesWith({ baseUrl: BASE_URL }), library };
  const problems = await problemsOfSite(readConfig({ BASE_URL, LOG_LEVEL: "silent" }), files);
  return problems.map(({ file, field, message }) => `${file} · ${field}: ${message}`.slice("content/".length)).sort();
}

it("a page whose view fails is reported with the reason", async () => {
  const problems = await problemsAfter(({ change }) => {
    for (const locale of locales) change(`pages/home/${locale}.md`, (text) => text.replace("{#who}", "{#people}"));
  });
  const [cannot, missing, ...others] = problems.filter((problem) => problem.startsWith("pages/home/sv.md"));
  expect(cannot).toMatch(
    /^pages\/home\/sv\.md · : cannot be rendered: views\/[\w/]+\.njk:\d+:\d+: \{[{%].*[%}]\}: .*has no section "who"/,
  );
  expect(missing).toBe("pages/home/sv.md · {#who}: is missing: the code shows this section by its id");
  expect(others).toEqual([]);
});

it("each fault of a site is reported, and nothing else", async () => {
  const section = (words: number) => `${"Lamp ".repeat(words)}\n\n## On lamps {#lamps}\n\nLight.\n`;
  const notes = `${section(701)}\n## Notes {#notes}\n\n[x](page:home#nowhere) and a note.[^n]\n\n[^n]: Light.\n`;
  const problems = await problemsAfter(({ change, write }) => {
    for (const locale of locales)
      change(`pages/home/${locale}.md`, (text) => `${text}\n## Mer {#more}\n\n${"Lampa ".repeat(110)}\n`);
    change("pages/about/sv.md", (text) => `${text}\n[b](page:after-commerce#nowhere) [c](#nowhere)\n`);
    change("pages/after-commerce-start-city/nb.md", (text) =>
      text.replace(/^(?!#|---|\w+:| +\w+:| {2}- ).{30,}$/gm, "Kort."),
    );
    change("pages/contact/sv.md", (text) => text.replace(/^updated: .*$/m, "updated: 2089-12-05"));
    const guide = (slug: string, front: Record<string, unknown>, text: string, language = "en") =>
      write(`guides/${slug}/${language}.md`, articleFile({ slug, title: `On ${slug}`, ...front }, text));
    // Neither an untranslated, a draft nor a scheduled article is a fault.
    guide("lamps", {}, section(700));
    guide("lampor", {}, section(800), "sv");
    guide("soon", { published: "2089-01-01" }, section(900), "nb");
    guide("draft", { draft: true }, section(10));
    guide("short", {}, section(600));
    guide("notes", { published: "2089-01-01" }, notes);
    guide("early", { updated: "2089-12-05" }, section(702));
  });

  const inFuture = "updated: is in the future";
  expect(problems).toEqual([
    `guides/early/en.md · ${inFuture}`,
    "guides/notes/en.md · /en#nowhere: is a dead link",
    "guides/notes/en.md · {#notes}: is used twice on its page",
    "guides/short/en.md · : has 603 words, fewer than 700",
    "pages/about/sv.md · #nowhere: is a dead link",
    "pages/about/sv.md · /sv/after-commerce#nowhere: is a dead link",
    expect.stringMatching(/^pages\/after-commerce-start-city\/nb\.md · : has \d+ words, fewer than 150/),
    `pages/contact/sv.md · ${inFuture}`,
    ...[...locales].sort().flatMap((locale) => [`pages/home/${locale}.md · {#more}: is not used by any view`]),
  ]);
});
