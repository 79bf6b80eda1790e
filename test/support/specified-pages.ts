import { readFileSync } from "node:fs";

/** The one segment that the specification leaves to the owner. */
const { chat } = JSON.parse(readFileSync("content/site.json", "utf8")) as { chat: { segment: string } };

/** Pages of the specification's table (§4.1) that the site does not have yet; a test expects them to be missing. */
export const notYet = ["/guides", "/guides/returns", "/perspectives", "/perspectives/returns"];

/** All the others, written out here and not taken from the code. */
export const specifiedPages = [
  "",
  "/after-commerce",
  "/after-commerce/gothenburg",
  "/after-commerce/gothenburg/start-format",
  "/after-commerce/start-city",
  "/after-commerce/faq",
  "/boardroom-for-commerce",
  "/boardroom-for-commerce/gothenburg",
  "/boardroom-for-commerce/gothenburg/attend",
  "/boardroom-for-commerce/varberg",
  "/boardroom-for-commerce/varberg/attend",
  "/boardroom-for-commerce/topics",
  "/boardroom-for-commerce/start-city",
  "/boardroom-for-commerce/faq",
  "/commerce-commons",
  "/commerce-commons/join",
  "/commerce-commons/included",
  `/commerce-commons/${chat.segment}`,
  "/commerce-commons/join/discounts",
  "/commerce-commons/join/discounts/student",
  "/commerce-commons/faq",
  "/about",
  "/developer",
  "/contact",
  "/legal/privacy",
  "/legal/terms",
];

export const languages = ["en", "sv", "nb"] as const;

export type Language = (typeof languages)[number];

/** Every page in every language: [address, language, path after the locale]. */
export const everyPage = languages.flatMap((language) =>
  specifiedPages.map((path) => [`/${language}${path}`, language, path] as const),
);
