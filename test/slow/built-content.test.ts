/** The built server serves what the files say. */
import { readdirSync } from "node:fs";
import { expect, it } from "@jest/globals";
import { copyOf } from "../support/content-copy.js";
import { shippedLibrary } from "../support/library.js";
import { get, start } from "../support/server.js";
import { BASE_URL, site } from "../support/site.js";

it("the server starts from dist/content.json without the modules that read content, and serves the same", async () => {
  const { folder, remove } = copyOf(".");
  const readers = readdirSync("dist").filter((name) => name.startsWith("read-content-"));
  expect(readers).toHaveLength(1);
  for (const name of readers) remove(`dist/${name}`);
  const built = await start({ BASE_URL }, { folder });
  const library = shippedLibrary({ baseUrl: BASE_URL, features: ["forms"] });
  const fresh = site({ clock: Date.now, files: { library } }, { DATA_DIR: "data" });
  for (const path of [
    "/sv",
    "/nb/developer",
    "/en/guides/product-data",
    "/sv/boardroom-for-commerce/faq.md",
    "/sv/perspectives/measure-less.md",
    "/feed.xml",
    "/llms.txt",
    "/sitemap.xml",
  ]) {
    const { status, text } = await get(built.port, path);
    expect({ path, status, text }).toEqual({ path, status: 200, text: (await fresh.get(path)).text });
    expect(text).not.toContain("site-url.invalid");
  }
  built.child.kill("SIGKILL");
  await built.ended;
});
