import { beforeAll, describe, expect, it } from "@jest/globals";
import { problemsOfSite } from "../../../src/build/check-site.js";
import { locales } from "../../../src/domain/locale.js";
import { articleFile } from "../../support/article.js";
import { copyOf } from "../../support/content-copy.js";
import { libraryOf } from "../../support/content-folder.js";
import { site } from "../../support/site.js";

async function problemsAfter(spoil: (content: ReturnType<typeof copyOf>) => void): Promise<string[]> {
  const content = copyOf("content");
  spoil(content);
  // Like a build: views from their sources and the real clock, because texts are edited at any time.
  const problems = await problemsOfSite(
    site({ library: libraryOf(content.folder), templates: undefined, clock: Date.now }).services,
  );
  return problems.map(({ file, field, message }) => `${file} · ${field}: ${message}`);
}

it("a page whose view fails is reported with the reason", async () => {
  const problems = await problemsAfter(({ change }) => {
    for (const locale of locales) change(`pages/home/${locale}.md`, (text) => text.replace("{#who}", "{#people}"));
  });

  expect(problems).toEqual(
    locales.map((locale) =>
      expect.stringMatching(
        new RegExp(
          `^content/pages/home/${locale}\\.md · : cannot be rendered: views/[\\w/]+\\.njk:\\d+: .*has no section "who"`,
        ),
      ),
    ),
  );
});

describe("On a site with many faults", () => {
  const section = (words: number) => `${"Lamp ".repeat(words)}\n\n## On lamps {#lamps}\n\nLight.\n`;
  const guide = (slug: string, front: Record<string, unknown>, text: string, language = "en") =>
    [`guides/${slug}/${language}.md`, articleFile({ slug, title: `On ${slug}`, ...front }, text)] as const;
  const described = (slug: string) => ({
    description: `A description of its own, for the guide that is called ${slug}, as no two texts may be the same.`,
  });
  const paragraph = "A paragraph that is long enough not to be a mere label, and that stands twice.";
  const notes = `${section(701)}\n## Notes {#notes}\n\n[x](page:home#nowhere) and a note.[^n]\n\n[^n]: Light.\n`;

  let problems: string[];
  const problemsOf = (...files: string[]) =>
    problems.filter((problem) => files.some((file) => problem.startsWith(`content/${file} · `)));

  beforeAll(async () => {
    problems = await problemsAfter(({ change, write }) => {
      for (const locale of locales) change(`pages/home/${locale}.md`, (text) => `${text}\n## Mer {#more}\n\nText.\n`);
      change("pages/about/sv.md", (text) => `${text}\n[b](page:after-commerce#nowhere) [c](#nowhere)\n`);
      for (const name of ["about", "after-commerce-faq"])
        change(`pages/${name}/en.md`, (text) => `${text}\n\n${paragraph}\n`);
      change("pages/after-commerce-start-city/nb.md", (text) =>
        text.replace(/^(?!#|---|\w+:| +\w+:| {2}- ).{30,}$/gm, "Kort."),
      );
      change("pages/contact/sv.md", (text) => text.replace(/^updated: .*$/m, "updated: 2089-12-05"));
      for (const [file, text] of [
        guide("lamps", {}, section(700)),
        guide("lampor", {}, section(800), "sv"),
        guide("soon", { published: "2089-01-01" }, section(900), "nb"),
        guide("draft", { draft: true }, section(10)),
        guide("short", described("short"), section(600)),
        guide("notes", { ...described("notes"), published: "2089-01-01" }, notes),
        guide("early", { ...described("early"), updated: "2089-12-05" }, section(702)),
      ])
        write(file, text);
    });
  });

  it("a section that no view uses is reported", () => {
    expect(problemsOf(...locales.map((locale) => `pages/home/${locale}.md`))).toEqual(
      locales.map((locale) => `content/pages/home/${locale}.md · {#more}: is not used by any view`),
    );
  });

  it("a dead link is reported, to a page or to an id", () => {
    expect(problemsOf("pages/about/sv.md")).toEqual([
      "content/pages/about/sv.md · /sv/after-commerce#nowhere: is a dead link",
      "content/pages/about/sv.md · #nowhere: is a dead link",
    ]);
  });

  it("a page with too few words and a paragraph on two pages are reported", () => {
    expect(problemsOf("pages/after-commerce-start-city/nb.md")).toEqual([
      expect.stringMatching(/start-city\/nb\.md · : has \d+ words, fewer than 150/),
    ]);
    expect(problemsOf("pages/about/en.md", "pages/after-commerce-faq/en.md")).toEqual([
      expect.stringMatching(/ · A paragraph .*: is also in content\/pages\/(?:about|after-commerce-faq)\/en\.md/),
    ]);
  });

  it("an untranslated, draft or scheduled article is not reported, but a repeated description is", () => {
    expect(problemsOf("guides/lamps/en.md", "guides/lampor/sv.md", "guides/soon/nb.md", "guides/draft/en.md")).toEqual([
      expect.stringMatching(/A description of .* is also in/),
      expect.stringMatching(/A description of .* is also in/),
      expect.stringMatching(/A description of .* is also in/),
    ]);
  });

  it("an article that is too short is reported", () => {
    expect(problemsOf("guides/short/en.md")).toEqual(["content/guides/short/en.md · : has 603 words, fewer than 700"]);
  });

  it("a duplicate id and a dead link of a scheduled article are reported", () => {
    expect(problemsOf("guides/notes/en.md")).toEqual([
      "content/guides/notes/en.md · {#notes}: is used twice on its page",
      "content/guides/notes/en.md · /en#nowhere: is a dead link",
    ]);
  });

  it("a published page or article that was updated in the future is reported", () => {
    expect(problemsOf("pages/contact/sv.md", "guides/early/en.md")).toEqual([
      "content/guides/early/en.md · updated: is in the future, but the text is published",
      "content/pages/contact/sv.md · updated: is in the future, but the text is published",
    ]);
  });

  it("nothing else is reported", () => {
    expect(problems).toHaveLength(3 + 2 + 2 + 3 + 1 + 2 + 2);
  });
});
