import type { PageName } from "./paths.js";

/** Sections of content/pages that the code names. The build reports one that is missing. */
export const sections = {
  rooms: { page: "home", id: "rooms" },
  audience: { page: "home", id: "who" },
  themes: { page: "boardroom-for-commerce-topics", id: "themes" },
  forms: { page: "privacy", id: "forms" },
  benefits: { page: "commerce-commons", id: "inside" },
} as const satisfies Record<string, Readonly<{ page: PageName; id: string }>>;

/** Ids in views that are no sections of content/pages. */
export const viewIds = { dates: "dates", form: "form", subscribe: "subscribe" } as const;

/** Ids of sections, on any page, that Dialogue answers from event records and prices. */
export const answeredByRecords = { when: "when", cost: "cost", vat: "vat", discounts: "discounts" } as const;
