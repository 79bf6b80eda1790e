import { readFileSync } from "node:fs";
import { frozenContent } from "./frozen-content.js";

const read = (file: string) => JSON.parse(readFileSync(`content/${file}`, "utf8"));

/** Facts from content/, which tests of shipped content read so that the owner can change them. */
export const { name, mail, calendarNamespace, legalName } = read("site.json") as Record<
  "name" | "mail" | "calendarNamespace",
  string
> & { readonly legalName: string | null };
export const { price } = read("membership.json") as { price: number };
export const cities: readonly string[] = frozenContent.cities.map(({ slug }: { slug: string }) => slug);
