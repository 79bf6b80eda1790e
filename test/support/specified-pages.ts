import { readdirSync, readFileSync } from "node:fs";

/** The segment that the owner chooses. */
const { chat } = JSON.parse(readFileSync("content/site.json", "utf8")) as { chat: { segment: string } };

/** The pages of the specification's table (§4.1) without articles, stated independently of the code. */
export const specifiedPages = [
  "",
  "/after-commerce",
  "/after-commerce/gothenburg",
  "/after-commerce/stockholm",
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
  "/guides",
  "/perspectives",
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

/** The slugs of the articles published by 21 November 2026, newest first. */
export const shippedArticles = { guides: publishedIn("guides"), perspectives: publishedIn("perspectives") };

function publishedIn(list: string): string[] {
  const published = readdirSync(`content/${list}`).map((slug) => {
    const text = readFileSync(`content/${list}/${slug}/en.md`, "utf8");
    return { slug, draft: /^draft: true$/m.test(text), on: /^published: (.+)$/m.exec(text)![1]! };
  });
  return published
    .filter(({ draft, on }) => !draft && on <= "2026-11-21")
    .sort((one, other) => (one.on < other.on ? 1 : -1))
    .map(({ slug }) => slug);
}

const articlePaths = Object.entries(shippedArticles).flatMap(([list, slugs]) =>
  slugs.map((slug) => `/${list}/${slug}`),
);

/** Every article in every language, in the same form. */
export const everyArticle = languages.flatMap((language) =>
  articlePaths.map((path) => [`/${language}${path}`, language, path] as const),
);

export const everyAddress = [...everyPage, ...everyArticle];
