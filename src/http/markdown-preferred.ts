import type { Request } from "express";
import { qualityValues } from "./accept-encoding.js";
import type { FindResource } from "./resource.js";

/** A key of the response cache that no request can name, as it has a blank. */
export const negotiatedAddress = (markdownAddress: string) => `${markdownAddress} by Accept`;

/** No cache but the site's own keeps Markdown of a page's address, because one that ignores Vary would serve it to browsers. */
export function markdownIfPreferred<Params = Request["params"]>(
  page: FindResource<Params>,
  markdown: FindResource<Params>,
): FindResource<Params> {
  return (request) => {
    const isMarkdown = prefersMarkdown(request.headers.accept);
    const { address, headers, ...resource } = isMarkdown ? markdown(request) : page(request);
    return isMarkdown
      ? {
          ...resource,
          address: negotiatedAddress(address!),
          headers: { ...headers, "Cache-Control": "no-store", Vary: "Accept" },
        }
      : { ...resource, address, headers: { ...headers, Vary: "Accept" } };
  };
}

/** Accept (RFC 9110 §12.5.1) must name text/markdown with at least the weight of HTML; the first wins a tie. */
export function prefersMarkdown(accept = ""): boolean {
  if (!/markdown/i.test(accept)) return false; // browsers
  const ranges = qualityValues(accept);
  const named = (...types: string[]) => types.map((type) => ranges.find(({ name }) => name === type)).find(Boolean);

  const markdown = named("text/markdown");
  const html = named("text/html", "text/*", "*/*");
  if (!markdown || markdown.weight === 0) return false;
  if (!html || markdown.weight !== html.weight) return markdown.weight > (html?.weight ?? 0);
  return html.name !== "text/html" || ranges.indexOf(markdown) < ranges.indexOf(html);
}
