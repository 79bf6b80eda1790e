import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "@jest/globals";
import { concepts } from "../src/addresses/concepts.js";
import { locales } from "../src/text/locale.js";
import { api, builtFiles, folders, machineFiles, paths } from "../src/addresses/paths.js";
import { forEvery } from "./support/for-every.js";

/** The folders of src by layer. A file imports from its own folder and from the layers below. */
const layers = [
  ["commands"],
  ["build"],
  ["."],
  ["controllers"],
  ["mcp", "letters"],
  ["presenters", "http"],
  ["assistant"],
  ["search"],
  ["formats", "content", "storage"],
  ["contracts"],
  ["site"],
  ["text"],
  ["domain"],
];
/** Folders that may import the type of the services. */
const withServices = ["controllers", "mcp"];
const httpPackages = new Set(["express", "i18next-http-middleware", "node:http"]);

const all = readdirSync("src", { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const files = all
  .map((entry) => path.join(path.relative("src", entry.parentPath), entry.name))
  .filter((file) => file.endsWith(".ts"));

it("src has no files but TypeScript, its README and the script that npm runs before there is a build", () => {
  const others = all.map(({ name }) => name).filter((name) => !name.endsWith(".ts"));
  expect(others.sort()).toEqual(["README.md", "prepare.mjs"]);
});
const targetsOf = (file: string) =>
  [...readFileSync(path.join("src", file), "utf8").matchAll(/(?: from |import\(|^import )"([^"]+)"/gm)].map(
    (match) => match[1]!,
  );
const packagesIn = (file: string) => targetsOf(file).filter((target) => !target.startsWith("."));
const importsOf = (file: string) =>
  targetsOf(file)
    .filter((target) => target.startsWith("."))
    .map((target) => path.join(path.dirname(file), target.replace(/\.js$/, ".ts")));
const folderOf = (file: string) => path.dirname(file).split(path.sep)[0]!;
const knowsHttp = (folder: string) => folder === "http" || layerOf(folder) <= layerOf("controllers");
const layerOf = (folder: string) => layers.findIndex((folders) => folders.includes(folder));

it("every folder of src has a layer", () => {
  expect(files.filter((file) => layerOf(folderOf(file)) === -1)).toEqual([]);
});

forEvery(files)("a file imports only from its folder and the layers below", (file) => {
  const folder = folderOf(file);
  const others = importsOf(file).filter((other) => folderOf(other) !== folder);
  const upward = others.filter((other) => layerOf(folderOf(other)) <= layerOf(folder));
  expect(upward.filter((other) => other !== "services.ts" || !withServices.includes(folder))).toEqual([]);
});

forEvery(files.filter((file) => withServices.includes(folderOf(file))))(
  "controllers and tools import services only as a type",
  (file) => {
    const imports =
      readFileSync(path.join("src", file), "utf8").match(/^import .* from "\.\.\/services\.js";$/gm) ?? [];
    expect(imports.filter((line) => !line.startsWith("import type "))).toEqual([]);
  },
);

forEvery(files)("only addresses/concepts.ts lists the concepts", (file) => {
  const text = readFileSync(path.join("src", file), "utf8");
  const isOfAll = concepts.every(({ code }) => new RegExp(`\\b${code}\\b`).test(text));
  expect(isOfAll && file !== path.join("domain", "concept.ts")).toBe(false);
});

forEvery(files)("no file is in an import cycle", (file) => {
  const reached = new Set(importsOf(file));
  for (const other of reached) for (const next of importsOf(other)) reached.add(next);
  expect(reached).not.toContain(file);
});

forEvery(files.filter((file) => ["domain", "text"].includes(folderOf(file))))(
  "a file of domain or text imports no package and reads no clock",
  (file) => {
    expect(packagesIn(file)).toEqual([]);
    expect(readFileSync(path.join("src", file), "utf8")).not.toMatch(/Date\.now|new Date\(\)/);
  },
);

forEvery(files.filter((file) => !knowsHttp(folderOf(file))))(
  "a file below the HTTP layers imports no package for HTTP",
  (file) => {
    const known = file === path.join("content", "i18n.ts") ? ["i18next-http-middleware"] : [];
    expect(packagesIn(file).filter((name) => httpPackages.has(name))).toEqual(known);
  },
);

forEvery(files.filter((file) => folderOf(file) === "letters"))("a letter knows no SQL", (file) => {
  const text = readFileSync(path.join("src", file), "utf8");
  expect(text).not.toMatch(/\b(?:SELECT|INSERT|UPDATE|DELETE) |storage\/(?:libsql|postgres|schema|database)/);
});

forEvery(files.filter((file) => folderOf(file) === "storage"))("the storage knows no mail", (file) => {
  const text = readFileSync(path.join("src", file), "utf8").replaceAll("mail-address", "");
  expect(text).not.toMatch(/nodemailer|smtp|webhook|\bmails?\b/i);
});

it("only addresses/paths.ts names an address of the site, and views only the files they load", () => {
  const known = [paths, api, machineFiles, builtFiles, folders].flatMap((named) => Object.values<string>(named));
  const firstSegments = new Set([...known.map((address) => address.split("/")[1]), ...locales]);
  const literal =
    /(?:["'`]|\$\{baseUrl\})(?:\/([\w.-]+)(?=[/"'`?#])|\/\$\{(?:\w*[lL]ocale|other)\}|[?&](?:event|sent)\b)/g;
  const literalsIn = (file: string) =>
    [
      ...readFileSync(path.join("src", file), "utf8")
        .replace(/\/\*\*[\s\S]*?\*\/|\/\/ .*/g, "")
        .matchAll(literal),
    ]
      .filter(([, segment]) => segment === undefined || firstSegments.has(segment))
      .map(([address]) => `${file}: ${address}`);
  expect(files.filter((file) => file !== path.join("site", "paths.ts")).flatMap(literalsIn)).toEqual([]);

  const views = readdirSync("views", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".njk"));
  const isLiteral = (file: string) => /(?:href|action|src)="\//.test(readFileSync(path.join("views", file), "utf8"));
  expect(views.filter(isLiteral)).toEqual([]);
});

it("response.locals carries only the locale", () => {
  const text = files.map((file) => readFileSync(path.join("src", file), "utf8")).join();
  expect(new Set(text.match(/\blocals\b\s*[.[]\s*\w+|\.locals\b(?!\.)|\{ locals\b/g))).toEqual(
    new Set(["locals.locale"]),
  );
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

it("no file is named utils, helpers, common, lib, types, constants, index or misc", () => {
  const nameless = /(?:^|[/\\])(?:utils?|helpers?|common|lib|types|constants|index|misc)(?:[/\\]|\.ts$)/;
  expect(files.filter((file) => nameless.test(file))).toEqual([]);
});

it("the scripts of package.json run in cmd.exe too", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  const shellSyntax = /[;|<>$'`{}[\]()!]|\bexec\b|(?:^|&& )\w+=/;
  const outsideQuotes = (script: string) => script.replace(/"[^"]*"/g, "");
  expect(Object.entries(scripts).filter(([, script]) => shellSyntax.test(outsideQuotes(script)))).toEqual([]);
});
