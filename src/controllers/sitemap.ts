import type { BodyHandler } from "../http/cache-response.js";
import { sitemapEntries } from "../presenters/sitemap.js";
import type { Services } from "../services.js";

export function sitemapController(services: Pick<Services, "agenda" | "articles" | "clock" | "config" | "library">) {
  const show: BodyHandler = async (_request, response) => {
    const { sitemap } = await import("../formats/sitemap.js"); // not needed at start
    const { value, validUntil } = sitemapEntries(services);
    response.type("application/xml; charset=utf-8");
    return { value: await sitemap(value), validUntil };
  };
  return { show };
}
