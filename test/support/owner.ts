import { readFileSync } from "node:fs";

const read = (file: string) => JSON.parse(readFileSync(`content/${file}`, "utf8"));

/** What the owner states in content/, which tests of what ships read, so that it can be changed. */
export const { name, mail } = read("site.json") as { name: string; mail: string };
export const { price } = read("membership.json") as { price: number };
export const cities = Object.keys(read("cities.json"));
