import { expect, it } from "@jest/globals";
import { locales } from "../src/domain/locale.js";
import { ResponseCache } from "../src/http/response-cache.js";
import { prerenderPages } from "../src/prerender.js";
import { listeningLogger, NOW, site } from "./support/site.js";

/** Compressing is most of the work, and tested elsewhere. */
class UncompressedAnswers extends ResponseCache {
  override keepText(...[address, kind, headers, text]: Parameters<ResponseCache["keepText"]>) {
    return this.keep(address, kind, headers, { identity: Buffer.from(text) });
  }
}

it("makes every page and article there is, as a visitor would get it, and says nothing of it in the log", async () => {
  const { logger, lines } = listeningLogger();
  const { services, front, get } = site({ logger, kept: new UncompressedAnswers(() => NOW) });
  await prerenderPages(services, front.listener);

  const paths = [...(await get("/sitemap.xml")).text.matchAll(/<loc>https:\/\/[^/]+(\/[^<]*)<\/loc>/g)].map(
    ([, path]) => path!,
  );
  expect(paths.length).toBeGreaterThan(locales.length * 40);
  expect(paths.filter((path) => !services.kept.find(path))).toEqual([]);
  expect(lines).toEqual([]);

  const asked = site();
  for (const path of paths.filter((_, index) => index % 20 === 0))
    expect((await get(path)).text).toBe((await asked.get(path)).text);
});

it("stops when the server does", async () => {
  const { services, front } = site();
  services.health.ready = false;
  await prerenderPages(services, front.listener);
  expect(services.kept.find("/en")).toBeUndefined();
});

it("Dialogue answers before it is warm", async () => {
  const { services } = site();
  const question = { turns: [{ role: "user", content: "What does it cost to join?" }], locale: "en" } as const;
  const { content } = await services.dialogue.whole({ ...question, signal: new AbortController().signal });

  expect(content).toContain("1,490");
});
