import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "@jest/globals";
import { concepts } from "../src/domain/concept.js";

/** The rooms of src, top floor first. A file imports from its own room and from the floors below. */
const floors = [
  ["commands", "build"],
  ["."],
  ["controllers", "http"],
  ["assistant"],
  ["formats", "content", "storage"],
  ["contracts"],
  ["site"],
  ["domain"],
];
/** Between rooms of one floor, or a floor up, these and no others. */
const doors = [
  ["controllers", "http"],
  ["commands", "build"],
];
const http = new Set(["express", "i18next-http-middleware", "node:http"]);

const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
const targetsOf = (file: string) =>
  [...readFileSync(path.join("src", file), "utf8").matchAll(/(?: from |import\(|^import )"([^"]+)"/gm)].map(
    (match) => match[1]!,
  );
const packagesIn = (file: string) => targetsOf(file).filter((target) => !target.startsWith("."));
const importsOf = (file: string) =>
  targetsOf(file)
    .filter((target) => target.startsWith("."))
    .map((target) => path.join(path.dirname(file), target.replace(/\.js$/, ".ts")));
const roomOf = (file: string) => path.dirname(file).split(path.sep)[0]!;
const floorOf = (file: string) => floors.findIndex((rooms) => rooms.includes(roomOf(file)));
const hasDoor = (from: string, to: string) => doors.some(([a, b]) => a === roomOf(from) && b === roomOf(to));

it("every room has its floor", () => {
  expect(files.filter((file) => floorOf(file) === -1)).toEqual([]);
});

it.each(files)("src/%s imports only from its room and the floors below", (file) => {
  const elsewhere = importsOf(file).filter((other) => roomOf(other) !== roomOf(file) && !hasDoor(file, other));
  expect(elsewhere.filter((other) => floorOf(other) <= floorOf(file))).toEqual([]);
});

it.each(files)("src/%s writes out no list of concepts beside the table", (file) => {
  const text = readFileSync(path.join("src", file), "utf8");
  const isOfAll = concepts.every(({ code }) => new RegExp(`\\b${code}\\b`).test(text));
  expect(isOfAll && file !== path.join("domain", "concept.ts")).toBe(false);
});

it.each(files)("src/%s is in no import cycle", (file) => {
  const reached = new Set(importsOf(file));
  for (const other of reached) for (const next of importsOf(other)) reached.add(next);
  expect(reached).not.toContain(file);
});

it.each(files.filter((file) => roomOf(file) === "domain"))("src/%s imports no package and asks for no time", (file) => {
  expect(packagesIn(file)).toEqual([]);
  expect(readFileSync(path.join("src", file), "utf8")).not.toMatch(/Date\.now|new Date\(\)/);
});

it.each(files.filter((file) => floorOf(file) > 2))("src/%s knows nothing of HTTP", (file) => {
  const known = file === path.join("content", "i18n.ts") ? ["i18next-http-middleware"] : [];
  expect(packagesIn(file).filter((name) => http.has(name))).toEqual(known);
});

it("only config.ts reads the environment", () => {
  const readers = files.filter((file) => readFileSync(path.join("src", file), "utf8").includes("process.env"));
  expect(readers).toEqual(["config.ts"]);
});

it("what builds is not needed to run", () => {
  const { devDependencies } = JSON.parse(readFileSync("package.json", "utf8")) as { devDependencies: object };
  const running = files.filter((file) => !["commands", "build"].includes(roomOf(file)));
  expect(running.flatMap(packagesIn).filter((name) => Object.hasOwn(devDependencies, name))).toEqual([]);
});

it("no file is named after nothing", () => {
  const nameless = /(?:^|[/\\])(?:utils?|helpers?|common|lib|types|constants|index|misc)(?:[/\\]|\.ts$)/;
  expect(files.filter((file) => nameless.test(file))).toEqual([]);
});
