import { describe, expect, it } from "@jest/globals";
import { problemsOfSite } from "../../src/build/check-site.js";
import { locales } from "../../src/domain/locale.js";
import { articleFile } from "../support/article.js";
import { copyOf } from "../support/content-copy.js";
import { libraryOf } from "../support/library.js";
import { site } from "../support/site.js";

async function problemsAfter(spoil: (content: ReturnType<typeof copyOf>) => void): Promise<string[]> {
  const content = copyOf("content");
  spoil(content);
  const problems = await problemsOfSite(site({ library: libraryOf(content.folder) }).services);
  return problems.map(({ file, field, message }) => `${file} · ${field}: ${message}`);
}

it("the site that ships has no problem", async () => {
  expect(await problemsAfter(() => {})).toEqual([]);
});

it("a page that its view cannot make is told of, with the reason", async () => {
  const problems = await problemsAfter(({ change }) => {
    for (const locale of locales) change(`pages/home/${locale}.md`, (text) => text.replace("{#who}", "{#people}"));
  });

  expect(problems.filter((problem) => problem.includes("home/"))).toEqual(
    locales.map((locale) =>
      expect.stringMatching(
        `^content/pages/home/${locale}.md · : no page can be made of it: [\\s\\S]*has no section "who"`,
      ),
    ),
  );
});

it("a text that no view places is told of", async () => {
  const problems = await problemsAfter(({ change }) => {
    for (const locale of locales) change(`pages/home/${locale}.md`, (text) => `${text}\n## Mer {#more}\n\nText.\n`);
  });
  expect(problems).toEqual(locales.map((locale) => `content/pages/home/${locale}.md · {#more}: is placed by no view`));
});

it("a link that leads nowhere is told of, be it to a page or to a place on one", async () => {
  const problems = await problemsAfter(({ change }) => {
    change("pages/home/sv.md", (text) => `${text}\n[a](/sv/nowhere) [b](page:after-commerce#nowhere) [c](#nowhere)\n`);
  });
  expect(problems).toEqual([
    "content/pages/home/sv.md · /sv/nowhere: leads nowhere",
    "content/pages/home/sv.md · /sv/after-commerce#nowhere: leads nowhere",
    "content/pages/home/sv.md · #nowhere: leads nowhere",
  ]);
});

it("a page that says too little, and a paragraph that stands on two, are told of", async () => {
  const paragraph = "A paragraph that is long enough not to be a mere label, and that stands twice.";
  const problems = await problemsAfter(({ change }) => {
    change("pages/home/en.md", (text) => `${text}\n\n${paragraph}\n`);
    change("pages/after-commerce-faq/en.md", (text) => `${text}\n\n${paragraph}\n`);
    change("pages/after-commerce-start-city/nb.md", (text) =>
      text.replace(/^(?!#|---|\w+:| +\w+:| {2}- ).{30,}$/gm, "Kort."),
    );
  });
  expect(problems).toContainEqual(expect.stringMatching(/start-city\/nb\.md · : has \d+ words, fewer than 150/));
  expect(problems).toContainEqual(
    expect.stringMatching(/faq\/en\.md · A paragraph .*: stands in content\/pages\/home\/en\.md too/),
  );
});

describe("an article", () => {
  const section = (words: number) => `${"Lamp ".repeat(words)}\n\n## On lamps {#lamps}\n\nLight.\n`;
  const problemsWith = (files: Record<string, string>) =>
    problemsAfter(({ write }) => {
      for (const [file, text] of Object.entries(files)) write(`guides/${file}`, text);
    });
  const english = "content/guides/lamps/en.md";

  it("may lack languages, and be a short draft or a text that comes out later", async () => {
    expect(
      await problemsWith({
        "lamps/en.md": articleFile({}, section(700)),
        "lampor/sv.md": articleFile({ slug: "lampor", title: "Lampor" }, section(800)),
        "soon/nb.md": articleFile({ slug: "soon", title: "Snart", published: "2027-01-01" }, section(900)),
        "draft/en.md": articleFile({ slug: "draft", title: "A draft", draft: true }, section(10)),
      }),
    ).toEqual([
      expect.stringMatching(/A description of .* stands in/), // the same in all four files
      expect.stringMatching(/A description of .* stands in/),
      expect.stringMatching(/A description of .* stands in/),
    ]);
  });

  it("that is too short is told of", async () => {
    expect(await problemsWith({ "lamps/en.md": articleFile({}, section(600)) })).toEqual([
      `${english} · : has 603 words, fewer than 700`,
    ]);
  });

  it("whose id or paragraph stands elsewhere on its page, or whose link leads nowhere, is told of, though it is not out", async () => {
    const text = `${section(700)}\n## Notes {#notes}\n\n[x](page:home#nowhere) [y](/en/nowhere) and a note.[^n]\n\n[^n]: Light.\n`;
    expect(await problemsWith({ "lamps/en.md": articleFile({ published: "2027-01-01" }, text) })).toEqual([
      `${english} · {#notes}: stands twice on its page`,
      `${english} · /en#nowhere: leads nowhere`,
      `${english} · /en/nowhere: leads nowhere`,
    ]);
  });

  it("or a page that is out and says it was changed on a day to come is told of", async () => {
    expect(
      await problemsAfter(({ change }) =>
        change("pages/contact/sv.md", (text) => text.replace(/^updated: .*$/m, "updated: 2026-11-22")),
      ),
    ).toEqual(["content/pages/contact/sv.md · updated: has not come yet, and the text is out"]);
    expect(await problemsWith({ "lamps/en.md": articleFile({ updated: "2026-11-22" }, section(700)) })).toEqual([
      `${english} · updated: has not come yet, and the text is out`,
    ]);
  });
});
