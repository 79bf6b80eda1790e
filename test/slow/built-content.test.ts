/** The built server serves what the files say. */
import { expect, it } from "@jest/globals";
import { copyOf } from "../support/content-copy.js";
import { shippedLibrary } from "../support/library.js";
import { get, start } from "../support/server.js";
import { BASE_URL, site } from "../support/site.js";

it("the server needs no source of texts, and serves what they say", async () => {
  const { folder, remove } = copyOf(".");
  for (const sources of ["content", "locales", "views"]) remove(sources);
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
