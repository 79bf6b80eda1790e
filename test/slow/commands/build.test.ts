import { expect, it } from "@jest/globals";
import { articleFile } from "../../fixtures/content.js";
import { copyOf } from "../../support/folders.js";
import { shippedLibrary } from "../../support/library.js";
import { runNode } from "../../support/processes.js";
import { BASE_URL, site } from "../../support/site.js";

const build = ["--import=tsx", "src/commands/build.ts"];

it.each([
  ["build", build],
  ["check-content", ["dist/commands/check-content.js"]],
])("%s ends with 1 and names the file with the problem", async (_, command) => {
  const { folder, change, remove } = copyOf(".");
  // Another phrase starts a training, which must end with the build.
  change("content/dialogue/sv.txt", (text) => text.replace("# unknown\n", "$&Finns det en hiss?\n"));
  // Seen on the made site.
  change("content/pages/home/sv.md", (text) => text.replace(/^updated: .*$/m, "updated: 2089-12-05"));
  const future = expect.stringMatching(/content\/pages\/home\/sv\.md .*is in the future/);
  expect(await runNode(command, {}, folder)).toMatchObject({ status: 1, stderr: future });
  remove("content/pages/home/nb.md"); // seen in the files
  const missing = expect.stringMatching(/content\/pages\/home\/nb\.md.* is missing/);
  expect(await runNode(command, {}, folder)).toMatchObject({ status: 1, stderr: missing });
});

it("the content check lists dates with their places and what the last build had otherwise, drafts and scheduled articles", async () => {
  const { folder, change, remove, write } = copyOf(".");
  const venue = { name: { en: "a café in Majorna", sv: "ett kafé i Majorna", nb: "en kafé i Majorna" } };
  const { services } = site({ clock: Date.now, files: { library: shippedLibrary({ baseUrl: BASE_URL }) } });
  const { agenda } = services.snapshot();
  const { id, event } = agenda.comingYear({ recurring: true }, Date.now()).find(({ event }) => event.venue)!;
  change(`content/events/${event.slug}/event.json`, (text) => {
    const { overrides, ...facts } = JSON.parse(text);
    const changed = { [id.slice(-10)]: { venue, updated: `${new Date().toISOString().slice(0, 19)}Z` } };
    return JSON.stringify({ ...facts, overrides: { ...overrides, ...changed } });
  });
  const guide = (slug: string, more: object) => {
    const front = { slug, title: slug, description: `${slug} ${"x".repeat(80)}`, ...more };
    write(`content/guides/${slug}/en.md`, articleFile(front, `${slug} `.repeat(701)));
  };
  const { slug: other } = services.library.events.find(({ slug }) => slug !== event.slug)!;
  remove(`content/events/${other}/sv.md`);
  guide("lamps", { draft: true });
  guide("shades", { published: "2089-01-02T07:00", updated: "2089-01-02" });
  const { status, stdout } = await runNode(["dist/commands/check-content.js"], {}, folder);
  expect(stdout).toMatch(/A café in Majorna, .* override: venue {2}since the last build: venue/);
  expect(stdout).toContain(`events/${other}/sv.md is missing`);
  expect(stdout).toContain("guides/lamps/en.md is a draft\n");
  expect(stdout).toContain("guides/shades/en.md appears on Sunday 2 January 2089, 07:00\n");
  expect(status).toBe(0);
});
