/** RFC 9727 (api-catalog), RFC 9264 (linkset as JSON), RFC 8631 (service-desc, service-doc, status). */
export function apiCatalog(about: {
  readonly apis: readonly string[];
  readonly description: string;
  readonly documentation: readonly { readonly url: string; readonly language: string }[];
  readonly status: string;
}) {
  const { apis, description, documentation, status } = about;
  return {
    linkset: apis.map((anchor) => ({
      anchor,
      "service-desc": [{ href: description, type: "application/json" }],
      "service-doc": documentation.map(({ url, language }) => ({ href: url, type: "text/html", hreflang: [language] })),
      status: [{ href: status, type: "text/plain" }],
    })),
  };
}
