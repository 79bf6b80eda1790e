/** The pages of the specification's table (§4.1) that the site has so far, written out here and not taken from the code. */
export const specifiedPages = [
  "",
  "/after-commerce",
  "/after-commerce/gothenburg",
  "/after-commerce/gothenburg/start-format",
  "/after-commerce/start-city",
  "/after-commerce/faq",
] as const;

export const languages = ["en", "sv", "nb"] as const;

export type Language = (typeof languages)[number];

/** Every page in every language: [address, language, path after the locale]. */
export const everyPage = languages.flatMap((language) =>
  specifiedPages.map((path) => [`/${language}${path}`, language, path] as const),
);
