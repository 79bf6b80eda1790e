/** The built server serves what the files say. */
import { readdirSync } from "node:fs";
import { expect, it } from "@jest/globals";
import { copyOf } from "../support/content-copy.js";
import { shippedLibrary } from "../support/library.js";
import { get, start } from "../support/server.js";
import { BASE_URL, site } from "../support/site.js";

it.each([
  "/sv",
  "/nb/developer",
  "/en/guides/product-data",
  "/sv/boardroom-for-commerce/faq.md",
  "/sv/perspectives/measure-less.md",
  "/feed.xml",
  "/llms.txt",
  "/sitemap.xml",
])("%s is the same from dist/content.json as from the files", async (path) => {
  const server = await start({ BASE_URL });
  const library = shippedLibrary({ baseUrl: BASE_URL, features: ["forms"] });
  const fresh = site({ clock: Date.now, library }, { DATA_DIR: "data" });
  const [built, read] = [await get(server.port, path), await fresh.get(path)];

  expect([built.status, built.text]).toEqual([200, read.text]);
  expect(built.text).not.toContain("site-url.invalid");
});

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
