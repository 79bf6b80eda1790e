/** The built server serves the current files, also if they changed after the build. */
import { readdirSync } from "node:fs";
import { expect, it } from "@jest/globals";
import { copyOf } from "../support/content-copy.js";
import { get, start } from "../support/server.js";
import { BASE_URL, site } from "../support/site.js";

it.each(["/sv", "/nb/developer", "/en/guides/product-data", "/sv/boardroom-for-commerce/faq.md"])(
  "%s is the same from dist/content.json as from the files",
  async (path) => {
    const server = await start({ BASE_URL });
    const fresh = site({ clock: Date.now }, { DATA_DIR: "data" });
    const [built, read] = [await get(server.port, path), await fresh.get(path)];

    expect([built.status, built.text]).toEqual([200, read.text]);
    expect(built.text).not.toContain("site-url.invalid");
  },
);

it("the server starts from dist/content.json without the modules that read content", async () => {
  const { folder, remove } = copyOf(".");
  const readers = readdirSync("dist").filter((name) => name.startsWith("read-content-"));
  for (const name of readers) remove(`dist/${name}`);
  const { child, ended, port } = await start({}, { folder });
  const { status } = await get(port, "/sv/about");
  child.kill("SIGKILL");
  await ended;

  expect([readers.length, status]).toEqual([1, 200]);
});

it.each([
  ["a text", "content/pages/about/sv.md", "label: Om oss", "label: Ändrat"],
  ["a word", "locales/sv/site.json", "Hoppa till innehållet", "Ändrat"],
  ["a view", "views/layouts/page.njk", "<html ", '<html data-room-is="Ändrat" '],
])("%s that was changed after the build is used at the next start", async (_, file, was, is) => {
  const project = copyOf(".");
  const show = async () => {
    const { child, ended, port } = await start({}, { folder: project.folder });
    const { text } = await get(port, "/sv/about");
    child.kill("SIGKILL");
    await ended; // otherwise it could write into a folder that is being removed
    return text;
  };
  const before = await show();
  project.change(file, (text) => text.replace(was, is));

  expect(before).not.toContain("Ändrat");
  expect(await show()).toContain("Ändrat");
});

it("the server reads the files if dist/content.json is incomplete", async () => {
  const project = copyOf(".");
  project.change("dist/content.json", (text) => text.slice(0, -100));
  const { child, ended, port } = await start({}, { folder: project.folder });
  const { status } = await get(port, "/sv/about");
  child.kill("SIGKILL");
  await ended;

  expect(status).toBe(200);
});
