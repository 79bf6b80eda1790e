import type { City } from "../addresses/cities.js";
import { locales } from "../text/locale.js";
import type { Addresses } from "../site/addresses.js";
import { api, calendarPath, eventsPath, machineFiles } from "../addresses/paths.js";

/** RFC 9727 (api-catalog), RFC 9264 (linkset as JSON), RFC 8631 (service-desc, service-doc, status). */
export function apiCatalog(baseUrl: string, cities: readonly City[], { pathTo }: Addresses) {
  const calendars = [undefined, ...cities].map((city) => calendarPath(city?.slug, {}, ""));
  const serviceDoc = locales.map((locale) => ({
    href: baseUrl + pathTo("developer", locale),
    type: "text/html",
    hreflang: [locale],
  }));
  return {
    linkset: [eventsPath({}), ...calendars].map((path) => ({
      anchor: baseUrl + path,
      "service-desc": [{ href: baseUrl + machineFiles.openapi, type: "application/json" }],
      "service-doc": serviceDoc,
      status: [{ href: `${baseUrl}${api.health}`, type: "text/plain" }],
    })),
  };
}
