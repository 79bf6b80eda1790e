import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "@jest/globals";
import { api, builtFiles, folders, machineFiles } from "../src/addresses/paths.js";
import { locales } from "../src/text/locale.js";
import { forEvery } from "./support/for-every.js";
import { pagePaths } from "./support/shipped.js";

/** The rooms of src in their order. A file imports only from its own room and from those before it. */
const rooms = [
  ...["text", "http", "storage", "addresses", "content", "membership", "articles", "events", "forms"],
  ...["letters", "pages", "search", "dialogue", "mcp", "controllers", ".", "build", "commands"],
];
const httpPackages = new Set(["express", "i18next-http-middleware", "node:http"]);

const all = readdirSync("src", { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const files = all
  .map((entry) => path.join(path.relative("src", entry.parentPath), entry.name))
  .filter((file) => file.endsWith(".ts"));

/** Without the type of the site, which is free everywhere. */
const targetsOf = (file: string) => {
  const text = readFileSync(path.join("src", file), "utf8").replace(/^import type \{ Site \} from .*$/gm, "");
  return [...text.matchAll(/(?: from |import\(|^import )"([^"]+)"/gm)].map((match) => match[1]!);
};
const packagesIn = (file: string) => targetsOf(file).filter((target) => !target.startsWith("."));
const importsOf = (file: string) =>
  targetsOf(file)
    .filter((target) => target.startsWith("."))
    .map((target) => path.join(path.dirname(file), target.replace(/\.js$/, ".ts")));
const folderOf = (file: string) => path.dirname(file).split(path.sep)[0]!;
const rankOf = (folder: string) => rooms.indexOf(folder);
const knowsHttp = (folder: string) => folder === "http" || rankOf(folder) >= rankOf("controllers");

it("every folder of src is a room", () => {
  expect(files.filter((file) => rankOf(folderOf(file)) === -1)).toEqual([]);
});

forEvery(files)("a file has at most 250 lines", (file) => {
  expect(readFileSync(path.join("src", file), "utf8").trimEnd().split("\n").length).toBeLessThanOrEqual(250);
});

forEvery(files)("a file imports only from its own room and from those before it", (file) => {
  const rank = rankOf(folderOf(file));
  expect(importsOf(file).filter((imported) => rankOf(folderOf(imported)) > rank)).toEqual([]);
});

forEvery(files)("no file is in an import cycle", (file) => {
  const reached = new Set(importsOf(file));
  for (const other of reached) for (const next of importsOf(other)) reached.add(next);
  expect(reached).not.toContain(file);
});

/** Mail addresses have domains in other scripts, which only Node converts to ASCII. */
const packagesOfText: Readonly<Record<string, readonly string[]>> = { "text/mail-address.ts": ["node:url"] };

forEvery(files.filter((file) => folderOf(file) === "text"))("text imports no package and reads no clock", (file) => {
  expect(packagesIn(file)).toEqual(packagesOfText[file] ?? []);
  expect(readFileSync(path.join("src", file), "utf8")).not.toMatch(/Date\.now|new Date\(\)/);
});

forEvery(files.filter((file) => !knowsHttp(folderOf(file))))("no package for HTTP below its layers", (file) => {
  const known = file === path.join("content", "i18n.ts") ? ["i18next-http-middleware"] : [];
  expect(packagesIn(file).filter((name) => httpPackages.has(name))).toEqual(known);
});

it("only addresses/ names addresses of the site, and views only the files they load", () => {
  const known = [pagePaths, api, machineFiles, builtFiles, folders].flatMap((named) => Object.values<string>(named));
  const firstSegments = new Set([...known.map((address) => address.split("/")[1]), ...locales]);
  const literal =
    /(?:["'`]|\$\{baseUrl\})(?:\/([\w.-]+)(?=[/"'`?#])|\/\$\{(?:\w*[lL]ocale|other)\}|[?&](?:event|sent)\b)/g;
  const codeOf = (file: string) =>
    readFileSync(path.join("src", file), "utf8").replace(/\/\*\*[\s\S]*?\*\/|\/\/ .*/g, "");
  const literalsIn = (file: string) =>
    [...codeOf(file).matchAll(literal)]
      .filter(([, segment]) => segment === undefined || firstSegments.has(segment))
      .map(([address]) => `${file}: ${address}`);
  expect(files.filter((file) => folderOf(file) !== "addresses").flatMap(literalsIn)).toEqual([]);
  const views = readdirSync("views", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".njk"));
  const isLiteral = (file: string) => /(?:href|action|src)="\//.test(readFileSync(path.join("views", file), "utf8"));
  expect(views.filter(isLiteral)).toEqual([]);
});

it("only config.ts reads the environment", () => {
  const readers = files.filter((file) => readFileSync(path.join("src", file), "utf8").includes("process.env"));
  expect(readers).toEqual(["config.ts"]);
});

it("code that runs imports no development dependency", () => {
  const { devDependencies } = JSON.parse(readFileSync("package.json", "utf8")) as { devDependencies: object };
  const running = files.filter((file) => !["commands", "build"].includes(folderOf(file)));
  expect(running.flatMap(packagesIn).filter((name) => Object.hasOwn(devDependencies, name))).toEqual([]);
});

it("the scripts of package.json run in cmd.exe too", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  const shellSyntax = /[;|<>$'`{}[\]()!]|\bexec\b|(?:^|&& )\w+=/;
  const outsideQuotes = (script: string) => script.replace(/"[^"]*"/g, "");
  expect(Object.entries(scripts).filter(([, script]) => shellSyntax.test(outsideQuotes(script)))).toEqual([]);
});
