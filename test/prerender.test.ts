import { expect, it } from "@jest/globals";
import { locales } from "../src/domain/locale.js";
import { prerenderPages } from "../src/prerender.js";
import { listeningLogger, site } from "./support/site.js";

it("makes every page and article there is, as a visitor would get it, and says nothing of it in the log", async () => {
  const { logger, lines } = listeningLogger();
  const { services, listener, get } = site({ logger });
  await prerenderPages(services, listener);

  const paths = [...(await get("/sitemap.xml")).text.matchAll(/<loc>https:\/\/[^/]+(\/[^<]*)<\/loc>/g)].map(
    ([, path]) => path!,
  );
  expect(paths.length).toBeGreaterThan(locales.length * 40);
  expect(paths.filter((path) => !services.responseCache.get(path))).toEqual([]);
  expect(lines).toEqual([]);

  const asked = site();
  for (const path of paths.filter((_, index) => index % 20 === 0))
    expect((await get(path)).text).toBe((await asked.get(path)).text);
});

it("stops when the server does", async () => {
  const { services, listener } = site();
  services.health.ready = false;
  await prerenderPages(services, listener);
  expect(services.responseCache.get("/en")).toBeUndefined();
});

it("Dialogue answers before it is warm", async () => {
  const { services } = site();
  const question = { turns: [{ role: "user", content: "What does it cost to join?" }], locale: "en" } as const;
  const { content } = await services.dialogue.whole({ ...question, signal: new AbortController().signal });

  expect(content).toContain("1,490");
});
