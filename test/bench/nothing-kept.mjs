/** Loaded before the site: when it is told so, nothing that is made is found again, and nothing is compressed. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const dist = path.dirname(process.argv[1]);
const bundle = readdirSync(dist).find(
  (name) => name.endsWith(".js") && /ResponseCache\s*=\s*class/.test(readFileSync(path.join(dist, name), "utf8")),
);
const { ResponseCache } = await import(pathToFileURL(path.join(dist, bundle)).href);

process.on("message", (message) => {
  if (message !== "keep nothing") return;
  ResponseCache.prototype.find = () => undefined;
  ResponseCache.prototype.keepText = function (address, kind, headers, text) {
    return this.keep(address, kind, headers, { identity: Buffer.from(text) });
  };
});
