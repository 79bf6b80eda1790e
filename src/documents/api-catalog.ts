interface Catalog {
  /** The addresses of the interfaces. */
  readonly anchors: readonly string[];
  readonly descriptionUrl: string;
  readonly docs: readonly { readonly url: string; readonly locale: string }[];
  readonly statusUrl: string;
}

/** RFC 9727 (api-catalog), RFC 9264 (linkset as JSON), RFC 8631 (service-desc, service-doc, status). */
export function apiCatalog({ anchors, descriptionUrl, docs, statusUrl }: Catalog) {
  const serviceDoc = docs.map(({ url, locale }) => ({ href: url, type: "text/html", hreflang: [locale] }));
  return {
    linkset: anchors.map((anchor) => ({
      anchor,
      "service-desc": [{ href: descriptionUrl, type: "application/json" }],
      "service-doc": serviceDoc,
      status: [{ href: statusUrl, type: "text/plain" }],
    })),
  };
}
