/** Loaded before the site: from the message on, nothing is served from the cache, and nothing is compressed. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const dist = path.dirname(process.argv[1]);
const bundle = readdirSync(dist).find(
  (name) => name.endsWith(".js") && /ResponseCache\s*=\s*class/.test(readFileSync(path.join(dist, name), "utf8")),
);
const { ResponseCache } = await import(pathToFileURL(path.join(dist, bundle)).href);

process.on("message", (message) => {
  if (message !== "cache nothing") return;
  ResponseCache.prototype.get = () => undefined;
  ResponseCache.prototype.setText = function (address, kind, headers, text) {
    return this.set(address, kind, headers, { identity: Buffer.from(text) });
  };
});
