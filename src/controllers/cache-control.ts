/** Contract §3 and §4. */
export const cacheControl = {
  pages: "public, max-age=60, stale-while-revalidate=300",
  events: "public, max-age=60, stale-while-revalidate=600",
  calendars: "public, max-age=900",
} as const;
